package thaw.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import thaw.program.ThawException;

/** Gives annotated fields and parameters what they stand for. */
final class FieldInjection {
  private FieldInjection() {}

  static boolean isAnnotated(AnnotatedElement element) {
    return AnnotationSupport.isAnnotated(element, ThawFunction.class)
        || AnnotationSupport.isAnnotated(element, ThawApi.class);
  }

  /** Fields of the class and of those that it extends. */
  static List<Field> fields(Class<?> type, boolean ofClass) {
    Predicate<Field> wanted =
        field -> isAnnotated(field) && Modifier.isStatic(field.getModifiers()) == ofClass;
    return ReflectionSupport.findFields(type, wanted, HierarchyTraversalMode.TOP_DOWN);
  }

  /**
   * @param object null for fields of classes
   */
  static void fill(List<Field> fields, @Nullable Object object, ThawRun run) {
    for (Field field : fields) {
      if (Modifier.isFinal(field.getModifiers())) {
        throw new ThawException(
            "the field " + field + " is final, and cannot be given a value", "make it not final");
      }
      try {
        field.setAccessible(true);
        field.set(object, value(field, field.getType(), run));
      } catch (IllegalAccessException | RuntimeException e) {
        if (e instanceof ThawException ours) {
          throw ours;
        }
        throw new ThawException(
            "the field " + field + " could not be set: " + e,
            "open its package to thaw.junit, or use a parameter",
            e);
      }
    }
  }

  /**
   * @param element a field or a parameter
   * @param type of it
   */
  static Object value(AnnotatedElement element, Class<?> type, ThawRun run) {
    ThawFunction function = element.getAnnotation(ThawFunction.class);
    if (function != null && type == LambdaFunction.class) {
      return run.function(function.value());
    }
    ThawApi api = element.getAnnotation(ThawApi.class);
    if (api != null && (type == URI.class || type == String.class)) {
      URI url = run.api(api.value());
      return type == URI.class ? url : url.toString();
    }
    if (type == ThawRun.class) {
      return run;
    }
    throw new ThawException(
        (function != null ? "@ThawFunction" : "@ThawApi")
            + " is at a "
            + type.getName()
            + ": "
            + element,
        function != null ? "make it a LambdaFunction" : "make it a java.net.URI or a String");
  }
}
