package thaw.remedy.edit;

import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/**
 * The start of Spring Boot in a function: what it gives to Spring is known.
 *
 * @param form by which program Spring is started
 * @param application the class that says which beans there are
 */
record SpringStart(Form form, TypeElement application) {
  /** The programs that start Spring in a function. */
  enum Form {
    /** AWS's container, which own code has made with the application's class. */
    CONTAINER("com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler"),
    /** AWS's handler that starts Spring in a thread, with the class of {@code MAIN_CLASS}. */
    DELEGATING("com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler"),
    /** The handler of Spring Cloud Function. */
    FUNCTION_INVOKER("org.springframework.cloud.function.adapter.aws.FunctionInvoker"),
    /** Own code that runs the application as any program does. */
    RUN("org.springframework.boot.SpringApplication");

    private final String type;

    Form(String type) {
      this.type = type;
    }

    String type() {
      return type;
    }

    /** Returns whether a class of that name starts Spring as soon as Lambda makes it. */
    static Optional<Form> ofHandler(TypeElement type) {
      for (Form form : new Form[] {DELEGATING, FUNCTION_INVOKER}) {
        if (type.getQualifiedName().contentEquals(form.type)) {
          return Optional.of(form);
        }
      }
      return Optional.empty();
    }
  }

  /** Tells what can be said of a handler. */
  sealed interface Found {
    record Known(SpringStart start) implements Found {}

    /**
     * @param why for people, with the place that stands in the way
     */
    record Unknown(String why) implements Found {}
  }

  /**
   * @param handler class that Lambda calls
   * @param environment the function's variables
   * @param build text of the module's build file, which may name the application
   */
  static Found of(
      JavaSources sources, String handler, Map<String, String> environment, String build) {
    return new SpringStarts(sources, environment, build).of(handler);
  }

  /** Returns whether two functions start the same. */
  boolean isSame(SpringStart other) {
    return form == other.form
        && application.getQualifiedName().equals(other.application.getQualifiedName());
  }
}
