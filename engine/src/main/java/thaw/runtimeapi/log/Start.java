package thaw.runtimeapi.log;

import java.util.Locale;

/**
 * Tells how a runtime process is started. Results name it, so that no figure has another's name.
 */
public enum Start {
  /** Starts as Lambda starts a function without SnapStart. */
  PLAIN("plain"),
  /** The start from a JDK's ahead-of-time cache with the function's own classes. */
  AOT("from an AOT cache of its classes"),
  /** The start from an archive of class data sharing with the function's own classes. */
  APPCDS("from an AppCDS archive of its classes"),
  /** The start from a snapshot, its memory mapped. */
  RESTORED("restored"),
  /** The start from a snapshot that was taken after an invocation, which Lambda does not do. */
  RESTORED_HOT("restored after an invocation, not as on Lambda"),
  /** The start from a snapshot, its memory copied, for mapped memory failed. */
  RESTORED_BY_COPYING("restored by copying");

  private final String words;

  Start(String words) {
    this.words = words;
  }

  /** Returns the words for people and for results. */
  public String words() {
    return words;
  }

  /** Returns the name in events, such as {@code aot}. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
