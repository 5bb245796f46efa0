package thaw.wire.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Values of annotations that are classes, which the compiler has as types only. */
final class Marks {
  private Marks() {}

  /** The class that an annotation's attribute names; null when there is no such annotation. */
  static @Nullable TypeMirror type(Element element, Class<?> annotation, String attribute) {
    List<TypeMirror> types = types(element, annotation, attribute);
    return types.isEmpty() ? null : types.get(0);
  }

  /** Those of an attribute that is an array, or is one class; empty when there is none. */
  static List<TypeMirror> types(Element element, Class<?> annotation, String attribute) {
    List<TypeMirror> types = new ArrayList<>();
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
      if (type.getQualifiedName().contentEquals(annotation.getName())) {
        types.addAll(types(mirror, attribute));
      }
    }
    return types;
  }

  /** Those of one annotation. */
  static List<TypeMirror> types(AnnotationMirror mirror, String attribute) {
    List<TypeMirror> types = new ArrayList<>();
    Object value = value(mirror, attribute);
    if (value != null) {
      add(types, value);
    }
    return types;
  }

  /** Returns the value that an annotation's attribute was given; null when it was given nothing. */
  static @Nullable Object value(AnnotationMirror mirror, String attribute) {
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> value :
        mirror.getElementValues().entrySet()) {
      if (value.getKey().getSimpleName().contentEquals(attribute)) {
        return value.getValue().getValue();
      }
    }
    return null;
  }

  private static void add(List<TypeMirror> types, Object value) {
    if (value instanceof TypeMirror type) {
      types.add(type);
    } else if (value instanceof List<?> list) {
      for (Object each : list) {
        add(types, ((AnnotationValue) each).getValue());
      }
    }
  }
}
