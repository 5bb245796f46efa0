package thaw.remedy.sdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import thaw.files.WholeFile;

/** Finds what uses the AWS SDK 1 beside a module's main Java sources, and so is not migrated. */
final class SdkV1Surroundings {
  private static final Pattern USE =
      Pattern.compile(
          "com\\.amazonaws\\.(?:services\\.(?!lambda\\.runtime)|auth\\.|regions\\.|client\\."
              + "|Amazon\\w+Exception|ClientConfiguration)");

  private static final Set<String> LEFT_OUT = Set.of("target", "node_modules", ".git");
  private static final long LARGEST_BYTES = 1 << 20;

  private SdkV1Surroundings() {}

  /**
   * @param root of the project
   * @return each with its place
   */
  static List<String> obstacles(Path root, Path module) {
    List<String> obstacles = new ArrayList<>();
    String name = SdkPom.artifact(text(module.resolve("pom.xml")));
    for (Path pom : poms(root)) {
      if (SdkPom.needs(text(pom), name)) {
        obstacles.add(root.relativize(pom) + " builds on " + name);
      }
    }
    for (Path file : files(module.resolve("src"))) {
      boolean scanned =
          file.startsWith(module.resolve("src/main/java")) && file.toString().endsWith(".java");
      if (!scanned && USE.matcher(text(file)).find()) {
        obstacles.add(root.relativize(file) + " names the SDK 1");
      }
    }
    return obstacles;
  }

  private static List<Path> poms(Path root) {
    return files(root).stream().filter(file -> file.endsWith("pom.xml")).toList();
  }

  private static List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return files;
    }
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
              return LEFT_OUT.contains(each.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && attributes.size() <= LARGEST_BYTES) {
                files.add(each);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("could not look through " + folder + ": " + e, e);
    }
    return files.stream().sorted().toList();
  }

  /** Whatever its encoding: the names that are looked for are ASCII. */
  private static String text(Path file) {
    return WholeFile.text(file, StandardCharsets.ISO_8859_1);
  }
}
