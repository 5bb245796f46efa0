package thaw.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import thaw.heap.UniquenessReport;
import thaw.sandbox.Trees;
import thaw.snapshot.CriuCommand;

/**
 * An initialised runtime process on disk.
 *
 * @param criu what restores it
 * @param folder on the host: the images, and what was in {@code /tmp}
 * @param pipe that the process wrote its output to, {@code pipe:[4711]}
 * @param mapped whether its memory is mapped from a file instead of being copied
 * @param invoked whether it was invoked before; on Lambda none is
 */
public record Snapshot(
    CriuCommand criu, Path folder, String pipe, boolean mapped, boolean invoked) {
  /** Where cells see the folder. */
  static final Path MOUNTED = Path.of("/var/snapshot");

  static final String COPIED_IMAGES = "images";
  static final String MAPPED_IMAGES = "mapped";
  static final String MEMORY = "memory";
  static final String TMP = "tmp";

  /** In a cell. */
  Path images() {
    return MOUNTED.resolve(mapped ? MAPPED_IMAGES : COPIED_IMAGES);
  }

  /** What its clones have alike though it should be each one's own, as it was published with. */
  public UniquenessReport uniqueness() {
    return UniquenessJson.read(folder);
  }

  /** Removes what the other way of restoring it would need: half of the bytes. */
  void deleteUnused() throws IOException {
    if (mapped) {
      Trees.delete(folder.resolve(COPIED_IMAGES));
    } else {
      Trees.delete(folder.resolve(MAPPED_IMAGES));
      Files.deleteIfExists(folder.resolve(MEMORY));
    }
  }

  Snapshot in(Path other) {
    return new Snapshot(criu, other, pipe, mapped, invoked);
  }

  Snapshot afterInvocation() {
    return new Snapshot(criu, folder, pipe, mapped, true);
  }

  Snapshot copied() {
    return new Snapshot(criu, folder, pipe, false, invoked);
  }
}
