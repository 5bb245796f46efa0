package thaw.wire.processor;

import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Generic types that contain each other. The shape of one is made with those of its type arguments,
 * and so makes that of the other, without end.
 */
final class Cycles {
  private Cycles() {}

  /**
   * Returns whether a generic type has a field, itself or in a generic type of a field, of another
   * type.
   */
  static boolean leadsTo(TypeElement from, TypeElement to) {
    return !to.getTypeParameters().isEmpty() && reaches(from, to, new HashSet<>());
  }

  private static boolean reaches(TypeElement from, TypeElement to, Set<TypeElement> seen) {
    if (from.equals(to)) {
      return true;
    }
    if (from.getTypeParameters().isEmpty() || !seen.add(from)) {
      return false;
    }
    if (mentions(from.getSuperclass(), to, seen)) {
      return true;
    }
    if (from.getKind() == ElementKind.RECORD || from.getKind() == ElementKind.CLASS) {
      for (VariableElement field : ElementFilter.fieldsIn(from.getEnclosedElements())) {
        if (mentions(field.asType(), to, seen)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean mentions(TypeMirror type, TypeElement to, Set<TypeElement> seen) {
    if (type.getKind() == TypeKind.ARRAY) {
      return mentions(((ArrayType) type).getComponentType(), to, seen);
    }
    if (type.getKind() != TypeKind.DECLARED) {
      return false;
    }
    DeclaredType declared = (DeclaredType) type;
    if (reaches((TypeElement) declared.asElement(), to, seen)) {
      return true;
    }
    for (TypeMirror argument : declared.getTypeArguments()) {
      if (mentions(argument, to, seen)) {
        return true;
      }
    }
    return false;
  }
}
