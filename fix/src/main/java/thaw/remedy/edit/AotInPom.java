package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The goal {@code process-aot} of Spring Boot's Maven plugin in a pom.xml. */
final class AotInPom {
  private static final String GOAL = "process-aot";
  private static final String PLUGIN = "spring-boot-maven-plugin";

  private static final String EXECUTION =
      """
      <execution>
        <id>process-aot</id>
        <goals>
          <goal>process-aot</goal>
        </goals>
        <configuration>
          <mainClass>%s</mainClass>
      %s  </configuration>
      </execution>
      """;

  /**
   * The execution that spring-boot-starter-parent manages for the plugin, switched off: it would
   * begin to run where the plugin is new, and make a jar that has its classes in BOOT-INF.
   */
  private static final String NO_REPACKAGE =
      """
      <execution>
        <id>repackage</id>
        <phase>none</phase>
      </execution>
      """;

  private final String text;
  private final XmlElement project;
  private final List<XmlElement> all;
  private final String execution;
  private final String bootVersion;

  private AotInPom(
      String text,
      List<XmlElement> all,
      String mainClass,
      List<String> absent,
      String bootVersion) {
    this.text = text;
    this.project = all.getFirst();
    this.all = all;
    this.execution = EXECUTION.formatted(mainClass, excludes(absent));
    this.bootVersion = bootVersion;
  }

  /**
   * @param parents texts of the poms above it that the project has
   * @param mainClass which the goal runs
   * @param absent libraries that the goal must not see, as {@code group:artifact}: conditions on
   *     their classes would hold in the build, and not in the function
   * @param bootVersion of Spring Boot in the package
   * @return why the pom leaves no place for it, in which case the rewrite is of no use; empty where
   *     it is written
   */
  static Optional<String> write(
      FileRewrite rewrite,
      String text,
      List<String> parents,
      String mainClass,
      List<String> absent,
      String bootVersion) {
    List<String> texts = Stream.concat(Stream.of(text), parents.stream()).toList();
    List<XmlElement> all = texts.stream().flatMap(each -> XmlElement.of(each).stream()).toList();
    if (text.contains(GOAL)) {
      return Optional.of(
          rewrite.file() + ":" + SourceText.line(text, text.indexOf(GOAL)) + " has " + GOAL);
    }
    if (all.size() != texts.size() || texts.stream().anyMatch(each -> each.contains(GOAL))) {
      return Optional.of("a parent of " + rewrite.file() + " has " + GOAL + ", or is no XML");
    }
    AotInPom pom = new AotInPom(text, all, mainClass, absent, bootVersion);
    return pom.obstacle(rewrite.file())
        .or(() ->
            pom.writeTo(rewrite)
                ? Optional.empty()
                : Optional.of(
                    rewrite.file()
                        + " has no plain place for "
                        + GOAL
                        + ", each tag on a line of its own"));
  }

  private static String excludes(List<String> absent) {
    if (absent.isEmpty()) {
      return "";
    }
    String each =
        absent.stream()
            .map(name -> name.split(":"))
            .map(name ->
                within(
                    "exclude",
                    "<groupId>%s</groupId>\n<artifactId>%s</artifactId>\n"
                        .formatted(name[0], name[1])))
            .collect(Collectors.joining());
    // The plug-in may have some of its own.
    return within("excludes", each)
        .replaceFirst("<excludes>", "<excludes combine.children=\"append\">")
        .indent(4);
  }

  private Optional<String> obstacle(Path file) {
    if (!project.name().equals("project") || project.children().isEmpty()) {
      return Optional.of(file + " is no project");
    }
    if (!Set.of("", "jar").contains(packaging())) {
      int at = project.at("packaging").map(XmlElement::start).orElse(0);
      return Optional.of(
          file + ":" + SourceText.line(text, at) + " has the packaging " + packaging());
    }
    return springs(project, "build", "plugins").findFirst().isEmpty()
            && !isInherited()
            && beginsToRunMore()
        ? Optional.of(
            file
                + " or a parent manages goals of "
                + PLUGIN
                + ", or has it in a profile, and they would begin to run")
        : Optional.empty();
  }

  /** Returns the packaging, which may be a property of the same poms. */
  private String packaging() {
    String given = project.value("packaging");
    return given.startsWith("${") && given.endsWith("}")
        ? all.stream()
            .flatMap(each -> each.at("properties", given.substring(2, given.length() - 1)).stream())
            .map(XmlElement::text)
            .map(String::strip)
            .findFirst()
            .orElse(given)
        : given;
  }

  private boolean writeTo(FileRewrite rewrite) {
    Optional<XmlElement> build = project.at("build");
    Optional<XmlElement> own = springs(project, "build", "plugins").findFirst();
    if (build.isEmpty()) {
      return append(rewrite, project, build());
    }
    Optional<XmlElement> plugins = build.get().at("plugins");
    if (plugins.isEmpty()) {
      return append(rewrite, build.get(), plugins());
    }
    if (own.isEmpty()) {
      return append(rewrite, plugins.get(), plugin());
    }
    return own.get()
        .at("executions")
        .map(executions -> append(rewrite, executions, execution))
        .orElseGet(() -> append(rewrite, own.get(), executions()));
  }

