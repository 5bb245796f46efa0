package thaw.remedy.priming;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.attribution.evidence.PackageClasses;
import thaw.function.handler.HandlerName;

/**
 * Requests that a framework answers by itself: one for a path that no route has, and one for a
 * route of the framework's own. It does for them what it does for every request.
 */
public final class FrameworkRequest {
  private static final String CONTAINER =
      "com.amazonaws.serverless.proxy.internal.LambdaContainerHandler";

  private static final String SPRING_CONTAINER =
      "com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler";

  private static final String SPRING_DELEGATE =
      "com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler";

  private static final String QUARKUS = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler";

  /** The error controllers of Spring Boot 3 and 4. */
  private static final List<String> SPRINGS_ERRORS =
      List.of(
          "org.springframework.boot.autoconfigure.web.servlet.error.BasicErrorController",
          "org.springframework.boot.webmvc.autoconfigure.error.BasicErrorController");

  private FrameworkRequest() {}

  /**
   * The same request for other paths, JSON in one line.
   *
   * @param nowhere for a path that no route has
   * @param error for the path at which Spring Boot tells of errors
   */
  public record Paths(String nowhere, String error) {}

  /**
   * @param handler the class whose method it is
   * @param loaded classes of the whole start
   */
  public static List<SafeCall> of(String handler, Set<String> loaded, Paths paths) {
    String verb;
    String who;
    if (isOfFramework(handler, loaded)) {
      verb = "request";
      who = "the framework's handler";
    } else if (loaded.contains(CONTAINER)) {
      verb = "container";
      who = "the container in a field of the handler";
    } else {
      return List.of();
    }
    List<SafeCall> calls = new ArrayList<>();
    calls.add(
        new SafeCall(
            verb + " 404 " + paths.nowhere(),
            who + " answers a request for a path that no route has",
            "the answer is a 404"));
    if (SPRINGS_ERRORS.stream().anyMatch(loaded::contains)) {
      calls.add(
          new SafeCall(
              verb + " 500 " + paths.error(),
              who + " answers a request for Spring Boot's own route, which tells of errors",
              "the route is Spring Boot's"));
    }
    if (loaded.contains(SPRING_CONTAINER) || handler.equals(SPRING_DELEGATE)) {
      calls.add(
          new SafeCall(
              "converters",
              "Spring's converters are asked whether they read and write what routes take and"
                  + " answer with",
              "they look at the types, and make no object of them"));
    }
    return calls;
  }

  /**
   * The class that declares the handler's method: a subclass that only does something in its
   * constructor leaves requests to the class above it.
   *
   * @param handler {@code example.Handler::handle}, or without the method
   */
  public static String declaring(PackageClasses code, String handler) {
    HandlerName name = HandlerName.of(handler);
    String type = name.className();
    while (true) {
      Optional<ClassModel> model = code.find(type).map(bytes -> ClassFile.of().parse(bytes));
      if (model.isEmpty()
          || model.get().superclass().isEmpty()
          || model.get().methods().stream()
              .anyMatch(each -> each.methodName().equalsString(name.method()))) {
        return type;
      }
      type = model.get().superclass().get().asInternalName().replace('/', '.');
    }
  }

  /**
   * Returns whether a handler reads its event by itself, from a stream.
   *
   * @param handler {@code example.Handler::handle}, or without the method
   */
  public static boolean takesStream(PackageClasses code, String handler) {
    String method = HandlerName.of(handler).method();
    return code.find(declaring(code, handler))
        .map(bytes -> ClassFile.of().parse(bytes))
        .filter(model ->
            model.methods().stream()
                .filter(each -> each.methodName().equalsString(method))
                .anyMatch(
                    each -> each.methodType().stringValue().startsWith("(Ljava/io/InputStream;")))
        .isPresent();
  }

  /** Returns whether the handler's class is a framework's, so that it has to have a subclass. */
  static boolean isOfLibrary(String handler) {
    return FunctionTypes.isOfLibrary(handler);
  }

  /** It calls what is the function's only by its routes. */
  private static boolean isOfFramework(String handler, Set<String> loaded) {
    return isFrameworks(handler)
        && (!handler.equals(QUARKUS)
            || loaded.contains("io.quarkus.amazon.lambda.http.LambdaHttpHandler"));
  }

  /**
   * Returns whether the class is a handler that frameworks have for functions with routes.
   *
   * @param handler binary
   */
  static boolean isFrameworks(String handler) {
    return handler.startsWith("io.micronaut.function.aws.proxy.")
        || handler.equals(SPRING_DELEGATE)
        || handler.equals(QUARKUS);
  }
}
