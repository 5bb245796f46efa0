package thaw.function.packaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds in a project's build files what makes an archive of some name. {@code gradle build} makes
 * what plug-ins have told {@code assemble} of, which many a task for a zip or a jar with all
 * libraries is not; {@code mvn package} leaves out what is in a profile.
 *
 * <p>The files are searched for what is usual, and not run: where they tell nothing, it is the
 * usual goal.
 */
public final class ArchiveGoal {
  private static final String BUILD = "build";

  /** What a task is made with: {@code task zip(type: Zip)}, {@code register<Zip>("zip")}. */
  private static final String TYPE = "(?:[\\w.]+\\.)?(?<type>\\w*(?:Jar|Zip))(?:::class)?";

  private static final List<Pattern> TASKS =
      List.of(
          Pattern.compile("\\btask\\s+(?<name>\\w+)\\s*\\(\\s*type\\s*:\\s*" + TYPE),
          Pattern.compile("\\b(?:register|create)\\s*<" + TYPE + ">\\s*\\(\\s*['\"](?<name>\\w+)"),
          Pattern.compile(
              "\\b(?:register|create)\\s*\\(?\\s*['\"](?<name>\\w+)['\"]\\s*,\\s*" + TYPE),
          Pattern.compile(
              "\\bval\\s+(?<name>\\w+)\\s+by\\s+(?:tasks\\.)?(?:registering|creating)\\s*\\(\\s*"
                  + TYPE));

  /** The plug-in that adds a task of this name, by its present id and its former ones. */
  private static final Pattern SHADOW = Pattern.compile("gradleup\\.shadow|johnrengelman.*shadow");

  private static final Pattern SPRING_BOOT = Pattern.compile("org\\.springframework\\.boot['\"]");
  private static final Pattern DISTRIBUTION =
      Pattern.compile("['\"`](?:java-library-)?(?:distribution|application)['\"`]");

  /** A comment as its group; a string may have what begins one. */
  private static final Pattern COMMENT =
      Pattern.compile("'[^'\n]*'|\"[^\"\n]*\"|(/\\*(?s:.*?)\\*/|//[^\n]*)");

  private static final Pattern XML_COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern PROFILE = Pattern.compile("(?s)<profile>(.*?)</profile>");
  private static final Pattern ID = Pattern.compile("<id>\\s*([^<\\s]+)\\s*</id>");
  private static final Pattern JAR_PACKER =
      Pattern.compile("maven-(?:shade|assembly)-plugin|spring-boot-maven-plugin");
  private static final Pattern ZIP_PACKER = Pattern.compile("maven-assembly-plugin");

  private ArchiveGoal() {}

  /**
   * Returns a task of Gradle.
   *
   * @param project folder whose build is asked for it
   * @param archive that it does not have
   */
  static String ofGradle(Path project, Path archive) {
    return ofGradle(scripts(project), String.valueOf(archive.getFileName()));
  }

  /** The same of Maven: a goal, with its profile where there is one. */
  static String ofMaven(Path project, Path archive) {
    return "package" + profile(project, archive).map(id -> " -P" + id).orElse("");
  }

  /** Returns the profile of Maven without which the archive is not made; empty where none is. */
  public static Optional<String> profile(Path project, Path archive) {
    return profile(text(project.resolve(BuildFiles.POM)), String.valueOf(archive.getFileName()));
  }

  /** The module's own script comes first, then those above it, which may say how all are built. */
  private static List<String> scripts(Path project) {
    Path module = project.toAbsolutePath().normalize();
    Path root = GradleFiles.root(module).orElse(module);
    return Stream.iterate(module, each -> each != null && each.startsWith(root), Path::getParent)
        .flatMap(folder -> GradleFiles.BUILDS.stream().map(folder::resolve))
        .filter(Files::isRegularFile)
        .map(script -> COMMENT.matcher(text(script)).replaceAll(ArchiveGoal::withoutComment))
        .toList();
  }

  private static String withoutComment(MatchResult found) {
    return found.group(1) == null ? Matcher.quoteReplacement(found.group()) : "";
  }

