package thaw.remedy.edit;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import thaw.remedy.edit.SpringStart.Form;
import thaw.remedy.edit.SpringStart.Found;

/** Finds how a module's handlers start Spring, by their trees: comments say nothing. */
final class SpringStarts {
  private static final String APPLICATION =
      "org.springframework.boot.autoconfigure.SpringBootApplication";
  private static final String BUILDER =
      "com.amazonaws.serverless.proxy.spring.SpringBootProxyHandlerBuilder";

  /** AWS's container decides by it: what it starts is then no servlet application. */
  private static final String REACTIVE = "org.springframework.web.reactive.HandlerAdapter";

  private static final Set<String> WITHOUT_BOOT =
      Set.of(
          "com.amazonaws.serverless.proxy.spring.SpringLambdaContainerHandler",
          "com.amazonaws.serverless.proxy.spring.SpringProxyHandlerBuilder");

  /** Each makes a start that the build would not see as it is. */
  private static final Set<String> BY_HAND =
      Set.of(
          Form.CONTAINER.type(),
          Form.RUN.type(),
          "org.springframework.boot.builder.SpringApplicationBuilder",
          "org.springframework.cloud.function.context.FunctionalSpringApplication");

  /** What a build file or a manifest names as the class to start with. */
  private static final Pattern MAIN =
      Pattern.compile(
          "(?:<(?:start-class|mainClass|Start-Class|Main-Class)>\\s*"
              + "|(?:mainClass|Start-Class|Main-Class)['\"]?\\s*(?:=|\\.set\\(|:|to)\\s*['\"])"
              + "([\\w.$]+)");

  private final JavaSources sources;
  private final Map<String, String> environment;
  private final String build;

  SpringStarts(JavaSources sources, Map<String, String> environment, String build) {
    this.sources = sources;
    this.environment = environment;
    this.build = build;
  }

  /** A part of sources that starts Spring, or has a part in how. */
  private record Seen(Optional<SpringStart> start, Optional<String> obstacle, String place) {}

  Found of(String handler) {
    List<TypeElement> own = new ArrayList<>();
    TypeElement type = sources.elements().getTypeElement(handler.replace('$', '.'));
    while (type != null) {
      Optional<Form> form = Form.ofHandler(type);
      if (form.isPresent()) {
        return inherited(form.get(), own);
      }
      if (sources.trees().getPath(type) == null) {
        break;
      }
      own.add(type);
      type = superclass(type);
    }
    List<Seen> seen = own.stream().flatMap(each -> seenIn(pathOf(each)).stream()).toList();
    return seen.stream().anyMatch(each -> each.start().isPresent() || each.obstacle().isPresent())
        ? only(seen)
        : only(
            sources.units().stream().flatMap(unit -> seenIn(new TreePath(unit)).stream()).toList());
  }

  private TreePath pathOf(TypeElement type) {
    return sources.trees().getPath(type);
  }

  /** A library's handler, or own classes above which it is. */
  private Found inherited(Form form, List<TypeElement> own) {
    Optional<TreePath> given = Optional.empty();
    for (TypeElement each : own) {
      for (Seen seen : seenIn(pathOf(each))) {
        if (seen.obstacle().isPresent()) {
          return new Found.Unknown(seen.obstacle().get());
        }
      }
      given = given.or(() -> superArgument(pathOf(each)));
    }
    if (form == Form.DELEGATING && given.isPresent()) {
      TreePath argument = given.get();
      return known(form, literal(argument, (ExpressionTree) argument.getLeaf()))
          .orElseGet(
              () -> unknown(argument, "gives Spring a class that is not written as X.class"));
    }
    return known(form, application())
        .orElseGet(() ->
            new Found.Unknown(
                "which class "
                    + simple(form.type())
                    + " starts Spring with is not known: no variable MAIN_CLASS, and not one"
                    + " class with @SpringBootApplication"));
  }

  private Optional<Found> known(Form form, Optional<TypeElement> application) {
    return application.map(each -> new Found.Known(new SpringStart(form, each)));
  }

