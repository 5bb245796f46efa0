package thaw.remedy.edit;

import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.function.packaging.BuildFiles;

/**
 * Finds what in a build's files keeps tests from running on a newer JDK, by what the build has
 * said. Only tools of the tests are raised: what the function itself consists of stays.
 */
public final class TestsOnNewerJdk {
  private static final Pattern COMMENT = Pattern.compile("<!--.*?(?:-->|$)", Pattern.DOTALL);

  private static final Pattern COMMENT_OF_GRADLE =
      Pattern.compile("(?ms)^[ \\t]*/\\*.*?\\*/|(?<!:)//[^\n]*");

  /** For tests alone; Gradle's own language and Kotlin read it alike. */
  private static final String FORCED =
      """
      configurations.matching { it.name.startsWith("test") }.configureEach {
        resolutionStrategy.force("net.bytebuddy:byte-buddy:%1$s", "net.bytebuddy:byte-buddy-agent:%1$s")
      }
      """
          .formatted(TestsRefusal.BYTE_BUDDY);

  private static final String TOOL_VERSION =
      """
      jacoco {
        toolVersion = "%s"
      }
      """
          .formatted(TestsRefusal.JACOCO);

  private static final Pattern IN_GRADLE =
      Pattern.compile("toolVersion[\\s=(]{1,9}[\"'](\\d+(?:\\.\\d+)*)[\"']");

  private static final Pattern APPLIED =
      Pattern.compile("(?m)^[ \\t]*(?:id[ (]{1,3}[\"']jacoco[\"']|jacoco[ \\t]*$)");

  private final Path root;
  private final Path module;
  private final Function<Path, String> texts;

  /**
   * A fact that stands in the way.
   *
   * @param words with file and line
   * @param edits that take it out of the way; none where that is left to people
   */
  public record Obstacle(String words, List<TextEdit> edits) {
    public Obstacle {
      edits = List.copyOf(edits);
    }
  }

  private record Place(Path file, String text, int position) {
    String words() {
      return file + ":" + (1 + text.substring(0, position).chars().filter(c -> c == '\n').count());
    }

    Obstacle replaced(int end, String with, String words) {
      return replaced(end, with, words, words());
    }

    /**
     * @param at file and line in words
     */
    Obstacle replaced(int end, String with, String words, String at) {
      FileRewrite rewrite = new FileRewrite(file, text);
      rewrite.replace(position, end, with);
      return new Obstacle(at + " " + words, rewrite.edits());
    }
  }

  private TestsOnNewerJdk(Path root, Path module, Function<Path, String> texts) {
    this.root = root;
    this.module = module;
    this.texts = texts;
  }

  /**
   * @param log of the build whose tests have failed
   * @param root of the project
   * @param module whose tests they are
   * @param texts of the project's files, empty of one that is not there
   */
  public static Optional<Obstacle> of(
      String log, Path root, Path module, Function<Path, String> texts) {
    TestsOnNewerJdk found = new TestsOnNewerJdk(root, module, texts);
    Optional<TestsRefusal> refusal = TestsRefusal.of(log);
    return refusal.isEmpty()
        ? Optional.empty()
        : switch (refusal.get().cause()) {
          case BYTE_BUDDY ->
              refusal.get().isRaised() ? Optional.of(found.byteBuddy()) : Optional.empty();
          case OPTION -> found.option(refusal.get().option());
          case SECURITY_MANAGER -> found.option("java.security.manager");
          case JACOCO -> found.jacoco();
          case MODULE -> Optional.empty(); // which people open
        };
  }

  /** The text of a build file, whose comments are blank. */
  private String uncommented(Path file) {
    Pattern comment = file.endsWith("pom.xml") ? COMMENT : COMMENT_OF_GRADLE;
    return comment
        .matcher(texts.apply(file))
        .replaceAll(each -> " ".repeat(each.end() - each.start()));
  }

  /** The build files from the module up to the project's root. */
  private List<Path> files() {
    List<Path> files = new ArrayList<>();
    for (Path folder = module;
        folder != null && folder.startsWith(root);
        folder = folder.getParent()) {
      Path at = root.relativize(folder);
      BuildFiles.OF_MODULES.stream()
          .map(name -> at.resolve(name).normalize())
          .filter(file -> !texts.apply(file).isEmpty())
          .forEach(files::add);
    }
    return files;
  }

  private Optional<Place> named(String... names) {
    for (String name : names) {
      for (Path file : files()) {
        int at = uncommented(file).indexOf(name);
        if (at >= 0) {
          return Optional.of(new Place(file, texts.apply(file), at));
        }
      }
    }
    return Optional.empty();
  }

