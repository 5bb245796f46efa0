package thaw.wire.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import thaw.wire.Key;

/**
 * Shapes of enums: by the names and places of the constants, or by what {@code @Key} gives them.
 */
final class EnumShapes {
  /**
   * A constant of an enum.
   *
   * @param constant its name in Java
   * @param name in documents
   * @param number in protobuf
   * @param code in FIX; empty if it has none
   */
  record Constant(String constant, String name, int number, String code) {}

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

  /** The constants of an enum in the order of their declaration, no two of them the same. */
  static List<Constant> constants(TypeElement type) {
    List<Constant> constants = new ArrayList<>();
    Map<String, Element> names = new HashMap<>();
    Map<Integer, String> numbers = new HashMap<>();
    Set<String> codes = new HashSet<>();
    int next = 0;
    for (Element each : type.getEnclosedElements()) {
      if (each.getKind() != ElementKind.ENUM_CONSTANT) {
        continue;
      }
      String own = each.getSimpleName().toString();
      Key key = each.getAnnotation(Key.class);
      String name = key == null || key.name().isEmpty() ? own : key.name();
      int number = key == null || key.number() == 0 ? next : key.number();
      next = number + 1;
      if (names.put(name, each) != null) {
        throw new Mistake(
            each,
            "two constants of " + type.getQualifiedName() + " are called " + Names.literal(name),
            "give one of them another name with @Key(name = ...)");
      }
      String other = numbers.put(number, own);
      if (other != null) {
        throw new Mistake(
            each,
            "the constants " + other + " and " + own + " both have the number " + number,
            "give one of them another number with @Key(number = ...); without it, a constant's"
                + " number is one more than that of the constant before");
      }
      if (key != null && (key.length() != 0 || key.elements() != 0)) {
        throw new Mistake(
            each,
            "the constant " + own + " of an enum has a tag of data or of elements",
            "give the tag to fields: a constant has a name, a number and a code");
      }
      String code = key == null ? "" : key.code();
      if (!code.isEmpty() && !codes.add(code)) {
        throw new Mistake(
            each,
            "two constants of " + type.getQualifiedName() + " have the code " + Names.literal(code),
            "give one of them another code with @Key(code = ...)");
      }
      constants.add(new Constant(own, name, number, code));
    }
    if (!codes.isEmpty() && codes.size() != constants.size()) {
      throw new Mistake(
          type,
          "some constants of " + type.getQualifiedName() + " have a code, and others do not",
          "give each of them one with @Key(code = ...)");
    }
    return constants;
  }

  Expr of(TypeElement type) {
    String name = type.getQualifiedName().toString();
    Expr values = new Expr(file.enumValues(name), Expr.Place.CLASS, true);
    if (isPlain(type)) {
      return Expr.call("new thaw.wire.EnumShape<>", Expr.Place.CLASS, values);
    }
    StringBuilder names = new StringBuilder();
    StringBuilder numbers = new StringBuilder();
    StringBuilder codes = new StringBuilder();
    boolean named = false;
    boolean numbered = false;
    boolean coded = false;
    List<Constant> constants = constants(type);
    for (int i = 0; i < constants.size(); i++) {
      Constant each = constants.get(i);
      named |= !each.name().equals(each.constant());
      numbered |= each.number() != i;
      coded |= !each.code().isEmpty();
      names.append(i == 0 ? "" : ", ").append(Names.literal(each.name()));
      numbers.append(i == 0 ? "" : ", ").append(each.number());
      codes.append(i == 0 ? "" : ", ").append(Names.literal(each.code()));
    }
    return Expr.call(
        "new thaw.wire.EnumShape<>",
        Expr.Place.CLASS,
        values,
        array(named, "String", names),
        array(numbered, "int", numbers),
        array(coded, "String", codes));
  }

  private static Expr array(boolean given, String type, StringBuilder values) {
    return new Expr(
        given ? "new " + type + "[] {" + values + "}" : "null", Expr.Place.CLASS, false);
  }
}
