package thaw.function.packaging;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import thaw.files.ForeignTree;
import thaw.problem.UserMistake;

/**
 * Lays exploded layers over each other; of two entries with one name the later one stays. A link
 * that stayed within its own layer may lead out through another layer's links.
 */
public final class LayerMerge {
  private LayerMerge() {}

  /**
   * Leaves {@code target} an empty folder when there are no layers.
   *
   * @throws UserMistake when a link leads out
   */
  public static void merge(List<Path> layers, Path target) throws IOException {
    Files.createDirectories(target);
    for (Path layer : layers) {
      Files.walkFileTree(layer, new Overlay(layer, target));
    }
    Optional<Path> out = new ForeignTree(target).linkOut();
    if (out.isPresent()) {
      throw new UserMistake(
          "the symbolic link %s of a layer leaves /opt, through a link of another layer"
              .formatted(out.get()),
          "build the layers with the file itself, or a relative link within");
    }
  }

  private static final class Overlay extends SimpleFileVisitor<Path> {
    private final Path layer;
    private final Path target;

    Overlay(Path layer, Path target) {
      this.layer = layer;
      this.target = target;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      Path merged = target.resolve(layer.relativize(folder));
      if (!Files.isDirectory(merged, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(merged);
        Files.createDirectory(merged);
      }
      Files.setPosixFilePermissions(merged, Files.getPosixFilePermissions(folder));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Path merged = target.resolve(layer.relativize(file));
      if (Files.isDirectory(merged, LinkOption.NOFOLLOW_LINKS)) {
        StoreFolder.delete(merged);
      }
      Files.copy(
          file,
          merged,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES,
          LinkOption.NOFOLLOW_LINKS);
      return FileVisitResult.CONTINUE;
    }
  }
}
