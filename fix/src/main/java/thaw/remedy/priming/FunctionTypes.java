package thaw.remedy.priming;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.attribution.evidence.PackageClasses;

/**
 * Tells which classes of a package are the function's own: those of none of the libraries that
 * frameworks consist of. Where it is in doubt, a class is own, and a request for which it runs is
 * not made.
 *
 * <p>A name alone does not tell: projects of a framework's makers, and copies of their samples,
 * have packages below the framework's. So what lies beside the handler is own, and where libraries
 * are in jars of their own, so is what lies outside these in a package that none of them has. In a
 * package of one jar with everything in it, names are all that is left.
 */
final class FunctionTypes {
  /** Frameworks, and what they are built of: a request may run through it. */
  private static final List<String> LIBRARIES =
      List.of(
          "ch.qos.logback.",
          "com.amazonaws.serverless.exceptions.",
          "com.amazonaws.serverless.proxy.",
          "com.amazonaws.services.lambda.crac.",
          "com.amazonaws.services.lambda.runtime.",
          "com.fasterxml.",
          "com.sun.",
          "io.micrometer.",
          "io.micronaut.",
          "io.netty.",
          "io.quarkus.",
          "io.smallrye.",
          "io.vertx.",
          "jakarta.",
          "java.",
          "javax.",
          "kotlin.",
          "org.aopalliance.",
          "org.apache.commons.",
          "org.apache.logging.",
          "org.crac.",
          "org.eclipse.microprofile.",
          "org.glassfish.",
          "org.hibernate.validator.",
          "org.jboss.",
          "org.reactivestreams.",
          "org.slf4j.",
          "org.springframework.",
          "org.wildfly.common.",
          "org.yaml.snakeyaml.",
          "reactor.",
          "software.amazon.awssdk.",
          "tools.jackson.");

  /** Packages of programs that show how a library is used. */
  private static final Set<String> SAMPLES =
      Set.of("demo", "demos", "example", "examples", "sample", "samples");

  private final PackageClasses code;
  private final Optional<String> home;
  private final Set<String> packagesOfJars = new HashSet<>();
  private final Set<String> librariesInJars = new HashSet<>();

  private FunctionTypes(PackageClasses code, Optional<String> home) {
    this.code = code;
    this.home = home;
    for (String name : code.names()) {
      if (code.isInJar(name)) {
        packagesOfJars.add(packageOf(name));
        library(name).ifPresent(librariesInJars::add);
      }
    }
  }

  /**
   * @param handler {@code example.Handler::handle}, or without the method
   */
  static FunctionTypes of(PackageClasses code, String handler) {
    String type = handler.split("::", 2)[0];
    boolean hasHome = type.contains(".") && !FrameworkRequest.isFrameworks(type);
    return new FunctionTypes(code, hasHome ? Optional.of(packageOf(type)) : Optional.empty());
  }

  /**
   * @param className binary
   */
  boolean contains(String className) {
    Optional<String> library = library(className);
    return library.isEmpty()
        || home.filter(className::startsWith).isPresent()
        || (librariesInJars.contains(library.get())
            && !code.isInJar(className)
            && !packagesOfJars.contains(packageOf(className)));
  }

  /**
   * Returns whether a class is of a library by its name alone.
   *
   * @param className binary
   */
  static boolean isOfLibrary(String className) {
    return library(className).isPresent();
  }

  private static Optional<String> library(String className) {
    return LIBRARIES.stream()
        .filter(className::startsWith)
        .findFirst()
        .filter(_ -> Stream.of(packageOf(className).split("\\.")).noneMatch(SAMPLES::contains));
  }

  /** Returns the package with a dot at its end. */
  private static String packageOf(String className) {
    return className.substring(0, className.lastIndexOf('.') + 1);
  }
}