  private Obstacle byteBuddy() {
    Optional<Place> named = named("byte-buddy", "mockito", "spring-boot-starter-test");
    String words =
        named.map(place -> place.words() + " brings").orElse("the tests use")
            + " a Byte Buddy that does not read classes of this JDK, "
            + TestsRefusal.BYTE_BUDDY
            + " does";
    Path pom = root.relativize(module).resolve("pom.xml").normalize();
    String text = texts.apply(pom);
    // Managed by the project itself: that has a reason, which people know.
    boolean isManaged =
        files().stream().anyMatch(file -> texts.apply(file).contains("net.bytebuddy"));
    return new Obstacle(
        words,
        isManaged
            ? List.of()
            : XmlElement.of(text)
                .map(of -> managed(pom, text, of))
                .or(() -> ownGradle().map(file -> appended(file, FORCED)))
                .orElse(List.of()));
  }

  /** The build file of Gradle that the module has itself. */
  private Optional<Path> ownGradle() {
    Path own = root.relativize(module);
    return BuildFiles.OF_MODULES.stream()
        .filter(name -> !name.equals(BuildFiles.POM))
        .map(name -> own.resolve(name).normalize())
        .filter(file -> !texts.apply(file).isEmpty())
        .findFirst();
  }

  private List<TextEdit> appended(Path file, String block) {
    String text = texts.apply(file);
    FileRewrite rewrite = new FileRewrite(file, text);
    rewrite.insert(text.length(), (text.endsWith("\n") ? "\n" : "\n\n") + block);
    return rewrite.edits();
  }

  /** Manages it in the module's own pom, which wins over parents and imported boms. */
  private static List<TextEdit> managed(Path pom, String text, XmlElement project) {
    FileRewrite rewrite = new FileRewrite(pom, text);
    Optional<XmlElement> managed = project.at("dependencyManagement", "dependencies");
    int at =
        managed
            .map(XmlElement::open)
            .or(() -> project.at("dependencies").map(XmlElement::start))
            .orElse(project.close());
    int line = text.lastIndexOf('\n', at - 1) + 1;
    String indent = text.substring(line).replaceFirst("(?s)\\S.*", "");
    String step =
        indent.isEmpty()
            ? "  "
            : indent
                .substring(0, 1)
                .repeat(managed.isPresent() ? Math.max(1, indent.length() / 2) : indent.length());
    StringBuilder block = new StringBuilder();
    String inner = managed.isPresent() ? indent + step : indent + step + step;
    for (String artifact : List.of("byte-buddy", "byte-buddy-agent")) {
      block.append(inner).append("<dependency>\n");
      block.append(inner).append(step).append("<groupId>net.bytebuddy</groupId>\n");
      block.append(inner).append(step).append("<artifactId>").append(artifact);
      block.append("</artifactId>\n");
      block.append(inner).append(step).append("<version>").append(TestsRefusal.BYTE_BUDDY);
      block.append("</version>\n");
      block.append(inner).append("</dependency>\n");
    }
    if (managed.isPresent()) {
      int next = text.indexOf('\n', at) + 1;
      boolean isLine = next > 0 && text.substring(at, next).isBlank();
      if (!isLine) {
        return List.of();
      }
      rewrite.insert(next, block.toString());
      return rewrite.edits();
    }
    if (!text.substring(line, at).isBlank()) {
      return List.of();
    }
    rewrite.insert(
        line,
        indent
            + "<dependencyManagement>\n"
            + indent
            + step
            + "<dependencies>\n"
            + block
            + indent
            + step
            + "</dependencies>\n"
            + indent
            + "</dependencyManagement>\n");
    return rewrite.edits();
  }

  private Optional<Obstacle> jacoco() {
    Optional<Path> gradle = ownGradle();
    if (gradle.isPresent()) {
      return jacocoInGradle(gradle.get()).or(this::namedJacoco);
    }
    for (Path file : files()) {
      String text = texts.apply(file);
      Optional<XmlElement> version =
          XmlElement.of(text)
              .flatMap(project ->
                  Stream.of(
                          project.at("build", "plugins"),
                          project.at("build", "pluginManagement", "plugins"))
                      .flatMap(Optional::stream)
                      .flatMap(plugins -> plugins.all("plugin").stream())
                      .filter(each -> each.value("artifactId").equals("jacoco-maven-plugin"))
                      .flatMap(each -> each.at("version").stream())
                      .findFirst()
                      .flatMap(given -> literal(project, given)));
      if (version.filter(each -> each.text().matches("\\d+(\\.\\d+)*")).isPresent()) {
        XmlElement old = version.get();
        if (Version.parse(old.text()).compareTo(Version.parse(TestsRefusal.JACOCO)) >= 0) {
          return Optional.empty();
        }
        return Optional.of(
            new Place(file, text, old.open())
                .replaced(
                    old.close(),
                    TestsRefusal.JACOCO,
                    "has JaCoCo %s, which does not read classes of this JDK, %s does"
                        .formatted(old.text(), TestsRefusal.JACOCO)));
      }
    }
    return namedJacoco();
  }

