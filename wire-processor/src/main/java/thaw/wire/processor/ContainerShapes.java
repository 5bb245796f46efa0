package thaw.wire.processor;

import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Shapes of collections, maps and arrays. */
final class ContainerShapes {
  private final Tools tools;
  private final TypeShapes shapes;
  private final ShapeFile file;

  ContainerShapes(Tools tools, TypeShapes shapes, ShapeFile file) {
    this.tools = tools;
    this.shapes = shapes;
    this.file = file;
  }

  /** Returns the shape of a collection or a map; null for a type that is neither. */
  @Nullable Expr of(DeclaredType type, Element at) {
    TypeElement element = (TypeElement) type.asElement();
    String name = element.getQualifiedName().toString();
    DeclaredType collection = tools.as(type, "java.util.Collection");
    if (collection != null) {
      TypeMirror of = argument(collection, 0, type, at);
      Expr elements = shapes.of(of, at);
      return switch (name) {
        case "java.util.List" -> Expr.call("thaw.wire.Shapes.list", Expr.Place.CLASS, elements);
        case "java.util.Collection" ->
            call("thaw.wire.Shapes.<" + Wildcards.text(of) + ">collection", elements);
        case "java.util.Set" -> call("thaw.wire.Shapes.<" + Wildcards.text(of) + ">set", elements);
        default -> collection(type, element, of, elements, at);
      };
    }
    DeclaredType map = tools.as(type, "java.util.Map");
    if (map != null) {
      return map(type, element, map, at);
    }
    if (name.startsWith("java.util.Optional")) {
      throw new Mistake(
          at,
          "an optional value cannot be inside another one, or be an element",
          "let the elements be null instead");
    }
    return null;
  }

  Expr array(ArrayType type, Element at) {
    TypeMirror component = type.getComponentType();
    if (component.getKind() == TypeKind.TYPEVAR) {
      throw new Mistake(at, "an array of a type parameter cannot be made", "make it a list");
    }
    Expr elements = shapes.of(component, at);
    TypeMirror base = component;
    String dimensions = "";
    while (base.getKind() == TypeKind.ARRAY) {
      base = ((ArrayType) base).getComponentType();
      dimensions += "[]";
    }
    String empty =
        "("
            + Wildcards.text(component)
            + "[]) new "
            + Names.text(tools.types().erasure(base))
            + "[0]"
            + dimensions;
    return Expr.call(
        "thaw.wire.Shapes.array",
        Expr.Place.CLASS,
        elements,
        new Expr(empty, Expr.Place.CLASS, false));
  }

  private Expr collection(
      DeclaredType type, TypeElement element, TypeMirror of, Expr elements, Element at) {
    String made = made(type, element, at);
    String name =
        file.nested(
            element.getSimpleName().toString(),
            """
            %4$s extends thaw.wire.CollectionShape<%1$s, %2$s> {
                @@(thaw.wire.Shape<%2$s> elements) {
                  super(elements);
                }

                @Override
                protected %1$s empty() {
                  return new %3$s();
                }
              }\
            """
                .formatted(Wildcards.text(type), Wildcards.text(of), made, parameters(elements)));
    return make(name, elements);
  }

  private Expr map(DeclaredType type, TypeElement element, DeclaredType map, Element at) {
    TypeMirror keyType = argument(map, 0, type, at);
    TypeMirror valueType = argument(map, 1, type, at);
    Expr keys = shapes.key(keyType);
    if (keys == null) {
      throw new Mistake(
          at,
          "keys of a map cannot be of the type " + Names.text(keyType),
          "take strings, enums, numbers without fraction, or a type with a TextShape in"
              + " @DescribedTypes(with = ...)");
    }
    Expr values = shapes.of(valueType, at);
    if (element.getQualifiedName().contentEquals("java.util.Map")) {
      return keys.code().equals("thaw.wire.TextShapes.STRING")
          ? Expr.call("thaw.wire.Shapes.map", Expr.Place.CLASS, values)
          : Expr.call("thaw.wire.Shapes.map", Expr.Place.CLASS, keys, values);
    }
    String made =
        element.getQualifiedName().contentEquals("java.util.EnumMap")
            ? "java.util.EnumMap<>(" + Wildcards.text(keyType) + ".class"
            : made(type, element, at) + "(";
    Expr both = new Expr("", keys.place().and(values.place()), false);
    String name =
        file.nested(
            element.getSimpleName().toString(),
            """
            %5$s extends thaw.wire.MapShape<%1$s, %2$s, %3$s> {
                @@(thaw.wire.TextShape<%2$s> keys, thaw.wire.Shape<%3$s> values) {
                  super(keys, values);
                }

                @Override
                protected %1$s empty() {
                  return new %4$s);
                }
              }\
            """
                .formatted(
                    Wildcards.text(type),
                    Wildcards.text(keyType),
                    Wildcards.text(valueType),
                    made,
                    parameters(both)));
    return make(name, keys, values);
  }

  /** The class that is made when such a collection is read, with its arguments. */
  private String made(DeclaredType type, TypeElement element, Element at) {
    String known = Known.MADE_AS.get(element.getQualifiedName().toString());
    if (known != null) {
      return known + "<>";
    }
    if (Catalog.isMade(element, file.home) && Tools.isVisible(element, file.home)) {
      return Wildcards.text(type);
    }
    throw new Mistake(
        at,
        "no " + element.getQualifiedName() + " can be made when one is read",
        "take List, Set or Map, or a class that has a constructor without parameters, or give a"
            + " shape with @With");
  }

  private static TypeMirror argument(
      DeclaredType container, int index, DeclaredType type, Element at) {
    if (container.getTypeArguments().size() <= index) {
      throw new Mistake(
          at,
          Names.text(type) + " says not what is in it",
          "name the type of its elements: " + Names.text(type) + "<String>, for example");
    }
    return container.getTypeArguments().get(index);
  }

  private static Expr call(String callee, Expr elements) {
    return Expr.call(callee, Expr.Place.CLASS, elements);
  }

  /** Type parameters for a class inside, which does not see those of the class around. */
  private String parameters(Expr elements) {
    return elements.place() == Expr.Place.INSTANCE ? Names.parameters(file.type) : "";
  }

  private static Expr make(String name, Expr... arguments) {
    Expr made = Expr.call("new " + name, Expr.Place.CLASS, arguments);
    return made.place() == Expr.Place.INSTANCE
        ? Expr.call("new " + name + "<>", Expr.Place.CLASS, arguments)
        : made;
  }
}
