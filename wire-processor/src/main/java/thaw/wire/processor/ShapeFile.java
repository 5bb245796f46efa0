package thaw.wire.processor;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;

/** The source of one shape while it is written. */
final class ShapeFile {
  /** The type that it describes. */
  final TypeElement type;

  /** Whose code it is part of. */
  final PackageElement home;

  final String packageName;
  final String className;
  final StringBuilder fields = new StringBuilder();
  final StringBuilder methods = new StringBuilder();

  private final Map<String, String> byCode = new LinkedHashMap<>();
  private final Map<String, String> classes = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>();
  private final StringBuilder constants = new StringBuilder();
  private final StringBuilder parts = new StringBuilder();
  private final StringBuilder members = new StringBuilder();
  private final StringBuilder constructor = new StringBuilder();
  private final StringBuilder nested = new StringBuilder();
  private final Set<String> helpers = new HashSet<>();

  ShapeFile(TypeElement type, PackageElement home, String packageName, String className) {
    this.type = type;
    this.home = home;
    this.packageName = packageName;
    this.className = className;
  }

  String binaryName() {
    return packageName.isEmpty() ? className : packageName + "." + className;
  }

  boolean isGeneric() {
    return !type.getTypeParameters().isEmpty();
  }

  /** A name for the shape of an expression, which is evaluated once. */
  String shape(Expr expr, String shapeType) {
    if (expr.name()) {
      return expr.code();
    }
    String known = byCode.get(expr.code());
    if (known != null) {
      return known;
    }
    int number = byCode.size() + 1;
    String name =
        switch (expr.place()) {
          case CLASS -> "SHAPE_" + number;
          case PARTS -> "Parts.SHAPE_" + number;
          case INSTANCE -> "shape" + number;
        };
    switch (expr.place()) {
      case CLASS -> constant(constants, "  private static final ", shapeType, name, expr.code());
      case PARTS -> constant(parts, "    static final ", shapeType, "SHAPE_" + number, expr.code());
      case INSTANCE -> {
        members.append("  private final ").append(shapeType).append(' ').append(name).append(";\n");
        constructor.append("    ").append(name).append(" = ").append(expr.code()).append(";\n");
      }
    }
    byCode.put(expr.code(), name);
    return name;
  }

  /** The constant with all values of an enum. */
  String enumValues(String enumType) {
    String code = enumType + ".values()";
    String known = byCode.get(code);
    if (known == null) {
      known = "VALUES_" + (byCode.size() + 1);
      constant(constants, "  private static final ", enumType + "[]", known, code);
      byCode.put(code, known);
    }
    return known;
  }

  /**
   * A class inside.
   *
   * @param body all after the name, with {@code @@} where the name is again
   * @return its name
   */
  String nested(String base, String body) {
    String known = classes.get(body);
    if (known != null) {
      return known;
    }
    String name = base;
    for (int i = 2; !names.add(name) || name.equals(className); i++) {
      name = base + i;
    }
    classes.put(body, name);
    nested
        .append("\n  private static final class ")
        .append(name)
        .append(body.startsWith("<") ? "" : " ")
        .append(body.strip().replace("@@", name))
        .append("\n");
    return name;
  }

  /** A method for the values of optionals, or of custom shapes of primitives; once. */
  void helper(String method) {
    if (helpers.add(method)) {
      methods.append("\n").append(method);
    }
  }

  private static void constant(
      StringBuilder to, String modifiers, String type, String name, String code) {
    to.append(modifiers)
        .append(type)
        .append(' ')
        .append(name)
        .append(" =\n        ")
        .append(code)
        .append(";\n");
  }

  /**
   * The whole of it.
   *
   * @param generated an annotation that says so, or nothing
   */
  String text(String generated) {
    StringBuilder text = new StringBuilder();
    if (!packageName.isEmpty()) {
      text.append("package ").append(packageName).append(";\n\n");
    }
    String self = Names.self(type);
    text.append("/** The fields of {@code ")
        .append(type.getQualifiedName())
        .append("}, as thaw.wire has them. Made from it: changes here are lost. */\n")
        .append(generated)
        .append(
            "@SuppressWarnings({\"unchecked\", \"cast\", \"rawtypes\", \"deprecation\", \"removal\"})\n")
        .append("public final class ")
        .append(className)
        .append(Names.parameters(type))
        .append(" extends thaw.wire.SplitShape<")
        .append(self)
        .append("> {\n");
    if (!isGeneric()) {
      text.append("  /** The only one that is needed. */\n  public static final ")
          .append(className)
          .append(" SHAPE = new ")
          .append(className)
          .append("();\n\n");
    }
    text.append(fields).append(constants);
    for (TypeParameterElement parameter : type.getTypeParameters()) {
      text.append("  private final ").append(parameter(parameter)).append(";\n");
    }
    text.append(members);
    text.append(
            isGeneric()
                ? "\n  /** With the shapes of its parameters. */\n"
                : "\n  /** For those who look for it by its name. */\n")
        .append("  public ")
        .append(className)
        .append('(')
        .append(parameters())
        .append(") {\n");
    for (TypeParameterElement parameter : type.getTypeParameters()) {
      String name = shapeOf(parameter.getSimpleName());
      text.append("    this.").append(name).append(" = ").append(name).append(";\n");
    }
    text.append(constructor).append("  }\n").append(methods);
    if (parts.length() > 0) {
      text.append(
              "\n  /** In a class of their own, so that no two shapes wait for each other. */\n")
          .append("  private static final class Parts {\n")
          .append(parts)
          .append("  }\n");
    }
    return text.append(nested).append("}\n").toString();
  }

  private String parameters() {
    StringBuilder text = new StringBuilder();
    for (TypeParameterElement parameter : type.getTypeParameters()) {
      text.append(text.length() == 0 ? "" : ", ").append(parameter(parameter));
    }
    return text.toString();
  }

  private static String parameter(TypeParameterElement parameter) {
    return "thaw.wire.Shape<"
        + parameter.getSimpleName()
        + "> "
        + shapeOf(parameter.getSimpleName());
  }

  /** The shape of a type parameter. */
  static String shapeOf(CharSequence parameter) {
    return "of" + parameter;
  }
}
