package thaw.function.handler;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import thaw.function.handler.ClassShape.Method;

/**
 * Methods of classes without a handler interface that look like handlers. Lambda calls any public
 * method whose signature fits, so what counts is, in this order: a method that takes the Context,
 * one with the name that the interfaces use, and the only public method of one parameter that the
 * code has.
 */
final class PlainHandlers {
  private static final String INTERFACE_METHOD = "handleRequest";

  /** Methods that every class may have, or that others than Lambda call. */
  private static final Set<String> OF_OTHERS = Set.of("equals", "compareTo", "main", "accept");

  private PlainHandlers() {}

  /**
   * @return {@code package.Class::method} in alphabetical order
   */
  static List<String> of(Stream<ClassShape> shapes) {
    List<ClassShape> classes =
        shapes.filter(shape -> shape.isPublic() && !shape.isAbstract()).toList();
    List<String> withContext = methods(classes, Method::takesContext);
    if (!withContext.isEmpty()) {
      return withContext;
    }
    List<String> named =
        methods(
            classes,
            method -> method.name().equals(INTERFACE_METHOD) && method.type().parameterCount() > 0);
    if (!named.isEmpty()) {
      return named;
    }
    List<String> withEvent =
        methods(
            classes,
            method -> method.type().parameterCount() == 1 && !OF_OTHERS.contains(method.name()));
    return withEvent.size() == 1 ? withEvent : List.of();
  }

  private static List<String> methods(List<ClassShape> classes, Predicate<Method> which) {
    return classes.stream()
        .flatMap(shape ->
            shape.methods().stream()
                .filter(method -> method.isPublic() && method.isWritten())
                .filter(method -> method.isStatic() || shape.hasPublicDefaultConstructor())
                .filter(method -> method.hasHandlerSignature() && which.test(method))
                .map(method -> shape.name().replace('/', '.') + "::" + method.name()))
        .distinct()
        .sorted()
        .toList();
  }
}
