package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.packaging.GradleFiles;

/**
 * The files that a build with Gradle reads: its scripts, properties and version catalogues, {@code
 * src} of every folder and {@code buildSrc}, and what else a script names. Not what lies beside
 * them: notes, events, results of commands and of builds.
 */
final class GradleSources {
  private static final Set<String> OUTPUTS = Set.of("build", "bin", "out", "target");
  private static final String SOURCES = "src";
  private static final Pattern QUOTED = Pattern.compile("([\"'])([^\"'\\n]{1,200})\\1");

  private GradleSources() {}

  /**
   * @param root the folder with the settings; builds that they include may lie elsewhere
   */
  static SortedSet<Path> of(Path root) throws IOException {
    SortedSet<Path> found = new TreeSet<>();
    Deque<Path> builds = new ArrayDeque<>(List.of(root));
    Set<Path> read = new HashSet<>();
    while (!builds.isEmpty()) {
      Path build = builds.remove();
      if (read.stream().noneMatch(build::startsWith)) {
        read.add(build);
        builds.addAll(add(build, found));
      }
    }
    return found;
  }

  /** Returns the folders elsewhere that the settings name: included builds, and projects. */
  private static List<Path> add(Path root, Set<Path> found) throws IOException {
    List<Path> scripts = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            String name = String.valueOf(folder.getFileName());
            if (folder.equals(root)) {
              return FileVisitResult.CONTINUE;
            }
            if (name.equals(SOURCES) || folder.equals(root.resolve("gradle"))) {
              SourceTree.add(folder, found);
              return FileVisitResult.SKIP_SUBTREE;
            }
            return name.startsWith(".") || name.equals("node_modules") || OUTPUTS.contains(name)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = String.valueOf(file.getFileName());
            if (GradleFiles.isScript(name)) {
              scripts.add(file);
            }
            if (GradleFiles.isScript(name)
                || name.equals("gradle.properties")
                || name.endsWith(".lockfile")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
          }
        });
    List<Path> elsewhere = new ArrayList<>();
    for (Path script : scripts) {
      addNamed(root, script, found, elsewhere);
    }
    return elsewhere;
  }

  /** Folders of other projects and of results are not read for the sake of being named. */
  private static void addNamed(Path root, Path script, Set<Path> found, List<Path> elsewhere)
      throws IOException {
    Path folder = script.getParent();
    Matcher quoted = QUOTED.matcher(Files.readString(script, StandardCharsets.UTF_8));
    while (folder != null && quoted.find()) {
      if (quoted.group(2).contains("$")) {
        continue;
      }
      try {
        Path path = folder.resolve(quoted.group(2)).normalize();
        if (!path.startsWith(root)) {
          if (GradleFiles.isScript(path.toString()) && Files.isRegularFile(path)) {
            found.add(path);
          } else if (isSettings(script) && !root.startsWith(path) && isProject(path)) {
            elsewhere.add(path);
          }
        } else if (!isSettings(script) // whose projects are read where they are
            && !folder.startsWith(path)
            && !isProject(path)
            && !OUTPUTS.contains(root.relativize(path).getName(0).toString())
            && !OUTPUTS.contains(folder.relativize(path).getName(0).toString())) {
          SourceTree.add(path, found);
        }
      } catch (InvalidPathException e) {
        continue; // no path, but some other text
      }
    }
  }

  private static boolean isSettings(Path script) {
    return script.getFileName().toString().startsWith("settings.");
  }

  private static boolean isProject(Path folder) {
    return Files.isDirectory(folder)
        && (Files.isDirectory(folder.resolve(SOURCES))
            || GradleFiles.hasBuild(folder)
            || GradleFiles.hasSettings(folder));
  }
}