  /**
   * Returns whether the module has the plugin from a parent in the project, with all that it runs.
   */
  private boolean isInherited() {
    return all.stream()
        .skip(1)
        .flatMap(parent -> springs(parent, "build", "plugins"))
        .anyMatch(plugin -> !plugin.value("inherited").equals("false"));
  }

  /**
   * Returns whether the project's poms have executions for the plugin that run as soon as it is
   * there.
   */
  private boolean beginsToRunMore() {
    boolean manages =
        all.stream()
            .flatMap(each -> springs(each, "build", "pluginManagement", "plugins"))
            .flatMap(plugin -> plugin.at("executions").stream())
            .flatMap(executions -> executions.all("execution").stream())
            .anyMatch(execution -> !execution.value("phase").equals("none"));
    return manages
        || all.stream()
            .flatMap(each -> each.at("profiles").stream())
            .flatMap(profiles -> profiles.all("profile").stream())
            .anyMatch(profile ->
                Stream.concat(
                        springs(profile, "build", "plugins"),
                        springs(profile, "build", "pluginManagement", "plugins"))
                    .findAny()
                    .isPresent());
  }

  /**
   * Returns whether there is a parent whose pom is not seen here, such as
   * spring-boot-starter-parent.
   */
  private boolean hasParentElsewhere() {
    return all.getLast().at("parent").isPresent();
  }

  private static Stream<XmlElement> springs(XmlElement of, String... plugins) {
    return of.at(plugins).stream()
        .flatMap(found -> found.all("plugin").stream())
        .filter(AotInPom::isSpring);
  }

  /**
   * Appends the last child of an element whose children stand on lines of their own.
   *
   * @param lines two blanks a step
   */
  private boolean append(FileRewrite rewrite, XmlElement parent, String lines) {
    if (parent.children().isEmpty()) {
      return false;
    }
    XmlElement last = parent.children().getLast();
    String outer = SourceText.indent(text, parent.start());
    String inner = SourceText.indent(text, last.start());
    int line = SourceText.lineStart(text, parent.close());
    if (inner.length() <= outer.length()
        || !inner.startsWith(outer)
        || !text.substring(line, parent.close()).isBlank()
        || !text.substring(SourceText.lineStart(text, last.start()), last.start()).isBlank()) {
      return false;
    }
    String step = inner.substring(outer.length());
    rewrite.insert(
        line,
        (isSpaced(parent) ? "\n" : "")
            + lines
                .lines()
                .map(each -> {
                  int steps = (each.length() - each.stripLeading().length()) / 2;
                  return inner + step.repeat(steps) + each.strip() + "\n";
                })
                .collect(Collectors.joining()));
    return true;
  }

  /** Returns whether an empty line stands between its last two children. */
  private boolean isSpaced(XmlElement parent) {
    int children = parent.children().size();
    return children > 1
        && text.substring(
                    parent.children().get(children - 2).end(), parent.children().getLast().start())
                .chars()
                .filter(each -> each == '\n')
                .count()
            > 1;
  }

  private String executions() {
    return within("executions", execution);
  }

  private String plugin() {
    String version = version();
    return within(
        "plugin",
        "<groupId>org.springframework.boot</groupId>\n<artifactId>"
            + PLUGIN
            + "</artifactId>\n"
            + (version.isEmpty() ? "" : "<version>" + version + "</version>\n")
            + within(
                "executions",
                execution + (!isInherited() && hasParentElsewhere() ? NO_REPACKAGE : "")));
  }

  private String plugins() {
    return within("plugins", plugin());
  }

  private String build() {
    return within("build", plugins());
  }

  private static String within(String element, String lines) {
    return "<" + element + ">\n" + lines.indent(2) + "</" + element + ">\n";
  }

  /** Returns the version to be written for the plugin; empty where something manages it. */
  private String version() {
    boolean isManaged =
        all.stream()
            .anyMatch(each ->
                each.at("parent")
                        .map(parent -> parent.value("artifactId"))
                        .filter("spring-boot-starter-parent"::equals)
                        .isPresent()
                    || springs(each, "build", "pluginManagement", "plugins").findAny().isPresent());
    return isManaged
        ? ""
        : all.stream()
            .flatMap(each -> each.at("dependencyManagement", "dependencies").stream())
            .flatMap(each -> each.all("dependency").stream())
            .filter(each -> each.value("artifactId").equals("spring-boot-dependencies"))
            .map(each -> each.value("version"))
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse(bootVersion);
  }

  private static boolean isSpring(XmlElement plugin) {
    return plugin.value("artifactId").equals(PLUGIN);
  }
}
