package thaw.remedy.edit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.remedy.edit.text.FileRewrite;
import thaw.remedy.edit.text.TextEdit;

/**
 * Spring's bean definitions made by the build (its goal {@code process-aot}), in place of scanning
 * and conditions at each start.
 *
 * <p>Spring looks for what the build has made by the program's main class, which on Lambda is that
 * of the runtime client, and up to version 2.1.5 AWS's container expects a context that reads
 * annotations. So the project gets one class that Spring finds in {@code META-INF/spring.factories}
 * and that names the bean definitions itself.
 */
public final class AheadOfTime {
  private static final String NAME = "AheadOfTime";
  private static final Path FACTORIES = Path.of("src/main/resources/META-INF/spring.factories");
  private static final Pattern BOOT_JAR = Pattern.compile("spring-boot-(([34])\\.[\\w.-]+)\\.jar");

  private static final String INITIALIZER =
      "org.springframework.context.aot.AotApplicationContextInitializer";
  private static final String GENERIC =
      "org.springframework.context.support.GenericApplicationContext";
  private static final String CONTEXT_FACTORY =
      "org.springframework.boot.ApplicationContextFactory";
  private static final String WEB_CONTEXT =
      "org.springframework.boot.web.servlet.context."
          + "AnnotationConfigServletWebServerApplicationContext";

  private final JavaSources sources;
  private final SpringStart start;
  private final NewImports imports = new NewImports();

  private AheadOfTime(JavaSources sources, SpringStart start) {
    this.sources = sources;
    this.start = start;
  }

  /**
   * The handler's module.
   *
   * @param root that names of files are relative to
   * @param folder of the module
   * @param libraries of its package
   * @param handler class that Lambda calls
   * @param environment the function's variables
   * @param isOneProgram whether all functions that are made of it start the same
   */
  public record Module(
      Path root,
      Path folder,
      List<Path> libraries,
      String handler,
      Map<String, String> environment,
      boolean isOneProgram) {
    public Module {
      libraries = List.copyOf(libraries);
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
     * @param why each a reason; none where it is there already
     */
    record Refused(List<String> why) implements Proposal {
      public Refused {
        why = List.copyOf(why);
      }
    }
  }

  public static Proposal of(JavaSources sources, Module module) {
    if (sources.types().stream().anyMatch(each -> each.getSimpleName().contentEquals(NAME))) {
      return new Proposal.Refused(List.of()); // it is made
    }
    Optional<SpringStart> start = SpringStart.of(sources, module.handler(), module.environment());
    if (start.isEmpty()) {
      return new Proposal.Refused(List.of(SpringStart.obstacle(sources, module.handler())));
    }
    List<String> conditions =
        RunTimeConditions.of(sources, module.folder(), module.environment()).stream()
            .map(each -> each + " may decide over beans at run time")
            .toList();
    if (!conditions.isEmpty()) {
      return new Proposal.Refused(conditions);
    }
    if (!module.isOneProgram()) {
      return new Proposal.Refused(
          List.of(
              "another function of the template is made of the same module and starts otherwise"));
    }
    return new AheadOfTime(sources, start.get()).edits(module);
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
    if (home.isEmpty()
        || sources.exists(home + "." + NAME)
        || Files.exists(factories)
        || Files.isDirectory(module.folder().resolve("src/main/kotlin"))
        || start.handler() == SpringStart.Handler.CONTAINER && !sources.exists(WEB_CONTEXT)) {
      return new Proposal.Refused(
          List.of("there is no place for a class " + NAME + " and META-INF/spring.factories"));
    }
    Path pom = module.folder().resolve("pom.xml");
    String text = WholeFile.text(pom);
    FileRewrite rewrite = new FileRewrite(module.root().relativize(pom), text);
    if (!AotInPom.write(
        rewrite,
        text,
        LightHttpClient.parents(pom, module.root()),
        home + "." + NAME,
        boot.get().group(1))) {
      return new Proposal.Refused(
          List.of(
              "pom.xml has no plain place for the goal process-aot, has it already, or has other"
                  + " goals of its plugin that would begin to run"));
    }
    List<TextEdit> edits = new ArrayList<>(rewrite.edits());
    edits.add(
        TextEdit.created(
            sources.file(home.replace('.', '/') + "/" + NAME + ".java"), source(home)));
    edits.add(
        TextEdit.created(
            module.root().relativize(factories),
            Stream.of("org.springframework.context.ApplicationContextInitializer", CONTEXT_FACTORY)
                .limit(isContainer() ? 2 : 1)
                .map(each -> each + "=" + home + "." + NAME + "\n")
                .collect(Collectors.joining())));
    return new Proposal.Edits(application, edits);
  }

  private boolean isContainer() {
    return start.handler() == SpringStart.Handler.CONTAINER;
  }

  private String source(String home) {
    String step = PrimedHandler.step(sources);
    String body = main(home) + "\n" + initialize() + (isContainer() ? "\n" + create() : "");
    String head =
        (isContainer()
                ? "@" + imports.named("org.springframework.core.annotation.Order") + "(0)\n"
                : "")
            + "public final class "
            + NAME
            + "\n    implements "
            + imports.named(INITIALIZER)
            + "<"
            + imports.named(GENERIC)
            + ">"
            + (isContainer() ? ",\n        " + imports.named(CONTEXT_FACTORY) : "")
            + " {\n";
    String members =
        """
          static {
            if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in the build, nor in tests
              %s.setFlag(%s.AOT_ENABLED);
            }
          }

        """
            .formatted(
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

  private String main(String home) {
    String application =
        start.application().getQualifiedName().toString().substring(home.length() + 1);
    String statement =
        switch (start.handler()) {
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
                      imports.named("org.springframework.boot.SpringApplication"),
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

  private String initialize() {
    return """
      @Override
      public void initialize(%s context) {
        if (%s.useGeneratedArtifacts()) {
          %s.forInitializerClasses(
                  %s.class.getName() + "__ApplicationContextInitializer")
              .initialize(context);
        }
      }
    """
        .formatted(
            imports.named(GENERIC),
            imports.named("org.springframework.aot.AotDetector"),
            imports.named(INITIALIZER),
            NAME);
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
        GenericApplicationContext context = new %s();
        for (String name : context.getBeanDefinitionNames()) {
          context.removeBeanDefinition(name);
        }
        return context;
      }
    """
        .formatted(
            imports.named("org.springframework.context.ConfigurableApplicationContext"),
            imports.named(WEB_CONTEXT));
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
