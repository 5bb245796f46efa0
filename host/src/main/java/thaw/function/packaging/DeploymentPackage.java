package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A function's code, exploded and ready to be the task root.
 *
 * @param root the exploded folder, read-only by convention, shared by all environments
 * @param codeSha256 base64 of the SHA-256 of the archive, as Lambda's {@code CodeSha256} shows it
 * @param codeSizeBytes size of the archive
 */
public record DeploymentPackage(Path root, String codeSha256, long codeSizeBytes) {
  /**
   * Names of the jars in a folder, in the order in which AWS's runtime client searches them: sorted
   * as strings. None where there is no such folder.
   */
  public static List<String> jarsIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder + ": " + e, e);
    }
  }
}
