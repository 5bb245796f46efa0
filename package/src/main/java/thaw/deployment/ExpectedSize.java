package thaw.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import thaw.function.packaging.PackageLimit;

/**
 * What a function has unpacked, in bytes, before a package of it is made: whether Lambda takes it
 * as a zip can be told from that.
 *
 * @param function its own files with those of its layers
 * @param archive of its classes; 0 where there is none yet
 */
public record ExpectedSize(long function, long archive) {
  /** jlink's JVMs for functions had 97 MB at the least, and 129 at the most. */
  static final long JVM_BYTES = 100_000_000;

  private static final double MEGABYTE = 1e6;

  /**
   * @param folder with the function's files
   * @param layers the same of its layers
   * @param archive of its classes
   */
  public static ExpectedSize of(Path folder, Optional<Path> layers, Optional<Path> archive) {
    try {
      long function = StagedPackage.bytes(folder);
      return new ExpectedSize(
          layers.isPresent() ? function + StagedPackage.bytes(layers.get()) : function,
          archive.isPresent() ? StagedPackage.bytes(archive.get()) : 0);
    } catch (IOException e) {
      throw new UncheckedIOException("could not look into " + folder + ": " + e, e);
    }
  }

  /** Returns why it cannot be a zip for a managed runtime. */
  public Optional<String> objectionToManaged() {
    return function > PackageLimit.UNZIPPED_BYTES
        ? Optional.of(
            "the function has %.0f MB unpacked with it, and Lambda takes 262"
                .formatted(function / MEGABYTE))
        : Optional.empty();
  }

  /** Returns why it cannot be a zip with a JVM of its own. */
  public Optional<String> objectionToProvided() {
    long all = function + archive + JVM_BYTES;
    return all > PackageLimit.UNZIPPED_BYTES
        ? Optional.of(
            "A zip with its own JVM would have about %.0f MB unpacked (the function %.0f, its archive %.0f, a JVM some %.0f), and Lambda takes 262"
                .formatted(
                    all / MEGABYTE, function / MEGABYTE, archive / MEGABYTE, JVM_BYTES / MEGABYTE))
        : Optional.empty();
  }
}