  private static String ofGradle(List<String> scripts, String name) {
    String all = String.join("\n", scripts);
    List<Task> declared = scripts.stream().flatMap(script -> tasks(script).stream()).toList();
    String kind = name.endsWith(".zip") ? "Zip" : "Jar";
    List<Task> fitting = declared.stream().filter(task -> task.type().endsWith(kind)).toList();
    Optional<Task> named = fitting.stream().filter(task -> task.names(name)).findFirst();
    if (named.isPresent()) {
      return named.get().name();
    }
    if (kind.equals("Zip")) {
      return fitting.size() == 1
          ? fitting.getFirst().name()
          : fitting.isEmpty() && DISTRIBUTION.matcher(all).find() ? "distZip" : BUILD;
    }
    boolean isShadow = SHADOW.matcher(all).find();
    if (isShadow && (name.endsWith("-all.jar") || Task.of("shadowJar", all).names(name))) {
      return "shadowJar";
    }
    if (SPRING_BOOT.matcher(all).find()) {
      return name.endsWith("-plain.jar") ? "jar" : "bootJar";
    }
    return BUILD;
  }

  /**
   * A task that a script declares.
   *
   * @param block what is said of it there
   */
  private record Task(String name, String type, String block) {
    private static final Pattern QUOTED =
        Pattern.compile(
            "(?:Classifier|Name|Appendix)[^\\w'\"]{0,8}"
                + "(?:(?:set|convention)[^\\w'\"]{0,3})?['\"]([^'\"$]*)['\"]",
            Pattern.CASE_INSENSITIVE);

    static Task of(String name, String script) {
      Matcher found = Pattern.compile("(?i)\\b" + name + "\\b[^{}\\n]*\\{").matcher(script);
      return new Task(name, "Jar", found.find() ? Task.block(script, found.end() - 1) : "");
    }

    /** Returns whether a part of the file's name is said of it: a classifier, or the whole name. */
    boolean names(String file) {
      return QUOTED
          .matcher(block)
          .results()
          .map(part -> part.group(1))
          .anyMatch(
              part -> part.isEmpty() ? !file.matches(".*-[a-z]+\\.jar") : file.contains(part));
    }

    /** Returns the text from a brace to the one that closes it. */
    static String block(String script, int brace) {
      int depth = 0;
      for (int i = brace; i < script.length(); i++) {
        char at = script.charAt(i);
        depth += at == '{' ? 1 : at == '}' ? -1 : 0;
        if (depth == 0) {
          return script.substring(brace, i);
        }
      }
      return script.substring(brace);
    }
  }

  private static List<Task> tasks(String script) {
    List<Task> tasks = new ArrayList<>();
    for (Pattern pattern : TASKS) {
      Matcher found = pattern.matcher(script);
      while (found.find()) {
        int brace = script.indexOf('{', found.end());
        boolean isOwn = brace >= 0 && script.substring(found.end(), brace).matches("[\\s(),]*");
        tasks.add(
            new Task(
                found.group("name"), found.group("type"), isOwn ? Task.block(script, brace) : ""));
      }
    }
    return tasks;
  }

  private static Optional<String> profile(String pom, String name) {
    Pattern packer = name.endsWith(".zip") ? ZIP_PACKER : JAR_PACKER;
    String whole = XML_COMMENT.matcher(pom).replaceAll("");
    boolean isKnown =
        packer.matcher(PROFILE.matcher(whole).replaceAll("")).find()
            || whole.contains("<parent>") // which may pack
            || whole.contains("<activeByDefault>"); // which naming another would switch off
    return isKnown
        ? Optional.empty()
        : PROFILE
            .matcher(whole)
            .results()
            .map(profile -> profile.group(1))
            .filter(profile -> packer.matcher(profile).find() && !profile.contains("<activation>"))
            .flatMap(profile -> ID.matcher(profile).results().limit(1))
            .map(id -> id.group(1))
            .filter(id -> !id.matches(".*(native|docker|release).*")) // packs something else
            .findFirst();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // who builds it tells why
    }
  }
}
