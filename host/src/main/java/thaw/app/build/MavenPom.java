package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.remedy.edit.XmlElement;

/**
 * A pom as far as it can be read without Maven: its parents in files, its properties, its build.
 */
final class MavenPom {
  private static final String NAME = "pom.xml";
  private static final int MOST_PARENTS = 20;
  private static final int MOST_PROPERTIES = 10;
  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");

  /** What is in these belongs to plug-ins, profiles and other projects. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(?s)<(pluginManagement|plugins|extensions|profiles|reporting|resources|testResources"
              + "|dependencies|dependencyManagement|distributionManagement)>.*?</\\1>");

  private static final Pattern PARENT = element("parent");
  private static final Pattern BUILD = element("build");
  private static final Pattern PROPERTIES = element("properties");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^{}]+)}");
  private static final Pattern BASE = Pattern.compile("(project\\.|pom\\.)?basedir");
  private static final Pattern OWN = Pattern.compile("(?:project|pom)\\.(artifactId|version)");

  private static final Pattern COMPILER =
      Pattern.compile(
          "(?s)<artifactId>maven-compiler-plugin</artifactId>((?:(?!</plugin>).)*)</plugin>");

  /** Properties of the compiler plug-in, and of Spring Boot's parent. */
  private static final List<String> RELEASES =
      List.of("maven.compiler.release", "java.version", "maven.compiler.target");

  private static final Pattern RELEASE = Pattern.compile("^(?:1\\.)?(\\d+)$");

  private final Path file;

  private final String whole;

  /** Without comments. */
  private final String all;

  /** The project's own, without {@link #OTHERS}. */
  private final String own;

  private final List<MavenPom> lineage = new ArrayList<>();

  private MavenPom(Path file, String text) {
    this.file = file;
    this.whole = text;
    this.all = COMMENT.matcher(text).replaceAll("");
    this.own = OTHERS.matcher(all).replaceAll("");
  }

  /** Returns the pom of a folder, or at a path; none where there is none or it cannot be read. */
  static Optional<MavenPom> of(Path place) {
    Path file = Files.isDirectory(place) ? place.resolve(NAME) : place;
    try {
      return Files.isRegularFile(file)
          ? Optional.of(
              new MavenPom(file, new String(Files.readAllBytes(file), StandardCharsets.UTF_8)))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // Maven says what is wrong with it
    }
  }

  private static Pattern element(String name) {
    String quoted = Pattern.quote(name);
    return Pattern.compile("(?s)<" + quoted + ">(.*?)</" + quoted + ">");
  }

  private static Optional<String> text(String name, String within) {
    Matcher found = element(name).matcher(within);
    return found.find() ? Optional.of(found.group(1).strip()) : Optional.empty();
  }

  private static String inside(Pattern element, String text) {
    Matcher found = element.matcher(text);
    return found.find() ? found.group(1) : "";
  }

  Path file() {
    return file;
  }

  /** Returns all of it but its comments. */
  String text() {
    return all;
  }

  Optional<String> artifactId() {
    return own("artifactId");
  }

  private Optional<String> own(String name) {
    String rest = PARENT.matcher(own).replaceAll("");
    return text(name, PROPERTIES.matcher(BUILD.matcher(rest).replaceAll("")).replaceAll(""));
  }

  /**
   * Returns the parent where it is a file. What lies in the folder above by chance is none: Maven
   * takes the parent of that name from a repository then.
   */
  private Optional<MavenPom> parent() {
    String parent = inside(PARENT, own);
    if (parent.isEmpty() || parent.contains("<relativePath/>")) {
      return Optional.empty();
    }
    String path = text("relativePath", parent).orElse("../" + NAME);
    if (path.isEmpty() || parent.matches("(?s).*<relativePath\\s+/>.*")) {
      return Optional.empty();
    }
    try {
      return MavenPom.of(file.resolveSibling(path).normalize())
          .filter(pom -> pom.artifactId().equals(text("artifactId", parent)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns it and the parents that are files, the nearest first. */
  List<MavenPom> lineage() {
    Optional<MavenPom> next = lineage.isEmpty() ? Optional.of(this) : Optional.empty();
    while (next.isPresent() && lineage.size() < MOST_PARENTS) {
      lineage.add(next.get());
      next = next.get().parent();
    }
    return List.copyOf(lineage);
  }

  /** Returns the text of an element of the build, of the nearest pom that has it. */
  Optional<String> ofBuild(String element) {
    return lineage().stream()
        .flatMap(pom -> text(element, inside(BUILD, pom.own)).stream())
        .findFirst();
  }

  /**
   * Returns its text with a property of its own; empty where it has one of this name, or cannot be
   * read.
   */
  Optional<String> withProperty(String name, String value) {
    String property = "<%s>%s</%s>".formatted(name, value, name);
    return XmlElement.of(whole)
        .flatMap(project -> {
          Optional<XmlElement> properties = project.at("properties");
          boolean isFree =
              properties
                  .filter(each -> each.open() == each.end() || each.at(name).isPresent())
                  .isEmpty();
          return isFree
              ? Optional.of(
                  properties
                      .map(each -> inserted(property, each.open()))
                      .orElseGet(() ->
                          inserted("<properties>" + property + "</properties>", project.close())))
              : Optional.empty();
        });
  }

  private String inserted(String text, int at) {
    return whole.substring(0, at) + text + whole.substring(at);
  }

  /**
   * Returns the path that a text of it names; none where only Maven knows the value of a part.
   *
   * @param known values that the pom does not say
   */
  Optional<Path> path(String text, Map<String, String> known) {
    String resolved = text;
    for (int i = 0; i < MOST_PROPERTIES && resolved.contains("${"); i++) {
      resolved =
          PROPERTY
              .matcher(resolved)
              .replaceAll(found ->
                  Matcher.quoteReplacement(
                      Optional.ofNullable(known.get(found.group(1)))
                          .or(() -> value(found.group(1)))
                          .orElse(found.group())));
    }
    if (resolved.contains("${") || resolved.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(file.resolveSibling(resolved).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the Java version that it is compiled for, where it tells that. */
  Optional<Integer> release() {
    return Stream.concat(
            ofCompiler("release").or(() -> ofCompiler("target")).stream(),
            RELEASES.stream().flatMap(name -> value(name).stream()))
        .map(text ->
            PROPERTY
                .matcher(text)
                .replaceAll(
                    found -> Matcher.quoteReplacement(value(found.group(1)).orElse(found.group()))))
        .flatMap(text -> RELEASE.matcher(text).results())
        .map(found -> Integer.valueOf(found.group(1)))
        .findFirst();
  }

  /** Returns an element of the compiler plug-in, of the nearest pom that has it. */
  private Optional<String> ofCompiler(String element) {
    return lineage().stream()
        .flatMap(pom -> COMPILER.matcher(pom.all).results().map(found -> found.group(1)))
        .flatMap(plugin -> text(element, plugin).stream())
        .findFirst();
  }

  private Optional<String> value(String name) {
    if (BASE.matcher(name).matches()) {
      return Optional.of(".");
    }
    Matcher ofProject = OWN.matcher(name);
    if (ofProject.matches()) {
      return own(ofProject.group(1)).or(() -> text(ofProject.group(1), inside(PARENT, own)));
    }
    return lineage().stream()
        .flatMap(pom -> text(name, inside(PROPERTIES, pom.own)).stream())
        .findFirst();
  }
}
