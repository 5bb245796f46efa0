package thaw.attribution.owner;

import java.nio.file.Path;

/**
 * A folder that a function's classes come from.
 *
 * @param inBox its path as the function's JVM sees it, such as {@code /var/task}
 * @param onHost where it is while attributing
 */
public record CodeFolder(Path inBox, Path onHost, Role role) {
  /** Tells to whom a folder belongs. */
  public enum Role {
    TASK,
    RUNTIME_CLIENT,
    LAYERS
  }
}
