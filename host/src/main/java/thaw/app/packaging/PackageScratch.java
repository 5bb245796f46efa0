package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import thaw.app.shared.Progress;
import thaw.app.shared.Unwinding;
import thaw.app.workspace.Workspace;
import thaw.deployment.FullDisk;
import thaw.files.Trees;
import thaw.problem.UserMistake;

/** A workspace, and a folder of ours that is gone afterwards. */
final class PackageScratch {
  private PackageScratch() {}

  interface Work<T> {
    T in(Workspace workspace, Path scratch) throws IOException, InterruptedException;
  }

  /**
   * @throws UserMistake when the disk becomes full, whatever the way and the step
   */
  static <T> T with(Progress progress, Work<T> work) throws InterruptedException {
    try (Unwinding _ = new Unwinding();
        Workspace workspace = Workspace.open(progress)) {
      Path scratch = Files.createTempDirectory("thaw-package-");
      try {
        return work.in(workspace, scratch);
      } finally {
        Trees.delete(scratch);
      }
    } catch (UncheckedIOException e) {
      FullDisk.requireNot(Objects.requireNonNull(e.getCause()));
      throw e;
    } catch (IOException e) {
      FullDisk.requireNot(e);
      throw new UncheckedIOException("could not make the package: " + e, e);
    }
  }
}
