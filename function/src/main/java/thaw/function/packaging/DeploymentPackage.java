package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.files.ForeignTree;

/**
 * A function's code, exploded and ready to be the task root.
 *
 * @param root the exploded folder, read-only by convention, shared by all environments
 * @param codeSha256 base64 of the SHA-256 of the archive, as Lambda's {@code CodeSha256} shows it
 * @param codeSizeBytes size of the archive
 */
public record DeploymentPackage(Path root, String codeSha256, long codeSizeBytes) {
  /**
   * The jar in which a package of Thaw's has the function's class files, in place of the task root.
   * AWS's runtime client searches jars by their names, so it finds these classes before those of
   * libraries.
   */
  public static final String OWN_CLASSES = "lib/0-classes.jar";

  /**
   * Names of the jars in a folder, in the order in which AWS's runtime client searches them: sorted
   * as strings. None where there is no such folder.
   *
   * @param tree that the folder is in: a task root, layers or an image
   */
  public static List<String> jarsIn(ForeignTree tree, String name) {
    Optional<ForeignTree> folder = tree.below(Path.of(name));
    if (folder.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder.get().folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".jar") && folder.get().findFile(file).isPresent())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder + ": " + e, e);
    }
  }
}
