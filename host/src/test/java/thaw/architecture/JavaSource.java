package thaw.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java file, with what it tells without a compiler: also of guest code and of modules that are
 * built later than the host.
 *
 * @param code without comments and texts
 */
record JavaSource(Path file, String packageName, String name, String code) {
  private static final Pattern NO_CODE =
      Pattern.compile(
          "/\\*[\\s\\S]*?\\*/|//[^\\n]*|\"\"\"[\\s\\S]*?(?<!\\\\)\"\"\""
              + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)++'");

  private static final Pattern PACKAGE = Pattern.compile("\\bpackage\\s+([\\w.]+)\\s*;");
  private static final Pattern IMPORT =
      Pattern.compile("\\bimport\\s+(static\\s+)?([\\w.]+)(?:\\.\\*)?\\s*;");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");
  private static final Pattern NAME = Pattern.compile("(?<![.\\w])[A-Z]\\w*");

  /** What the JVM and the JDK give a meaning to. */
  private static final Set<String> GIVEN = Set.of("package-info", "module-info");

  /** All tests of a run read the same files. */
  private static final Map<Path, List<JavaSource>> READ = new ConcurrentHashMap<>();

  /** The folders with sources of all modules that the root's pom names: programs, tests, guests. */
  static List<Path> roots() {
    Matcher module =
        Pattern.compile("<module>([^<]+)</module>").matcher(text(Path.of("../pom.xml")));
    List<Path> roots = new ArrayList<>();
    while (module.find()) {
      Path sources = Path.of("..", module.group(1), "src");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> kinds = Files.list(sources)) {
          kinds.map(kind -> kind.resolve("java")).filter(Files::isDirectory).forEach(roots::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    roots.sort(null);
    return roots;
  }

  /** All below a folder, but for what was built there. */
  static List<JavaSource> in(Path root) {
    return READ.computeIfAbsent(root, JavaSource::read);
  }

  private static List<JavaSource> read(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .map(JavaSource::of)
          .filter(source -> !GIVEN.contains(source.name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaSource of(Path file) {
    String code = NO_CODE.matcher(text(file)).replaceAll(" ");
    Matcher declared = PACKAGE.matcher(code);
    return new JavaSource(
        file,
        declared.find() ? declared.group(1) : "",
        file.getFileName().toString().replace(".java", ""),
        code);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With its package. */
  String type() {
    return packageName + "." + name;
  }

  /** The names of its nested types. */
  List<String> nested() {
    return DECLARED
        .matcher(code)
        .results()
        .map(each -> each.group(1))
        .filter(each -> !each.equals(name))
        .toList();
  }

  /**
   * Which of these types its code uses, itself left out. An import that only a comment needs is no
   * use.
   */
  Set<String> used(Set<String> types) {
    Map<String, String> meant = new HashMap<>();
    Set<String> used = new TreeSet<>();
    for (MatchResult each : IMPORT.matcher(code).results().toList()) {
      String type = each.group(2);
      while (!types.contains(type) && type.contains(".")) {
        type = type.substring(0, type.lastIndexOf('.'));
      }
      if (types.contains(type)) {
        meant.put(type.substring(type.lastIndexOf('.') + 1), type);
        if (each.group(1) != null) {
          used.add(type);
        }
      }
    }
    List<String> nested = nested();
    NAME.matcher(IMPORT.matcher(code).replaceAll(" "))
        .results()
        .map(MatchResult::group)
        .filter(each -> !nested.contains(each))
        .map(each -> meant.getOrDefault(each, packageName + "." + each))
        .filter(types::contains)
        .forEach(used::add);
    used.remove(type());
    return used;
  }
}
