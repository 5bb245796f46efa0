package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the files came from that {@code cdk synth} has copied into its output. Their names are
 * digests, and nothing in the output says it: the origin is the file with the same bytes among the
 * results of the project's modules. It searches a repository once; what is built later is not
 * found.
 */
public final class CdkOrigins {
  private static final Set<String> WITHOUT_RESULTS = Set.of("node_modules", "src");

  private final Map<Path, List<Result>> found = new HashMap<>();

  private record Result(Path file, long size) {}

  /**
   * Returns the result of a build that was copied; empty where there is none, or another one.
   *
   * @param asset has an absolute path
   */
  public Optional<Path> of(Path asset) {
    try {
      Path root =
          ProjectBounds.of(asset.resolveSibling(""), Path.of(System.getProperty("user.home")))
              .root();
      List<Result> results = found.get(root);
      if (results == null) {
        results = resultsBelow(root);
        found.put(root, results);
      }
      long size = Files.size(asset);
      return results.stream()
          .filter(result -> result.size() == size)
          .map(Result::file)
          .filter(file -> CodeLocation.projectOf(file).isPresent() && isSame(file, asset))
          .min(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new UncheckedIOException("could not look for what " + asset + " was made of", e);
    }
  }

  private static List<Result> resultsBelow(Path root) throws IOException {
    List<Result> results = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            return !folder.equals(root)
                    && (name.startsWith(".")
                        || WITHOUT_RESULTS.contains(name)
                        || CodeLocation.isCdkOutput(folder))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && CodeLocation.isArchive(file)) {
              results.add(new Result(file, attributes.size()));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // nobody's result
          }
        });
    return results;
  }

  private static boolean isSame(Path file, Path asset) {
    try {
      return Files.mismatch(file, asset) < 0;
    } catch (IOException e) {
      return false; // one that cannot be read is nobody's result
    }
  }
}
