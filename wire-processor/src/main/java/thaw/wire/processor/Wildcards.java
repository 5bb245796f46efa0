package thaw.wire.processor;

import javax.lang.model.element.TypeElement;
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
    switch (type.getKind()) {
      case BOOLEAN:
        return "Boolean";
      case BYTE:
        return "Byte";
      case SHORT:
        return "Short";
      case INT:
        return "Integer";
      case LONG:
        return "Long";
      case FLOAT:
        return "Float";
      case DOUBLE:
        return "Double";
      case CHAR:
        return "Character";
      case ARRAY:
        TypeMirror component = ((ArrayType) type).getComponentType();
        return (component.getKind().isPrimitive() ? Names.text(component) : text(component)) + "[]";
      case WILDCARD:
        TypeMirror bound = ((WildcardType) type).getExtendsBound();
        return bound == null ? "java.lang.Object" : text(bound);
      case DECLARED:
        DeclaredType declared = (DeclaredType) type;
        StringBuilder text =
            new StringBuilder(((TypeElement) declared.asElement()).getQualifiedName());
        String before = "<";
        for (TypeMirror argument : declared.getTypeArguments()) {
          text.append(before).append(text(argument));
          before = ", ";
        }
        return declared.getTypeArguments().isEmpty() ? text.toString() : text + ">";
      default:
        return Names.text(type);
    }
  }
}
