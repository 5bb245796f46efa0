package thaw.remedy.edit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.function.packaging.GradleFiles;

/**
 * Spring's bean definitions made by the build (its goal {@code process-aot}), in place of scanning
 * and conditions at each start.
 *
 * <p>Spring looks for what the build has made by the program's main class, which on Lambda is that
 * of the runtime client, or none where a thread starts Spring; and AWS's container expects a
 * context that reads annotations. So the project gets one class that Spring finds in {@code
 * META-INF/spring.factories} and that names itself as the main class.
 */
public final class AheadOfTime {
  private static final String NAME = "AheadOfTime";
  private static final Path FACTORIES = Path.of("src/main/resources/META-INF/spring.factories");
  private static final Pattern BOOT_JAR = Pattern.compile("spring-boot-(([34])\\.[\\w.-]+)\\.jar");

  private static final String LISTENER = "org.springframework.context.ApplicationListener";
  private static final String STARTING =
      "org.springframework.boot.context.event.ApplicationStartingEvent";
  private static final String GENERIC =
      "org.springframework.context.support.GenericApplicationContext";
  private static final String CONTEXT_FACTORY =
      "org.springframework.boot.ApplicationContextFactory";

  /** The context that the container casts to, in Spring Boot 4 and before it. */
  private static final List<String> WEB_CONTEXTS =
      Stream.of(
              "org.springframework.boot.web.server.servlet", "org.springframework.boot.web.servlet")
          .map(each -> each + ".context.AnnotationConfigServletWebServerApplicationContext")
          .toList();

  private final JavaSources sources;
  private final SpringStart start;
  private final List<String> otherHandlers;
  private final NewImports imports = new NewImports();

  private AheadOfTime(JavaSources sources, SpringStart start, List<String> otherHandlers) {
    this.sources = sources;
    this.start = start;
    this.otherHandlers = otherHandlers;
  }

  /**
   * The handler's module.
   *
   * @param root that names of files are relative to
   * @param folder of the module
   * @param libraries that its build has for it
   * @param absent those of them that its package has not, as {@code group:artifact}
   * @param handler class that Lambda calls
   * @param environment the function's variables
   * @param others functions that are made of it, too
   */
  public record Module(
      Path root,
      Path folder,
      List<Path> libraries,
      Supplier<List<String>> absent,
      String handler,
      Map<String, String> environment,
      List<Other> others) {
    public Module {
      libraries = List.copyOf(libraries);
      environment = Map.copyOf(environment);
      others = List.copyOf(others);
    }
  }

  /**
   * Another function that is made of the module.
   *
   * @param function its name in the template
   * @param handler class that Lambda calls
   * @param environment its variables
   */
  public record Other(String function, String handler, Map<String, String> environment) {
    public Other {
      environment = Map.copyOf(environment);
    }
  }

  /** Tells what can be said of a module. */
  public sealed interface Proposal {
    /**
     * @param application class that says which beans there are, by its full name
     */
    record Edits(String application, List<TextEdit> edits) implements Proposal {
      public Edits {
        edits = List.copyOf(edits);
      }
    }

    /**
     * @param why each a reason
     */
    record Refused(List<String> why) implements Proposal {
      public Refused {
        why = List.copyOf(why);
      }
    }
  }

