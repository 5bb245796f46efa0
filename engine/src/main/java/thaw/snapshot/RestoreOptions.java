package thaw.snapshot;

import java.nio.file.Path;
import java.util.List;

/**
 * Tells what to restore and with what.
 *
 * @param images the dump, as the restored process's mount namespace sees it
 * @param configFile a file of CRIU options, read by the waiting process only: {@code work-dir PATH}
 *     names the folder of this restore's log, which a request cannot say across namespaces
 * @param logLevel 0 (errors) to 4; each line costs time
 * @param inherited what takes the place of descriptors that the dumped process had
 */
public record RestoreOptions(
    Path images, Path configFile, int logLevel, List<Inherited> inherited) {
  public RestoreOptions {
    inherited = List.copyOf(inherited);
    if (logLevel < 0 || logLevel > 4) {
      throw new IllegalArgumentException("must be 0..4: logLevel=" + logLevel);
    }
  }

  /**
   * A descriptor of CRIU's process that the restored one gets.
   *
   * @param key which of the dumped ones it replaces, such as {@code pipe:[4711]}
   * @param descriptor its number in CRIU's process
   */
  public record Inherited(String key, int descriptor) {}
}
