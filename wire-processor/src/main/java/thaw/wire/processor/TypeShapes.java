package thaw.wire.processor;

import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import org.jspecify.annotations.Nullable;

/** Gives each type the expression of its shape, in the file of one shape. */
final class TypeShapes {
  private final Tools tools;
  private final Catalog catalog;
  private final ShapeFile file;
  private final ContainerShapes containers;
  private final EnumShapes enums;

  TypeShapes(Tools tools, Catalog catalog, ShapeFile file) {
    this.tools = tools;
    this.catalog = catalog;
    this.file = file;
    containers = new ContainerShapes(tools, this, file);
    enums = new EnumShapes(file);
  }

  /**
   * The shape of values of a type.
   *
   * @param at where it is reported that there is none
   */
  Expr of(TypeMirror type, Element at) {
    return switch (type.getKind()) {
      case DECLARED -> declared((DeclaredType) type, at);
      case ARRAY -> {
        Expr known = Known.SHAPES.get(Names.text(type));
        yield known != null ? known : containers.array((ArrayType) type, at);
      }
      case TYPEVAR -> variable((TypeVariable) type, at);
      case WILDCARD -> of(bound((WildcardType) type, at), at);
      case ERROR -> throw new NotYet();
      default -> of(boxed(type), at);
    };
  }

  private TypeMirror bound(WildcardType type, Element at) {
    if (type.getSuperBound() == null && type.getExtendsBound() == null) {
      return tools.elements().getTypeElement("java.lang.Object").asType();
    }
    if (type.getExtendsBound() == null) {
      throw new Mistake(
          at,
          "the type " + Names.text(type) + " says not what is in there",
          "name the type instead, or give a shape with @With");
    }
    return type.getExtendsBound();
  }

  /** The shape that somebody asks for, of a type or of its box. */
  Expr with(Property.Asked asked, TypeMirror type, Element at) {
    TypeMirror with = asked.type();
    TypeElement shape = Tools.element(with);
    TypeMirror boxed = boxed(type);
    if (shape != null && !asked.constant().equals("SHAPE")) {
      return constant(shape, asked.constant(), boxed, at);
    }
    DeclaredType as = shape == null ? null : tools.as(shape.asType(), Catalog.SHAPE);
    if (shape == null
        || as == null
        || as.getTypeArguments().isEmpty()
        || !Names.text(as.getTypeArguments().get(0)).equals(Names.text(boxed))) {
      throw new Mistake(
          at,
          "@With has " + Names.text(with) + ", which is no Shape<" + Names.text(boxed) + ">",
          "name a shape of that type");
    }
    return catalog.instance(shape, at, file.home);
  }

  private Expr constant(TypeElement in, String name, TypeMirror boxed, Element at) {
    VariableElement constant = catalog.constant(in, name, boxed);
    if (constant == null
        || !Tools.isVisible(in, file.home)
        || !Catalog.isOpen(constant, file.home)) {
      throw new Mistake(
          at,
          "@With names "
              + in.getQualifiedName()
              + "."
              + name
              + ", which is no Shape<"
              + Names.text(boxed)
              + "> that can be used here",
          "name a static field of that type");
    }
    return new Expr(in.getQualifiedName() + "." + name, Expr.Place.OTHERS, true);
  }

  private TypeMirror boxed(TypeMirror type) {
    return type instanceof PrimitiveType primitive
        ? tools.types().boxedClass(primitive).asType()
        : type;
  }

  /** The shape of keys of a map, which is that of a text; null when they have none. */
  @Nullable Expr key(TypeMirror type) {
    TypeElement element = Tools.element(type);
    if (element == null) {
      return null;
    }
    if (element.getKind() == ElementKind.ENUM) {
      return enums.of(element);
    }
    String name = element.getQualifiedName().toString();
    Expr known = Known.KEYS.get(name);
    if (known != null) {
      return known;
    }
    TypeElement custom = catalog.custom(element);
    if (custom != null) {
      return tools.isA(custom.asType(), "thaw.wire.TextShape")
          ? catalog.instance(custom, element, file.home)
          : null;
    }
    return Known.TEXTS.get(name);
  }

