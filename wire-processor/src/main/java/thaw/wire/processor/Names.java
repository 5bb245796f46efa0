package thaw.wire.processor;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** Names types and fields in the code that is written. */
final class Names {
  private Names() {}

  /** A type as code: with full names, and without annotations. */
  static String text(TypeMirror type) {
    return switch (type.getKind()) {
      case ARRAY -> text(((ArrayType) type).getComponentType()) + "[]";
      case DECLARED -> declared((DeclaredType) type, Names::text);
      case TYPEVAR -> ((TypeVariable) type).asElement().getSimpleName().toString();
      case WILDCARD -> {
        WildcardType wildcard = (WildcardType) type;
        yield wildcard.getExtendsBound() != null
            ? "? extends " + text(wildcard.getExtendsBound())
            : wildcard.getSuperBound() != null ? "? super " + text(wildcard.getSuperBound()) : "?";
      }
      default -> type.getKind().name().toLowerCase(Locale.ROOT);
    };
  }

  /** A class with its arguments, each as code. */
  static String declared(DeclaredType type, Function<TypeMirror, String> argumentText) {
    String name = ((TypeElement) type.asElement()).getQualifiedName().toString();
    StringJoiner arguments = new StringJoiner(", ", "<", ">").setEmptyValue("");
    for (TypeMirror argument : type.getTypeArguments()) {
      arguments.add(argumentText.apply(argument));
    }
    return name + arguments;
  }

  /** The type of an element, with its own parameters as arguments. */
  static String self(TypeElement type) {
    return text(type.asType());
  }

  /** {@code <T extends a.B>}, or nothing. */
  static String parameters(TypeElement type) {
    if (type.getTypeParameters().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    String before = "<";
    for (TypeParameterElement parameter : type.getTypeParameters()) {
      text.append(before).append(parameter.getSimpleName());
      String bounds = " extends ";
      for (TypeMirror bound : parameter.getBounds()) {
        if (!text(bound).equals("java.lang.Object")) {
          text.append(bounds).append(text(bound));
          bounds = " & ";
        }
      }
      before = ", ";
    }
    return text.append(">").toString();
  }

  static PackageElement packageOf(Element element) {
    Element at = element;
    while (at != null && !(at instanceof PackageElement)) {
      at = at.getEnclosingElement();
    }
    return (PackageElement) Objects.requireNonNull(at);
  }

  /** The class that is not inside another one. */
  static TypeElement outermost(TypeElement type) {
    TypeElement at = type;
    while (at.getEnclosingElement() instanceof TypeElement outer) {
      at = outer;
    }
    return at;
  }

  /** {@code Outer_InnerShape}. */
  static String shapeClass(TypeElement type) {
    StringBuilder name = new StringBuilder(type.getSimpleName());
    TypeElement at = type;
    while (at.getEnclosingElement() instanceof TypeElement outer) {
      name.insert(0, outer.getSimpleName() + "_");
      at = outer;
    }
    return name + "Shape";
  }

  /**
   * A constant's name that is not taken: {@code UNIT_PRICE} for {@code unitPrice}. Those that
   * {@link ShapeFile} gives are never.
   */
  static String constant(String name, Set<String> taken) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (i > 0 && Character.isUpperCase(c) && !Character.isUpperCase(name.charAt(i - 1))) {
        text.append('_');
      }
      text.append(Character.isJavaIdentifierPart(c) ? Character.toUpperCase(c) : '_');
    }
    if (!Character.isJavaIdentifierStart(text.charAt(0)) || text.toString().equals("_")) {
      text.insert(0, "F_");
    }
    if (text.toString().matches("(SHAPE|VALUES)_[0-9]+")) {
      text.append('_');
    }
    while (!taken.add(text.toString())) {
      text.append('_');
    }
    return text.toString();
  }

  /** A literal of a string. */
  static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        literal.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        literal.append(String.format(c < ' ' ? "\\%03o" : "\\u%04x", (int) c));
      } else {
        literal.append(c);
      }
    }
    return literal.append('"').toString();
  }

  /** Returns the value that a field of the type has when nobody sets it. */
  static String zero(TypeMirror type) {
    TypeKind kind = type.getKind();
    if (!kind.isPrimitive()) {
      return "null";
    }
    return switch (kind) {
      case BOOLEAN -> "false";
      case BYTE -> "(byte) 0";
      case SHORT -> "(short) 0";
      case CHAR -> "'\\0'";
      default -> "0";
    };
  }
}
