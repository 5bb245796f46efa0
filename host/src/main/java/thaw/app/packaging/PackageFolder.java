package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import thaw.deployment.PackageManifest;
import thaw.files.Trees;
import thaw.problem.UserMistake;

/** The folder of a package. */
record PackageFolder(Path folder) {
  /** A folder with something else in it stays. */
  void requireOwn() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> entries =
        Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
      if (entries.findAny().isPresent() && Files.notExists(folder.resolve(PackageManifest.NAME))) {
        throw new UserMistake(
            folder + " is there and was not made by thaw package",
            "name another folder: --out DIR");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + folder + ": " + e, e);
    }
  }

  /** Puts a package there, whole or not at all. */
  void take(Path made) throws IOException {
    Path target = folder.toAbsolutePath().normalize();
    Files.createDirectories(target.getParent());
    Path beside = Files.createTempDirectory(target.getParent(), ".thaw-package-");
    try {
      Path copy = beside.resolve("made");
      copyTree(made, copy);
      if (Files.exists(target)) {
        Files.move(target, beside.resolve("old"), StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Trees.delete(beside);
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path each : tree.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }
}
