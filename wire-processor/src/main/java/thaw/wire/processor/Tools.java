package thaw.wire.processor;

import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** The compiler's knowledge of types. */
record Tools(Elements elements, Types types) {

  /** The element of a class, an interface, a record or an enum; null for other types. */
  static @Nullable TypeElement element(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        ? (TypeElement) ((DeclaredType) type).asElement()
        : null;
  }

  /** Returns whether a type is one, or is below it. */
  boolean isA(TypeMirror type, String superclass) {
    TypeElement above = elements.getTypeElement(superclass);
    return above != null && types.isSubtype(types.erasure(type), types.erasure(above.asType()));
  }

  /** A type as one of its supertypes, with that one's arguments; null when it is none. */
  @Nullable DeclaredType as(TypeMirror type, String superclass) {
    if (type.getKind() == TypeKind.DECLARED) {
      DeclaredType declared = (DeclaredType) type;
      if (((TypeElement) declared.asElement()).getQualifiedName().contentEquals(superclass)) {
        return declared;
      }
      for (TypeMirror above : types.directSupertypes(type)) {
        DeclaredType found = as(above, superclass);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Returns whether code of a package may name an element, and everything around it. */
  static boolean isVisible(Element element, PackageElement from) {
    boolean inside = Names.packageOf(element).equals(from);
    for (Element at = element;
        at != null && at.getKind() != ElementKind.PACKAGE;
        at = at.getEnclosingElement()) {
      if (inside
          ? at.getModifiers().contains(Modifier.PRIVATE)
          : !at.getModifiers().contains(Modifier.PUBLIC)) {
        return false;
      }
    }
    return true;
  }
}