  public static Proposal of(JavaSources sources, Module module) {
    if (sources.types().stream().anyMatch(each -> each.getSimpleName().contentEquals(NAME))) {
      return new Proposal.Refused(List.of("the module has a class " + NAME));
    }
    if (Files.isRegularFile(module.folder().resolve("pom.xml"))
        && GradleFiles.hasBuild(module.folder())) {
      return new Proposal.Refused(
          List.of(
              "a build of Gradle lies beside pom.xml, which sam build takes in its place:"
                  + " what Maven alone makes would be missing"));
    }
    String build =
        Files.isRegularFile(module.folder().resolve("pom.xml"))
            ? WholeFile.text(module.folder().resolve("pom.xml"))
            : "";
    switch (SpringStart.of(sources, module.handler(), module.environment(), build)) {
      case SpringStart.Found.Unknown(String why) -> {
        return new Proposal.Refused(List.of(why));
      }
      case SpringStart.Found.Known(SpringStart start) -> {
        List<String> conditions =
            new ArrayList<>(
                RunTimeConditions.of(
                    sources, module.root(), module.folder(), module.environment()));
        List<String> otherHandlers = new ArrayList<>();
        for (Other other : module.others()) {
          boolean isSame =
              SpringStart.of(sources, other.handler(), other.environment(), build)
                      instanceof SpringStart.Found.Known(SpringStart another)
                  && another.isSame(start);
          if (isSame) {
            RunTimeConditions.variables(sources, other.environment()).stream()
                .map(each -> each + " of " + other.function())
                .forEach(conditions::add);
          } else if (other.handler().equals(module.handler())) {
            return new Proposal.Refused(
                List.of(other.function() + " has the same handler and starts otherwise"));
          } else {
            otherHandlers.add(other.handler());
          }
        }
        return conditions.isEmpty()
            ? new AheadOfTime(sources, start, otherHandlers.stream().distinct().sorted().toList())
                .edits(module)
            : new Proposal.Refused(
                conditions.stream()
                    .map(each -> each + " may decide over beans at run time")
                    .toList());
      }
    }
  }

  private Proposal edits(Module module) {
    String application = start.application().getQualifiedName().toString();
    String home = sources.elements().getPackageOf(start.application()).toString();
    Path factories = module.folder().resolve(FACTORIES);
    Optional<Matcher> boot =
        module.libraries().stream()
            .map(each -> BOOT_JAR.matcher(each.getFileName().toString()))
            .filter(Matcher::matches)
            .findFirst();
    if (boot.isEmpty()) {
      return new Proposal.Refused(List.of("Spring Boot is older than version 3"));
    }
    Optional<String> taken = taken(module, home, factories);
    if (taken.isPresent()) {
      return new Proposal.Refused(List.of(taken.get()));
    }
    Path pom = module.folder().resolve("pom.xml");
    String text = WholeFile.text(pom);
    FileRewrite rewrite = new FileRewrite(module.root().relativize(pom), text);
    Optional<String> obstacle =
        AotInPom.write(
            rewrite,
            text,
            LightHttpClient.parents(pom, module.root()),
            home + "." + NAME,
            module.absent().get(),
            boot.get().group(1));
    if (obstacle.isPresent()) {
      return new Proposal.Refused(List.of(obstacle.get()));
    }
    List<TextEdit> edits = new ArrayList<>(rewrite.edits());
    edits.add(
        TextEdit.created(
            sources.file(home.replace('.', '/') + "/" + NAME + ".java"), source(home)));
    edits.add(
        TextEdit.created(
            module.root().relativize(factories),
            Stream.of(LISTENER, CONTEXT_FACTORY)
                .limit(isContainer() ? 2 : 1)
                .map(each -> each + "=" + home + "." + NAME + "\n")
                .collect(Collectors.joining())));
    return new Proposal.Edits(application, edits);
  }

  /** Returns what stands where the class and its registration would. */
  private Optional<String> taken(Module module, String home, Path factories) {
    if (home.isEmpty()) {
      return Optional.of(
          start.application() + " has no package for a class " + NAME + " beside it");
    }
    if (sources.exists(home + "." + NAME)) {
      return Optional.of("there is a class " + home + "." + NAME);
    }
    if (Files.exists(factories)) {
      return Optional.of("there is a file " + module.root().relativize(factories));
    }
    if (Files.isDirectory(module.folder().resolve("src/main/kotlin"))) {
      return Optional.of("a part of the sources is Kotlin");
    }
    return isContainer() && webContext().isEmpty()
        ? Optional.of("the package has no " + simple(WEB_CONTEXTS.getFirst()))
        : Optional.empty();
  }

