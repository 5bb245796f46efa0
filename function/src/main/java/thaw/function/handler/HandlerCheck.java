package thaw.function.handler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.CustomRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * Asks before any JVM starts whether the official runtime client will find the handler in the
 * exploded deployment package. Where it cannot know (a supertype that is not in the package, a
 * wrapper that may change the class path) it accepts; it never loads a class of the user's.
 *
 * <p>On Lambda such mistakes show late: the client polls for an event as if all were well and fails
 * each invocation.
 */
public final class HandlerCheck {
  private static final String LAMBDA = "com/amazonaws/services/lambda/runtime/";
  static final Set<String> HANDLER_INTERFACES =
      Set.of(LAMBDA + "RequestHandler", LAMBDA + "RequestStreamHandler");
  private static final String OBJECT = "java/lang/Object";

  private final FunctionDefinition function;
  private final ClassSearch classes;

  private HandlerCheck(FunctionDefinition function, ClassSearch classes) {
    this.function = function;
    this.classes = classes;
  }

  /**
   * @param code what will be the task root
   * @param layers what will be at {@code /opt}
   * @throws UserMistake when each invocation would fail because of the handler's name
   */
  public static void check(
      FunctionDefinition function, DeploymentPackage code, Optional<DeploymentPackage> layers) {
    if (CustomRuntime.isNamedBy(function.runtime())) {
      CustomRuntime.check(function, code, layers);
      return;
    }
    if (function.isImage()
        || !function.runtime().startsWith("java")
        || addsClasses(function.environment())) {
      return;
    }
    try (ClassSearch classes = new ClassSearch(code.root(), layers.map(DeploymentPackage::root))) {
      new HandlerCheck(function, classes).check();
    } catch (IOException e) {
      throw new UncheckedIOException("could not look for the handler in " + code.root(), e);
    }
  }

  /** A wrapper gets the JVM's command and may rewrite it; an agent's jar is searched as well. */
  private static boolean addsClasses(Map<String, String> environment) {
    String options = environment.getOrDefault("JAVA_TOOL_OPTIONS", "");
    return !environment.getOrDefault("AWS_LAMBDA_EXEC_WRAPPER", "").isBlank()
        || options.contains("-javaagent")
        || options.contains("-Xbootclasspath");
  }

  private void check() throws IOException {
    int colons = function.handler().lastIndexOf("::");
    String className = colons < 0 ? function.handler() : function.handler().substring(0, colons);
    Optional<ClassShape> found = find(className);
    if (found.isEmpty()) {
      MissingClass missing = new MissingClass(function, className, classes);
      if (!missing.isReachedOtherwise()) {
        throw missing.mistake();
      }
    } else if (colons < 0) {
      requireInterface(found.get());
    } else {
      requireMethod(found.get(), function.handler().substring(colons + 2));
    }
  }

  private Optional<ClassShape> find(String className) throws IOException {
    if (className.contains("/")) {
      return Optional.empty(); // such a file may exist, but no class has that name
    }
    try {
      return classes.find(className.replace('.', '/'));
    } catch (IllegalArgumentException e) {
      throw mistake(
          "class " + className + " cannot be read: " + e.getMessage(),
          "compile it again, for the Java version of the runtime " + function.runtime());
    }
  }

  private void requireInterface(ClassShape handler) throws IOException {
    Ancestry ancestry = ancestry(handler);
    if (ancestry.names().stream().noneMatch(HANDLER_INTERFACES::contains)) {
      if (ancestry.complete()) {
        List<String> methods = handlerMethods(Stream.of(handler));
        throw mistake(
            "class "
                + dotted(handler)
                + " implements neither RequestHandler nor"
                + " RequestStreamHandler",
            methods.isEmpty()
                ? "implement one of them, or name a public method as package.Class::method"
                : "name the method: " + qualified(handler, methods));
      }
      return;
    }
    requireInstance(handler);
  }

  private void requireMethod(ClassShape handler, String name) throws IOException {
    List<ClassShape.Method> own = usable(Stream.of(handler), name);
    if (!own.isEmpty()) {
      requirePublic(handler);
      requireInstanceFor(own, handler);
      return;
    }
    Ancestry ancestry = ancestry(handler);
    if (ancestry.complete()) {
      List<ClassShape.Method> inherited =
          usable(ancestry.types().stream().filter(ClassShape::isPublic), name);
      if (inherited.isEmpty()) {
        throw noSuchMethod(handler, ancestry.types(), name);
      }
      requireInstanceFor(inherited, handler);
    }
  }

