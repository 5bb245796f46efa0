package thaw.environment;

import java.util.Locale;

/** Why the processes of an environment are ended, in the words of the Extensions API. */
enum ShutdownReason {
  /** The environment is no longer needed. */
  SPINDOWN,
  /** An invocation ran out of time. */
  TIMEOUT,
  /** A process of the environment failed. */
  FAILURE;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
