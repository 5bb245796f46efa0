package thaw.remedy.edit;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * The start of Spring Boot in a function: a handler of which it is known what it gives to Spring.
 *
 * @param application the class that says which beans there are
 */
record SpringStart(Handler handler, TypeElement application) {
  private static final String APPLICATION =
      "org.springframework.boot.autoconfigure.SpringBootApplication";

  /** Changes of what is started, which the build would not see. */
  private static final Pattern OTHER_WAYS =
      Pattern.compile(
          "\\b(activateSpringProfiles|SpringBootProxyHandlerBuilder|SpringApplicationBuilder"
              + "|new SpringApplication|setAdditionalProfiles|addInitializers"
              + "|FunctionalSpringApplication|spring\\.aot\\.enabled|AotDetector)\\b");

  /**
   * It starts Spring in a thread, where Spring Boot finds no main class; with bean definitions of
   * the build it asks that class for the environment's part, and fails.
   */
  private static final String DELEGATING =
      "com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler";

  /** Libraries' handlers. */
  enum Handler {
    /** Own code has it made with the application's class. */
    CONTAINER("com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler"),
    FUNCTION_INVOKER("org.springframework.cloud.function.adapter.aws.FunctionInvoker");

    private final String type;

    Handler(String type) {
      this.type = type;
    }
  }

  /**
   * @param handler class that Lambda calls
   * @param environment the function's variables
   */
  static Optional<SpringStart> of(
      JavaSources sources, String handler, Map<String, String> environment) {
    if (sources.units().stream()
        .anyMatch(unit -> OTHER_WAYS.matcher(JavaSources.text(unit)).find())) {
      return Optional.empty();
    }
    TypeElement type = sources.elements().getTypeElement(handler.replace('$', '.'));
    while (type != null) {
      if (type.getQualifiedName().contentEquals(Handler.FUNCTION_INVOKER.type)) {
        return application(sources, environment)
            .map(application -> new SpringStart(Handler.FUNCTION_INVOKER, application));
      }
      if (sources.trees().getPath(type) == null || callsSuper(sources, type)) {
        break;
      }
      type = superclass(type);
    }
    return inOwnCode(sources);
  }

  /** Returns why it is not known what a handler gives to Spring, for people. */
  static String obstacle(JavaSources sources, String handler) {
    TypeElement type = sources.elements().getTypeElement(handler.replace('$', '.'));
    while (type != null) {
      if (type.getQualifiedName().contentEquals(DELEGATING)) {
        return "SpringDelegatingLambdaContainerHandler starts Spring in a thread without a main"
            + " class, and Spring Boot needs one for what the build has made; a handler of your own"
            + " with SpringBootLambdaContainerHandler has one";
      }
      type = superclass(type);
    }
    return "it is not known which class the handler starts Spring with, and how";
  }

  /**
   * Finds the application's class by the variable {@code MAIN_CLASS}, else as the only one that has
   * Spring Boot's annotation: a manifest is to name it.
   */
  private static Optional<TypeElement> application(
      JavaSources sources, Map<String, String> environment) {
    String named = environment.get("MAIN_CLASS");
    if (named != null) {
      return sources.type(named);
    }
    List<TypeElement> applications =
        sources.types().stream()
            .filter(type ->
                type.getAnnotationMirrors().stream()
                    .anyMatch(each -> each.getAnnotationType().toString().equals(APPLICATION)))
            .toList();
    return applications.size() == 1 ? Optional.of(applications.getFirst()) : Optional.empty();
  }

  private static boolean callsSuper(JavaSources sources, TypeElement type) {
    return JavaSources.text(sources.trees().getPath(type).getCompilationUnit()).contains("super(");
  }

  private static @Nullable TypeElement superclass(TypeElement type) {
    return type.getSuperclass() instanceof DeclaredType above
            && above.asElement() instanceof TypeElement element
        ? element
        : null;
  }

  /**
   * Finds the start in own code that gets the container's handler at one place, for one class of
   * its own.
   */
  private static Optional<SpringStart> inOwnCode(JavaSources sources) {
    List<Optional<TypeElement>> started = new ArrayList<>();
    sources.calls((call, path) -> {
      Element method = sources.trees().getElement(path);
      if (method != null
          && method.getKind() == ElementKind.METHOD
          && method.getEnclosingElement() instanceof TypeElement owner
          && owner.getQualifiedName().contentEquals(Handler.CONTAINER.type)
          && method.getSimpleName().toString().matches("get\\w+Handler")) {
        started.add(application(sources, path, call));
      }
    });
    return started.size() == 1
        ? started.getFirst().map(each -> new SpringStart(Handler.CONTAINER, each))
        : Optional.empty();
  }

  /** Returns the class that a call names as its only argument; further arguments are profiles. */
  private static Optional<TypeElement> application(
      JavaSources sources, TreePath path, MethodInvocationTree call) {
    if (call.getArguments().size() != 1) {
      return Optional.empty();
    }
    ExpressionTree argument = call.getArguments().getFirst();
    if (!(argument instanceof MemberSelectTree literal
        && literal.getIdentifier().contentEquals("class"))) {
      return Optional.empty();
    }
    TypeMirror type =
        sources
            .trees()
            .getTypeMirror(new TreePath(new TreePath(path, argument), literal.getExpression()));
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
            && sources.trees().getPath(element) != null
        ? Optional.of(element)
        : Optional.empty();
  }
}
