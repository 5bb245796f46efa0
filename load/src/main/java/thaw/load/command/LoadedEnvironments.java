package thaw.load.command;

import java.util.OptionalLong;

/** The facts about its environments that a target tells while it is loaded. */
interface LoadedEnvironments {
  /** Returns the number of environments; negative when it is not known. */
  int environments();

  /** CPU time of what it has in sandboxes, in nanoseconds; empty when that is not known. */
  default OptionalLong functionCpuNanos() {
    return OptionalLong.empty();
  }
}
