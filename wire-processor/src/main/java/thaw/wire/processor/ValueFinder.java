package thaw.wire.processor;

import java.util.Map;
import java.util.Objects;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Finds how the values of properties are written and read: by the wire's own methods if it has. */
final class ValueFinder {
  private static final Map<String, String> METHODS =
      Map.ofEntries(
          Map.entry("boolean", "bool"),
          Map.entry("byte", "int8"),
          Map.entry("short", "int16"),
          Map.entry("int", "int32"),
          Map.entry("long", "int64"),
          Map.entry("float", "float32"),
          Map.entry("double", "float64"),
          Map.entry("char", "character"),
          Map.entry("java.lang.String", "string"),
          Map.entry("byte[]", "bytes"),
          Map.entry("java.math.BigDecimal", "decimal"),
          Map.entry("java.time.Instant", "timestamp"));

  private static final String OPTIONAL =
      """
        /** The value in there, or null. */
        private static <O> O or(java.util.Optional<O> optional) {
          return optional == null ? null : optional.orElse(null);
        }
      """;

  private static final String KEEP =
      """
        /** Returns what was read, or the value before if that was null. */
        private static <O> O or(O read, O before) {
          return read == null ? before : read;
        }
      """;

  private final Tools tools;
  private final Catalog catalog;
  private final TypeShapes shapes;
  private final ShapeFile file;

  ValueFinder(Tools tools, Catalog catalog, TypeShapes shapes, ShapeFile file) {
    this.tools = tools;
    this.catalog = catalog;
    this.shapes = shapes;
    this.file = file;
  }

  Value of(Property property) {
    Property.Asked with = property.with();
    return with == null ? of(property.type(), property.element()) : with(property, with);
  }

  private Value with(Property property, Property.Asked with) {
    TypeMirror type = property.type();
    Expr shape = shapes.with(with, type, property.element());
    Value value = Value.direct("value", "null").with(file.shape(shape, TypeShapes.shapeType(type)));
    if (!type.getKind().isPrimitive()) {
      return value;
    }
    file.helper(KEEP);
    return value.keeping(Names.zero(type));
  }

  private Value of(TypeMirror type, Element at) {
    TypeElement element = Tools.element(type);
    TypeElement custom = element == null ? null : catalog.custom(element);
    String method = METHODS.get(Names.text(type));
    if (method != null && custom == null) {
      return Value.direct(method, Names.zero(type));
    }
    if (element != null && custom == null) {
      String name = element.getQualifiedName().toString();
      if (element.getKind() == ElementKind.ENUM && EnumShapes.isPlain(element)) {
        return Value.direct("enumeration", "null").with(file.enumValues(name));
      }
      if (name.startsWith("java.util.Optional")) {
        return optional(name, (DeclaredType) type, at);
      }
    }
    return shaped(type, at);
  }

  private Value shaped(TypeMirror type, Element at) {
    Expr expr = shapes.of(type, at);
    String list = "thaw.wire.Shapes.list(";
    Value value;
    if (expr.code().startsWith(list)) {
      // What the wire has itself: a list, or a map by names, of some shape.
      value = element("list", ((DeclaredType) type).getTypeArguments().get(0), at);
    } else if (Names.text(tools.types().erasure(type)).equals("java.util.Map")
        && Names.text(((DeclaredType) type).getTypeArguments().get(0)).equals("java.lang.String")) {
      value = element("map", ((DeclaredType) type).getTypeArguments().get(1), at);
    } else {
      value = Value.direct("value", "null").with(file.shape(expr, TypeShapes.shapeType(type)));
    }
    return Wildcards.isIn(type)
        ? value.casting(
            "(" + Wildcards.text(type) + ") (Object) ", "(" + Names.text(type) + ") (Object) ")
        : value;
  }

  private Value element(String method, TypeMirror type, Element at) {
    String shape = file.shape(shapes.of(type, at), TypeShapes.shapeType(type));
    return Value.direct(method, "null").with(shape);
  }

  private Value optional(String name, DeclaredType type, Element at) {
    if (!name.equals("java.util.Optional")) {
      String kind = name.substring("java.util.Optional".length());
      String box = kind.equals("Int") ? "Integer" : kind;
      file.helper(
          """
            /** The value in there, or null. */
            private static %1$s or(java.util.Optional%2$s optional) {
              return optional == null || optional.isEmpty() ? null : optional.getAs%2$s();
            }

            private static java.util.Optional%2$s optional(%1$s value) {
              return value == null ? java.util.Optional%2$s.empty() : java.util.Optional%2$s.of(value);
            }
          """
              .formatted(box, kind));
      Expr shape = Objects.requireNonNull(Known.SHAPES.get("java.lang." + box));
      return Value.direct("value", "null").with(shape.code()).wrapped("or", "optional(");
    }
    if (type.getTypeArguments().isEmpty()) {
      throw new Mistake(
          at, "Optional says not what is in it", "name it: Optional<String>, for example");
    }
    file.helper(OPTIONAL);
    return of(type.getTypeArguments().get(0), at).wrapped("or", "java.util.Optional.ofNullable(");
  }
}
