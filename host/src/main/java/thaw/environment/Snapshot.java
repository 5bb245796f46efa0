package thaw.environment;

import java.nio.file.Path;
import thaw.snapshot.CriuCommand;

/**
 * An initialised runtime process on disk.
 *
 * @param criu what restores it
 * @param folder on the host: {@code images}, and what was in {@code /tmp}
 * @param pipe that the process wrote its output to, {@code pipe:[4711]}
 */
public record Snapshot(CriuCommand criu, Path folder, String pipe) {
  /** Where cells see the folder. */
  static final Path MOUNTED = Path.of("/var/snapshot");

  static final String IMAGES = "images";
  static final String TMP = "tmp";
}