  private static List<ClassShape.Method> usable(Stream<ClassShape> types, String name) {
    return types
        .flatMap(type -> type.methods().stream())
        .filter(method ->
            method.name().equals(name) && method.isPublic() && method.hasHandlerSignature())
        .toList();
  }

  private void requireInstanceFor(List<ClassShape.Method> methods, ClassShape handler) {
    if (methods.stream().noneMatch(ClassShape.Method::isStatic)) {
      requireInstance(handler);
    }
  }

  private UserMistake noSuchMethod(ClassShape handler, List<ClassShape> types, String name) {
    for (ClassShape type : types) {
      if (!usable(Stream.of(type), name).isEmpty()) {
        return mistake(
            "method "
                + name
                + " of class "
                + dotted(handler)
                + " is declared in "
                + dotted(type)
                + ", which is not public",
            "make " + dotted(type) + " public, or override the method");
      }
    }
    List<ClassShape.Method> namesakes =
        types.stream()
            .flatMap(type -> type.methods().stream())
            .filter(method -> method.name().equals(name))
            .toList();
    if (namesakes.stream().anyMatch(method -> !method.isPublic() && method.hasHandlerSignature())) {
      return mistake(
          "method " + name + " of class " + dotted(handler) + " is not public",
          "make it public: the runtime client calls public methods only");
    }
    List<String> candidates =
        handlerMethods(types.stream().filter(type -> !type.name().equals(OBJECT)));
    String better =
        Spelling.nearest(name, candidates)
            .map(near -> "use " + dotted(handler) + "::" + near)
            .orElse("use one of: " + qualified(handler, candidates));
    return namesakes.isEmpty()
        ? mistake(
            "class " + dotted(handler) + " has no method " + name,
            candidates.isEmpty() ? "add a public method " + name : better)
        : mistake(
            "method "
                + name
                + " of class "
                + dotted(handler)
                + " has not the parameters of a handler",
            "let it take (input, Context), (InputStream, OutputStream, Context) or fewer of them");
  }

  /** The runtime client makes one instance with the public constructor without parameters. */
  private void requireInstance(ClassShape handler) {
    if (handler.isAbstract()) {
      throw mistake(
          "class " + dotted(handler) + " is abstract: no instance of it can be made",
          "name a class that extends or implements it");
    }
    requirePublic(handler);
    if (!handler.hasPublicDefaultConstructor()) {
      throw mistake(
          "class " + dotted(handler) + " has no public constructor without parameters",
          "add one: the runtime client makes the instance with it");
    }
  }

  private void requirePublic(ClassShape handler) {
    if (!handler.isPublic()) {
      throw mistake(
          "class " + dotted(handler) + " is not public",
          "make it public: the runtime client can use public classes only");
    }
  }

  /**
   * A class with all its supertypes.
   *
   * @param types those that could be read, the class itself first
   * @param names of all of them, with {@code /}
   * @param complete whether every one of them is in the package, the JDK or the client
   */
  private record Ancestry(List<ClassShape> types, Set<String> names, boolean complete) {}

  private Ancestry ancestry(ClassShape handler) throws IOException {
    List<ClassShape> types = new ArrayList<>(List.of(handler));
    Set<String> names = new HashSet<>();
    boolean complete = true;
    Deque<String> open = new ArrayDeque<>(handler.supertypes());
    while (!open.isEmpty()) {
      String name = open.removeFirst();
      if (names.add(name)) {
        Optional<ClassShape> type = findSupertype(name);
        type.ifPresent(types::add);
        type.ifPresent(shape -> open.addAll(shape.supertypes()));
        complete &= type.isPresent() || HANDLER_INTERFACES.contains(name);
      }
    }
    return new Ancestry(types, names, complete);
  }

  private Optional<ClassShape> findSupertype(String name) throws IOException {
    try {
      return classes.find(name);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not readable here: what it declares is not known
    }
  }

  private static List<String> handlerMethods(Stream<ClassShape> types) {
    return types
        .flatMap(type -> type.methods().stream())
        .filter(method ->
            method.isPublic() && method.hasHandlerSignature() && !method.name().startsWith("<"))
        .map(ClassShape.Method::name)
        .distinct()
        .toList();
  }

  private static String qualified(ClassShape handler, List<String> methods) {
    return String.join(
        ", ", methods.stream().limit(5).map(name -> dotted(handler) + "::" + name).toList());
  }

  private static String dotted(ClassShape type) {
    return type.name().replace('/', '.');
  }

  private UserMistake mistake(String cause, String remedy) {
    return new UserMistake("function " + function.logicalId() + ": " + cause, remedy);
  }
}
