package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A file that {@code cdk synth} has copied into its output. Its name is a digest, and nothing in
 * the output says where it came from: that is the file with the same bytes among the results of the
 * project's modules.
 */
public final class CdkAsset {
  private static final Set<String> WITHOUT_RESULTS = Set.of("node_modules", "src");

  private CdkAsset() {}

  /**
   * Returns the result of a build that was copied; empty where there is none, or another one.
   *
   * @param asset has an absolute path
   */
  public static Optional<Path> origin(Path asset) {
    try {
      Path root =
          ProjectBounds.of(asset.resolveSibling(""), Path.of(System.getProperty("user.home")))
              .root();
      return originBelow(root, asset);
    } catch (IOException e) {
      throw new UncheckedIOException("could not look for what " + asset + " was made of", e);
    }
  }

  private static Optional<Path> originBelow(Path root, Path asset) throws IOException {
    long size = Files.size(asset);
    SortedSet<Path> found = new TreeSet<>();
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
            if (attributes.isRegularFile()
                && attributes.size() == size
                && CodeLocation.isArchive(file)
                && CodeLocation.projectOf(file).isPresent()
                && isSame(file, asset)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // nobody's result
          }
        });
    return found.stream().findFirst();
  }

  private static boolean isSame(Path file, Path asset) {
    try {
      return Files.mismatch(file, asset) < 0;
    } catch (IOException e) {
      return false; // one that cannot be read is nobody's result
    }
  }
}
