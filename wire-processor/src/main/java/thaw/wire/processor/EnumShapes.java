package thaw.wire.processor;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import thaw.wire.Key;

/** Shapes of enums: by the names of the constants, or by those that {@code @Key} gives them. */
final class EnumShapes {
  private final ShapeFile file;

  EnumShapes(ShapeFile file) {
    this.file = file;
  }

  /** Returns whether each constant is called in documents as it is in Java. */
  static boolean isPlain(TypeElement type) {
    for (Element each : type.getEnclosedElements()) {
      if (each.getKind() == ElementKind.ENUM_CONSTANT && each.getAnnotation(Key.class) != null) {
        return false;
      }
    }
    return true;
  }

  Expr of(TypeElement type) {
    String name = type.getQualifiedName().toString();
    return isPlain(type)
        ? Expr.call(
            "new thaw.wire.EnumShape<>",
            Expr.Place.CLASS,
            new Expr(file.enumValues(name), Expr.Place.CLASS, true))
        : Expr.call("new " + named(type, name), Expr.Place.CLASS);
  }

  private String named(TypeElement type, String name) {
    Map<String, String> constants = new LinkedHashMap<>();
    for (Element each : type.getEnclosedElements()) {
      if (each.getKind() == ElementKind.ENUM_CONSTANT) {
        Key key = each.getAnnotation(Key.class);
        String text =
            key == null || key.name().isEmpty() ? each.getSimpleName().toString() : key.name();
        if (key != null && key.number() != 0) {
          throw new Mistake(
              each,
              "the constant " + each.getSimpleName() + " of an enum has a number",
              "give it a name only: constants are written as names");
        }
        if (constants.put(text, each.getSimpleName().toString()) != null) {
          throw new Mistake(
              each,
              "two constants of " + name + " are called " + Names.literal(text),
              "give one of them another name with @Key(name = ...)");
        }
      }
    }
    StringBuilder texts = new StringBuilder();
    StringBuilder parses = new StringBuilder();
    for (Map.Entry<String, String> constant : constants.entrySet()) {
      String literal = Names.literal(constant.getKey());
      String value = name + "." + constant.getValue();
      texts.append(
          """
                if (value == %s) {
                  return %s;
                }
          """
              .formatted(value, literal));
      parses.append(
          """
                if (text.equals(%s)) {
                  return %s;
                }
          """
              .formatted(literal, value));
    }
    return file.nested(
        type.getSimpleName() + "Text",
        """
         extends thaw.wire.TextShape<%1$s> {
            @Override
            protected String text(%1$s value) {
        %2$s      return value.name();
            }

            @Override
            protected %1$s parse(String text) {
        %3$s      throw new IllegalArgumentException("no constant of that name: ".concat(text));
            }
          }\
        """
            .formatted(name, texts, parses));
  }
}