  private Optional<Obstacle> namedJacoco() {
    return named("jacoco")
        .map(place ->
            new Obstacle(
                place.words() + " has a JaCoCo that does not read classes of this JDK", List.of()));
  }

  /** Its version is Gradle's own where the build file says none. */
  private Optional<Obstacle> jacocoInGradle(Path file) {
    String text = texts.apply(file);
    String searched = uncommented(file);
    Matcher version = IN_GRADLE.matcher(searched);
    if (version.find()) {
      boolean isOld =
          Version.parse(version.group(1)).compareTo(Version.parse(TestsRefusal.JACOCO)) < 0
              && !version.find();
      version.find(0);
      return isOld
          ? Optional.of(
              new Place(file, text, version.start(1))
                  .replaced(
                      version.end(1),
                      TestsRefusal.JACOCO,
                      "has JaCoCo %s, which does not read classes of this JDK, %s does"
                          .formatted(version.group(1), TestsRefusal.JACOCO)))
          : Optional.empty();
    }
    Matcher applied = APPLIED.matcher(searched);
    return applied.find() && !searched.contains("toolVersion")
        ? Optional.of(
            new Obstacle(
                new Place(file, text, searched.indexOf("jacoco", applied.start())).words()
                    + " has the JaCoCo of this Gradle, which does not read classes of this JDK, "
                    + TestsRefusal.JACOCO
                    + " does",
                appended(file, TOOL_VERSION)))
        : Optional.empty();
  }

  /** Returns the element that holds a version: it, or the property that it names. */
  private static Optional<XmlElement> literal(XmlElement project, XmlElement given) {
    String text = given.text();
    return text.startsWith("${") && text.endsWith("}")
        ? project.at("properties", text.substring(2, text.length() - 1))
        : Optional.of(given);
  }

  /** An option of the tests' JVM, which a build file has as one word. */
  private Optional<Obstacle> option(String name) {
    String bare = name.replaceFirst("=.*", "").replaceFirst("^-+(XX:[+-]?)?", "");
    if (bare.isEmpty()) {
      return Optional.empty();
    }
    Pattern word = Pattern.compile("[ \\t]*-[^\\s<\"']*" + Pattern.quote(bare) + "[^\\s<\"']*");
    for (Path file : files()) {
      String text = texts.apply(file);
      String searched = uncommented(file);
      Matcher found = word.matcher(searched);
      if (found.find()) {
        String option = found.group().strip();
        Place place = new Place(file, text, found.start());
        String words = "has " + option + ", with which this JDK does not start";
        boolean isArgument =
            file.endsWith("pom.xml")
                && searched.lastIndexOf("<argLine>", found.start())
                    > searched.lastIndexOf("</", found.start())
                && !found.find();
        return Optional.of(
            isArgument
                ? place.replaced(
                    place.position()
                        + text.substring(place.position()).indexOf(option)
                        + option.length(),
                    "",
                    words)
                : argument(place, searched, option)
                    .map(span ->
                        new Place(file, text, span[0]).replaced(span[1], "", words, place.words()))
                    .orElseGet(() -> new Obstacle(place.words() + " " + words, List.of())));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns where Gradle's {@code jvmArgs} has an option, with a comma beside it, or the whole line
   * where that has nothing else; none where it stands otherwise, or twice.
   */
  private static Optional<int[]> argument(Place place, String searched, String option) {
    if (place.file().endsWith("pom.xml")) {
      return Optional.empty();
    }
    int line = searched.lastIndexOf('\n', place.position()) + 1;
    int feed = searched.indexOf('\n', place.position() + 1);
    int end = feed < 0 ? searched.length() : feed + 1;
    String quoted = "[\"']" + Pattern.quote(option) + "[\"']";
    String text = searched.substring(line, end);
    if (!text.contains("jvmArgs") || searched.indexOf(option, end) >= 0) {
      return Optional.empty();
    }
    if (text.matches("(?s)\\s*jvmArgs[\\s=(\\[+]*(listOf\\()?" + quoted + "[)\\]\\s]*")) {
      return Optional.of(new int[] {line, end});
    }
    Matcher found = Pattern.compile(quoted + ",[ \\t]*|,[ \\t]*" + quoted).matcher(text);
    return found.find()
        ? Optional.of(new int[] {line + found.start(), line + found.end()})
        : Optional.empty();
  }
}