  private Expr declared(DeclaredType type, Element at) {
    TypeElement element = (TypeElement) type.asElement();
    TypeElement custom = catalog.custom(element);
    if (custom != null) {
      return catalog.instance(custom, at, file.home);
    }
    String name = element.getQualifiedName().toString();
    Expr known = Known.SHAPES.get(name);
    if (known == null) {
      known = Known.TEXTS.get(name);
    }
    if (known != null) {
      return known;
    }
    if (element.getKind() == ElementKind.ENUM) {
      return enums.of(element);
    }
    Expr container = containers.of(type, at);
    if (container != null) {
      return container;
    }
    return described(type, element, at);
  }

  private Expr variable(TypeVariable type, Element at) {
    for (TypeParameterElement parameter : file.type.getTypeParameters()) {
      if (parameter.equals(type.asElement())) {
        return new Expr(ShapeFile.shapeOf(parameter.getSimpleName()), Expr.Place.INSTANCE, true);
      }
    }
    throw new Mistake(
        at, "the type parameter " + type + " is not one of the described type", "name a type");
  }

  private Expr described(DeclaredType type, TypeElement element, Element at) {
    if (element.equals(file.type) && tools.types().isSameType(type, file.type.asType())) {
      return file.isGeneric()
          ? new Expr("this", Expr.Place.INSTANCE, true)
          : new Expr("SHAPE", Expr.Place.CLASS, true);
    }
    if (!Tools.isVisible(element, file.home)) {
      throw new Mistake(
          at,
          element.getQualifiedName() + " cannot be named outside of its class",
          "let it be seen by its package");
    }
    if (catalog.isPart(element, file)) {
      return file.part(element);
    }
    String shape = catalog.shapeClass(element, at);
    if (shape != null) {
      return element.getTypeParameters().isEmpty()
          ? new Expr(shape + ".SHAPE", Expr.Place.OTHERS, true)
          : generic(type, element, shape, at);
    }
    if (catalog.constant(element, type) != null) {
      return new Expr(element.getQualifiedName() + ".SHAPE", Expr.Place.OTHERS, true);
    }
    if (tools.isA(type, "thaw.wire.Wired")) {
      return wired(type, element, at);
    }
    throw new Mistake(
        at,
        "no shape for " + element.getQualifiedName(),
        "name it in @DescribedTypes, or give a shape with @With");
  }

  private Expr generic(DeclaredType type, TypeElement element, String shape, Element at) {
    List<? extends TypeMirror> arguments = type.getTypeArguments();
    if (arguments.isEmpty()) {
      throw new Mistake(
          at,
          element.getQualifiedName() + " is there without its type arguments",
          "name them: " + Names.self(element));
    }
    if (Cycles.leadsTo(element, file.type)) {
      throw new Mistake(
          at,
          "the generic types "
              + element.getQualifiedName()
              + " and "
              + file.type.getQualifiedName()
              + " contain each other",
          "make one of them a type without parameters, or give a shape with @With");
    }
    Expr[] shapes = new Expr[arguments.size()];
    for (int i = 0; i < shapes.length; i++) {
      Expr argument = of(arguments.get(i), at);
      shapes[i] =
          new Expr(file.shape(argument, shapeType(arguments.get(i))), argument.place(), true);
    }
    return Expr.call("new " + shape + "<>", Expr.Place.OTHERS, shapes);
  }

  /** A class that describes itself. */
  private Expr wired(DeclaredType type, TypeElement element, Element at) {
    if (!Catalog.isMade(element, file.home) || element.getModifiers().contains(Modifier.ABSTRACT)) {
      throw new Mistake(
          at,
          element.getQualifiedName() + " describes itself, but cannot be made",
          "give it a constructor without parameters, or a constant SHAPE");
    }
    String text = Names.text(type);
    String name =
        file.nested(
            element.getSimpleName() + "Wired",
            """
            extends thaw.wire.Shape<%1$s> {
               @Override
               public %1$s wire(thaw.wire.Wire w, %1$s value) {
                 %1$s described = value == null ? new %1$s() : value;
                 w.object(described);
                 return described;
               }
             }\
            """
                .formatted(text));
    return Expr.call("new " + name, Expr.Place.CLASS);
  }

  /** {@code Shape<T>} as code, with what wildcards are read as. */
  static String shapeType(TypeMirror type) {
    return "thaw.wire.Shape<" + Wildcards.text(type) + ">";
  }
}