  private Found only(List<Seen> seen) {
    Optional<String> obstacle = seen.stream().flatMap(each -> each.obstacle().stream()).findFirst();
    if (obstacle.isPresent()) {
      return new Found.Unknown(obstacle.get());
    }
    List<Seen> starts = seen.stream().filter(each -> each.start().isPresent()).toList();
    if (starts.isEmpty()) {
      return new Found.Unknown("no call that starts Spring was found in the module's sources");
    }
    SpringStart first = starts.getFirst().start().orElseThrow();
    return starts.stream().allMatch(each -> each.start().orElseThrow().isSame(first))
        ? new Found.Known(first)
        : new Found.Unknown(
            "Spring is started in several ways: "
                + starts.stream().map(Seen::place).collect(Collectors.joining(", ")));
  }

  /** Returns what the classes below a path do to start Spring. */
  private List<Seen> seenIn(TreePath root) {
    List<Seen> seen = new ArrayList<>();
    boolean[] servlet = new boolean[1];
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
        // Lambda runs no main method.
        return isMain(tree) ? null : super.visitMethod(tree, unused);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        Element method = sources.trees().getElement(getCurrentPath());
        if (method != null && method.getEnclosingElement() instanceof TypeElement owner) {
          String name = method.getSimpleName().toString();
          servlet[0] |= isOf(owner, BUILDER) && name.equals("servletApplication");
          call(getCurrentPath(), tree, owner, name).ifPresent(seen::add);
        }
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        made(getCurrentPath(), tree).ifPresent(seen::add);
        return super.visitNewClass(tree, unused);
      }

