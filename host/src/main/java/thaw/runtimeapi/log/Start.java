package thaw.runtimeapi.log;

import java.util.Locale;

/**
 * Tells how a runtime process is started. Results name it, so that no figure has another's name.
 */
public enum Start {
  /** Starts as Lambda starts a function without SnapStart. */
  PLAIN("plain"),
  /** From a JDK's ahead-of-time cache with the function's own classes. */
  AOT("from an AOT cache of its classes"),
  /** From an archive of class data sharing with the function's own classes. */
  APPCDS("from an AppCDS archive of its classes"),
  /** From a snapshot, its memory mapped. */
  RESTORED("restored"),
  /** From a snapshot that was taken after an invocation, which Lambda does not do. */
  RESTORED_HOT("restored after an invocation, not as on Lambda"),
  /** From a snapshot, its memory copied, for mapped memory failed. */
  RESTORED_BY_COPYING("restored by copying");

  private final String words;

  Start(String words) {
    this.words = words;
  }

  /** For people and for results. */
  public String words() {
    return words;
  }

  /** In events: {@code aot}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
