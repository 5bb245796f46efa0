package thaw.remedy.edit;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * The method of a handler that Lambda calls.
 *
 * @param event its type; empty where it gets streams
 * @param answer the type of what it returns; that is of no use where it gets streams
 */
record HandlerEntrance(Optional<TypeMirror> event, TypeMirror answer, boolean takesContext) {
  private static final String OF_INTERFACES = "handleRequest";
  private static final String AWS = "com.amazonaws.services.lambda.runtime.";

  /** None where no method, or more than one, takes an event by this name. */
  static Optional<HandlerEntrance> of(JavaSources sources, TypeElement handler, String method) {
    if (method.equals(OF_INTERFACES)) {
      Optional<DeclaredType> streaming =
          implemented(sources, handler.asType(), AWS + "RequestStreamHandler");
      if (streaming.isPresent()) {
        return Optional.of(new HandlerEntrance(Optional.empty(), streaming.get(), true));
      }
      Optional<DeclaredType> typed = implemented(sources, handler.asType(), AWS + "RequestHandler");
      if (typed.isPresent()) {
        return typed
            .filter(type -> type.getTypeArguments().size() == 2)
            .map(DeclaredType::getTypeArguments)
            .map(types -> new HandlerEntrance(Optional.of(types.getFirst()), types.get(1), true));
      }
    }
    return byReflection(sources, handler, method);
  }

  /** The only method of this name, as the runtime finds it. */
  private static Optional<HandlerEntrance> byReflection(
      JavaSources sources, TypeElement handler, String method) {
    List<ExecutableElement> methods =
        ElementFilter.methodsIn(sources.elements().getAllMembers(handler)).stream()
            .filter(each -> each.getSimpleName().contentEquals(method))
            .toList();
    if (methods.size() != 1 || !methods.getFirst().getModifiers().contains(Modifier.PUBLIC)) {
      return Optional.empty();
    }
    ExecutableType type =
        (ExecutableType)
            sources.typeUtilities().asMemberOf((DeclaredType) handler.asType(), methods.getFirst());
    List<String> names = type.getParameterTypes().stream().map(TypeMirror::toString).toList();
    boolean takesContext = !names.isEmpty() && names.getLast().equals(AWS + "Context");
    List<String> event = names.subList(0, names.size() - (takesContext ? 1 : 0));
    if (event.equals(List.of("java.io.InputStream", "java.io.OutputStream"))) {
      return Optional.of(new HandlerEntrance(Optional.empty(), type.getReturnType(), takesContext));
    }
    return event.size() == 1
        ? Optional.of(
            new HandlerEntrance(
                Optional.of(type.getParameterTypes().getFirst()),
                type.getReturnType(),
                takesContext))
        : Optional.empty();
  }

  /** Returns the interface that a class implements, with the arguments that the class gives it. */
  private static Optional<DeclaredType> implemented(
      JavaSources sources, TypeMirror type, String name) {
    if (type instanceof DeclaredType declared
        && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals(name)) {
      return Optional.of(declared);
    }
    return sources.typeUtilities().directSupertypes(type).stream()
        .flatMap(parent -> implemented(sources, parent, name).stream())
        .findFirst();
  }
}
