package thaw.wire.processor;

import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Types that have wildcards somewhere: shapes have the bounds in their place. */
final class Wildcards {
  private Wildcards() {}

  static boolean isIn(TypeMirror type) {
    if (type.getKind() == TypeKind.ARRAY) {
      return isIn(((ArrayType) type).getComponentType());
    }
    if (type.getKind() == TypeKind.DECLARED) {
      for (TypeMirror argument : ((DeclaredType) type).getTypeArguments()) {
        if (isIn(argument)) {
          return true;
        }
      }
    }
    return type.getKind() == TypeKind.WILDCARD;
  }

  /** The type as code, boxed where it is primitive, with bounds instead of wildcards. */
  static String text(TypeMirror type) {
    return switch (type.getKind()) {
      case BOOLEAN -> "java.lang.Boolean";
      case BYTE -> "java.lang.Byte";
      case SHORT -> "java.lang.Short";
      case INT -> "java.lang.Integer";
      case LONG -> "java.lang.Long";
      case FLOAT -> "java.lang.Float";
      case DOUBLE -> "java.lang.Double";
      case CHAR -> "java.lang.Character";
      case ARRAY -> {
        TypeMirror component = ((ArrayType) type).getComponentType();
        yield (component.getKind().isPrimitive() ? Names.text(component) : text(component)) + "[]";
      }
      case WILDCARD -> {
        TypeMirror bound = ((WildcardType) type).getExtendsBound();
        yield bound == null ? "java.lang.Object" : text(bound);
      }
      case DECLARED -> Names.declared((DeclaredType) type, Wildcards::text);
      default -> Names.text(type);
    };
  }
}
