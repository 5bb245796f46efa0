package thaw.app.load;

import java.util.OptionalLong;

/** What a target tells of its environments while it is loaded. */
interface LoadedEnvironments {
  /** How many it has; negative when that is not known. */
  int environments();

  /** CPU time of what it has in sandboxes, in nanoseconds; empty when that is not known. */
  default OptionalLong functionCpuNanos() {
    return OptionalLong.empty();
  }
}