  private Optional<String> webContext() {
    return WEB_CONTEXTS.stream().filter(sources::exists).findFirst();
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private boolean isContainer() {
    return start.form() == SpringStart.Form.CONTAINER;
  }

  private String source(String home) {
    String step = PrimedHandler.step(sources);
    String body = main(home) + "\n" + listen() + (isContainer() ? "\n" + create() : "");
    String head =
        (isContainer()
                ? "@" + imports.named("org.springframework.core.annotation.Order") + "(0)\n"
                : "")
            + "public final class "
            + NAME
            + "\n    implements "
            + imports.named(LISTENER)
            + "<"
            + imports.named(STARTING)
            + ">"
            + (isContainer() ? ", " + imports.named(CONTEXT_FACTORY) : "")
            + " {\n";
    String members =
        """
          static {
            if (%s) { // not in the build, nor in tests
              %s.setFlag(%s.AOT_ENABLED);
            }
          }

        """
            .formatted(
                onLambda(),
                imports.named("org.springframework.core.SpringProperties"),
                imports.named("org.springframework.aot.AotDetector"));
    String lines =
        """
        /**
         * Lets Spring take the bean definitions that the build has made. META-INF/spring.factories names
         * this class to Spring.
         */
        """
            + head
            + members
            + body
            + "}\n";
    return "package " + home + ";\n\n" + imports.lines() + "\n" + stepped(lines, step);
  }

  /** Other functions of the module start as before. */
  private String onLambda() {
    String here = "System.getenv(\"AWS_LAMBDA_FUNCTION_NAME\") != null";
    return otherHandlers.isEmpty()
        ? here
        : here
            + "\n        && !%s.of(%s)\n            .contains(String.valueOf(System.getenv(\"_HANDLER\")).split(\"::\")[0])"
                .formatted(
                    imports.named("java.util.Set"),
                    otherHandlers.stream()
                        .map(each -> "\n                \"" + each + "\"")
                        .collect(Collectors.joining(",")));
  }

  private String main(String home) {
    String application =
        start.application().getQualifiedName().toString().substring(home.length() + 1);
    String statement =
        switch (start.form()) {
          case CONTAINER ->
              """
                  new %s(%s.class, %s.class)
                      .web(%s.SERVLET)
                      .run(arguments);
              """
                  .formatted(
                      imports.named("org.springframework.boot.builder.SpringApplicationBuilder"),
                      imports.named(
                          "com.amazonaws.serverless.proxy.spring.embedded."
                              + "ServerlessServletEmbeddedServerFactory"),
                      application,
                      imports.named("org.springframework.boot.WebApplicationType"));
          case DELEGATING, RUN ->
              """
                  %s.run(%s.class, arguments);
              """
                  .formatted(imports.named(SpringStart.Form.RUN.type()), application);
          case FUNCTION_INVOKER ->
              """
                  %s.run(
                      new Class<?>[] {%s.class, %s.class},
                      new String[] {
                        "--spring.cloud.function.web.export.enabled=false",
                        "--spring.main.web-application-type=none"
                      });
              """
                  .formatted(
                      imports.named(SpringStart.Form.RUN.type()),
                      application,
                      imports.named(
                          "org.springframework.cloud.function.adapter.aws."
                              + "AWSCompanionAutoConfiguration"));
        };
    return """
      /** The build runs it to learn which beans there are; it makes none. */
      public static void main(String[] arguments) {
    """
        + statement
        + "  }\n";
  }

  private String listen() {
    return """
      /** Spring looks for what the build has made by the name of the main class. */
      @Override
      public void onApplicationEvent(%s event) {
        if (%s.useGeneratedArtifacts()) {
          event.getSpringApplication().setMainApplicationClass(%s.class);
        }
      }
    """
        .formatted(
            imports.named(STARTING), imports.named("org.springframework.aot.AotDetector"), NAME);
  }

  /**
   * Returns the method that makes the context that the container expects, without what would read
   * annotations again.
   */
  private String create() {
    return """
      /** The kind of context that the container wants, without what would scan once more. */
      @Override
      public %s create(WebApplicationType type) {
        if (type != WebApplicationType.SERVLET || !AotDetector.useGeneratedArtifacts()) {
          return null;
        }
        %s context = new %s();
        for (String name : context.getBeanDefinitionNames()) {
          context.removeBeanDefinition(name);
        }
        return context;
      }
    """
        .formatted(
            imports.named("org.springframework.context.ConfigurableApplicationContext"),
            imports.named(GENERIC),
            imports.named(webContext().orElseThrow()));
  }

  /** Returns the lines with the project's own steps in place of two blanks each. */
  private static String stepped(String lines, String step) {
    return lines
        .lines()
        .map(each -> {
          int blanks = each.length() - each.stripLeading().length();
          return (each.startsWith(" *") ? each : step.repeat(blanks / 2) + each.strip()) + "\n";
        })
        .collect(Collectors.joining());
  }
}
