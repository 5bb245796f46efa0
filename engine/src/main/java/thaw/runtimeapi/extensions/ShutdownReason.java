package thaw.runtimeapi.extensions;

import java.util.Locale;

/** The reason why the processes of an environment are ended, in the words of the Extensions API. */
public enum ShutdownReason {
  /** The environment is no longer needed. */
  SPINDOWN,
  /** An invocation ran out of time. */
  TIMEOUT,
  /** A process of the environment failed. */
  FAILURE;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