      @Override
      public @Nullable Void visitLiteral(LiteralTree tree, @Nullable Void unused) {
        if ("spring.aot.enabled".equals(tree.getValue())) {
          seen.add(obstacle(getCurrentPath(), "names spring.aot.enabled itself"));
        }
        return null;
      }

      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        if (tree.getName().contentEquals("AotDetector")) {
          seen.add(obstacle(getCurrentPath(), "asks AotDetector itself"));
        }
        return null;
      }
    }.scan(root, null);
    boolean isReactive = sources.exists(REACTIVE) && !servlet[0];
    return seen.stream()
        .map(each ->
            isReactive && each.start().filter(start -> start.form() == Form.CONTAINER).isPresent()
                ? new Seen(
                    Optional.empty(),
                    Optional.of(
                        each.place()
                            + " starts a reactive application, since WebFlux is in the package"),
                    each.place())
                : each)
        .toList();
  }

  private static boolean isMain(MethodTree tree) {
    return tree.getName().contentEquals("main") && tree.getParameters().size() == 1;
  }

  private Optional<Seen> call(
      TreePath path, MethodInvocationTree tree, TypeElement owner, String name) {
    if (isOf(owner, Form.CONTAINER.type()) && name.matches("get\\w+Handler")) {
      return Optional.of(
          tree.getArguments().size() > 1
              ? obstacle(path, "activates profiles")
              : started(path, Form.CONTAINER, tree.getArguments().getFirst()));
    }
    if (isOf(owner, BUILDER) && name.equals("springBootApplication")) {
      return Optional.of(started(path, Form.CONTAINER, tree.getArguments().getFirst()));
    }
    if (isOf(owner, BUILDER) && name.equals("profiles") || name.equals("activateSpringProfiles")) {
      return Optional.of(obstacle(path, "activates profiles"));
    }
    if (WITHOUT_BOOT.contains(owner.getQualifiedName().toString())) {
      return Optional.of(
          obstacle(
              path, "starts Spring without Spring Boot, whose build would make the definitions"));
    }
    if (isOf(owner, Form.RUN.type()) && name.equals("run")) {
      List<? extends ExpressionTree> given = tree.getArguments();
      return Optional.of(
          given.size() == 1 || given.size() == 2 && isEmpty(given.get(1))
              ? started(path, Form.RUN, given.getFirst())
              : obstacle(path, "starts Spring with arguments"));
    }
    if (isOf(owner, "java.lang.System") && name.equals("setProperty")) {
      return tree.getArguments().getFirst() instanceof LiteralTree key
              && String.valueOf(key.getValue()).matches("(spring|management|server)\\..*")
          ? Optional.of(obstacle(path, "sets " + key.getValue()))
          : Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean isEmpty(ExpressionTree array) {
    return array instanceof NewArrayTree made
        && (made.getInitializers() == null
            ? made.getDimensions().toString().equals("0")
            : made.getInitializers().isEmpty());
  }

  private Optional<Seen> made(TreePath path, NewClassTree tree) {
    if (!(sources.trees().getTypeMirror(new TreePath(path, tree.getIdentifier()))
            instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement type)) {
      return Optional.empty();
    }
    Optional<Form> form = Form.ofHandler(type);
    if (form.isPresent()) {
      boolean names = form.get() == Form.DELEGATING && !tree.getArguments().isEmpty();
      return Optional.of(
          names
              ? started(path, form.get(), tree.getArguments().getFirst())
              : application()
                  .map(each -> start(path, new SpringStart(form.get(), each)))
                  .orElseGet(() ->
                      obstacle(path, "starts Spring with a class that MAIN_CLASS does not name")));
    }
    return BY_HAND.contains(type.getQualifiedName().toString())
        ? Optional.of(obstacle(path, "starts Spring by a " + type.getSimpleName() + " of its own"))
        : Optional.empty();
  }

  private Seen started(TreePath path, Form form, ExpressionTree argument) {
    return literal(new TreePath(path, argument), argument)
        .map(application -> start(path, new SpringStart(form, application)))
        .orElseGet(() ->
            obstacle(path, "gives Spring a class that is not written as X.class, or not own"));
  }

  private Seen start(TreePath path, SpringStart start) {
    return new Seen(Optional.of(start), Optional.empty(), place(path));
  }

  private Seen obstacle(TreePath path, String does) {
    return new Seen(Optional.empty(), Optional.of(place(path) + " " + does), place(path));
  }

  private Found unknown(TreePath path, String does) {
    return new Found.Unknown(place(path) + " " + does);
  }

  private String place(TreePath path) {
    return sources.file(path.getCompilationUnit())
        + ":"
        + SourceText.line(
            JavaSources.text(path.getCompilationUnit()),
            sources.start(path.getCompilationUnit(), path.getLeaf()));
  }

  /**
   * Returns the only argument that a constructor gives to the one above; none where it has none.
   */
  private Optional<TreePath> superArgument(TreePath type) {
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        if (tree.getMethodSelect() instanceof IdentifierTree name
            && name.getName().contentEquals("super")) {
          tree.getArguments().forEach(each -> found.add(new TreePath(getCurrentPath(), each)));
        }
        return super.visitMethodInvocation(tree, unused);
      }
    }.scan(type, null);
    return found.stream().findFirst();
  }

  /** Returns the project's class that {@code X.class} names. */
  private Optional<TypeElement> literal(TreePath path, ExpressionTree argument) {
    if (!(argument instanceof MemberSelectTree literal
        && literal.getIdentifier().contentEquals("class"))) {
      return Optional.empty();
    }
    TypeMirror type = sources.trees().getTypeMirror(new TreePath(path, literal.getExpression()));
    return type instanceof DeclaredType declared
            && declared.asElement() instanceof TypeElement element
            && sources.trees().getPath(element) != null
        ? Optional.of(element)
        : Optional.empty();
  }

  /**
   * Finds the application's class by the variable {@code MAIN_CLASS}, else as the only one that has
   * Spring Boot's annotation, else as the one that the build writes into the manifest.
   */
  private Optional<TypeElement> application() {
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
    if (applications.size() == 1) {
      return Optional.of(applications.getFirst());
    }
    List<String> inManifest =
        MAIN.matcher(build).results().map(match -> match.group(1)).distinct().toList();
    return inManifest.size() == 1 ? sources.type(inManifest.getFirst()) : Optional.empty();
  }

  private static boolean isOf(TypeElement type, String name) {
    return type.getQualifiedName().contentEquals(name);
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static @Nullable TypeElement superclass(TypeElement type) {
    return type.getSuperclass() instanceof DeclaredType above
            && above.asElement() instanceof TypeElement element
        ? element
        : null;
  }
}
