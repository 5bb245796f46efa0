package thaw.wire.processor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;

/** The source of one shape while it is written. */
final class ShapeFile {
  /** The type that it describes. */
  final TypeElement type;

  /** The package of which the file is a part. */
  final PackageElement home;

  final String packageName;
  final String className;
  private final StringBuilder fields = new StringBuilder();
  final StringBuilder methods = new StringBuilder();

  private final Map<String, String> byCode = new LinkedHashMap<>();
  private final Map<String, String> classes = new LinkedHashMap<>();
  private final Set<String> names = new HashSet<>(Set.of("Others"));
  private final StringBuilder constants = new StringBuilder();
  private final StringBuilder others = new StringBuilder();
  private final StringBuilder members = new StringBuilder();
  private final StringBuilder constructor = new StringBuilder();
  private final StringBuilder nested = new StringBuilder();
  private final Set<String> helpers = new HashSet<>();
  private final List<DescribedPart> parts = new ArrayList<>();
  private final Map<String, String> fieldConstants = new LinkedHashMap<>();
  private final Set<String> constantNames = new HashSet<>(Set.of("SHAPE"));
  private final Set<String> partNames = new HashSet<>();

  ShapeFile(TypeElement type, PackageElement home, String packageName, String className) {
    this.type = type;
    this.home = home;
    this.packageName = packageName;
    this.className = className;
    parts.add(new DescribedPart(type, 0, ""));
  }

  /** All types that it describes, the first of them the one that it is called after. */
  List<DescribedPart> parts() {
    return parts;
  }

  /** The shape of a type that is a part of this class, from now on if it was not. */
  Expr part(TypeElement described) {
    DescribedPart part = partOf(described);
    return new Expr(
        part.isFirst() ? "SHAPE" : Names.constant(part.name(), new HashSet<>()) + "_PART",
        Expr.Place.CLASS,
        true);
  }

  /** The part that a type is, from now on if it was not. */
  DescribedPart partOf(TypeElement described) {
    for (DescribedPart part : parts) {
      if (part.type().equals(described)) {
        return part;
      }
    }
    String simple = described.getSimpleName().toString();
    String name = simple;
    for (int i = 2;
        !partNames.add(name) || !constantNames.add(Names.constant(name, new HashSet<>()) + "_PART");
        i++) {
      name = simple + "_" + i;
    }
    DescribedPart part = new DescribedPart(described, parts.size(), name);
    parts.add(part);
    return part;
  }

  /** The constant of a field; parts share one if number, name and calls are the same. */
  String field(DescribedPart part, String wanted, int number, String name, String calls) {
    String code = "thaw.wire.Field.of(" + number + ", " + Names.literal(name) + ")" + calls;
    String known = fieldConstants.get(code);
    if (known != null) {
      return known;
    }
    String constant = wanted;
    if (!part.isFirst() && constantNames.contains(wanted)) {
      constant = Names.constant(part.name(), new HashSet<>()) + "_" + wanted;
    }
    while (!constantNames.add(constant)) {
      constant += "_";
    }
    fieldConstants.put(code, constant);
    constant(fields, "  private static final ", "thaw.wire.Field", constant, code);
    return constant;
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
          case OTHERS -> "Others.SHAPE_" + number;
          case INSTANCE -> "shape" + number;
        };
    switch (expr.place()) {
      case CLASS -> constant(constants, "  private static final ", shapeType, name, expr.code());
      case OTHERS ->
          constant(others, "    static final ", shapeType, "SHAPE_" + number, expr.code());
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
    head(text, generated);
    if (!isGeneric()) {
      text.append("  /** The only one that is needed. */\n  public static final ")
          .append(className)
          .append(" SHAPE = new ")
          .append(className)
          .append("();\n\n");
    }
    text.append(fields);
    for (DescribedPart part : parts) {
      if (!part.isFirst()) {
        constant(
            text,
            "  private static final ",
            "thaw.wire.Shape<" + part.self() + ">",
            part(part.type()).code(),
            "part(new " + className + "(" + part.number() + "))");
      }
    }
    text.append(constants);
    for (TypeParameterElement parameter : type.getTypeParameters()) {
      text.append("  private final ").append(parameter(parameter)).append(";\n");
    }
    text.append(members);
    constructors(text);
    text.append(methods);
    if (others.length() > 0) {
      text.append(
              "\n  /** Keeps shapes of other types, so that no two shapes wait for each other. */\n")
          .append("  private static final class Others {\n")
          .append(others)
          .append("  }\n");
    }
    return text.append(nested).append("}\n").toString();
  }

  private void head(StringBuilder text, String generated) {
    if (!packageName.isEmpty()) {
      text.append("package ").append(packageName).append(";\n\n");
    }
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
        .append(Names.self(type))
        .append("> {\n");
  }

  private void constructors(StringBuilder text) {
    text.append(
            isGeneric()
                ? "\n  /** Makes one with the shapes of its parameters. */\n"
                : "\n  /** Makes one, for those who look for it by its name. */\n")
        .append("  public ")
        .append(className)
        .append('(')
        .append(parameters())
        .append(") {\n");
    for (TypeParameterElement parameter : type.getTypeParameters()) {
      String name = shapeOf(parameter.getSimpleName());
      text.append("    this.").append(name).append(" = ").append(name).append(";\n");
    }
    text.append(constructor).append("  }\n");
    if (parts.size() > 1) {
      text.append("\n  private ").append(className).append("(int part) {\n    super(part);\n  }\n");
      dispatch(text, "protected void write", "", "write");
      dispatch(text, "protected Object read", "return ", "read");
    }
  }

  /** The method that goes to that of a part. */
  private void dispatch(StringBuilder text, String head, String returns, String verb) {
    text.append("\n  @Override\n  ")
        .append(head)
        .append("Part(thaw.wire.Wire w, int number, Object value) {\n    switch (number) {\n");
    for (DescribedPart part : parts) {
      if (!part.isFirst()) {
        text.append(part.number() == parts.size() - 1 ? "      default:\n" : "      case ")
            .append(part.number() == parts.size() - 1 ? "" : part.number() + ":\n")
            .append("        ")
            .append(returns)
            .append(part.method(verb))
            .append("(w, value);\n")
            .append(returns.isEmpty() ? "        break;\n" : "");
      }
    }
    text.append("    }\n  }\n");
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
