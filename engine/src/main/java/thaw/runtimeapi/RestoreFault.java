package thaw.runtimeapi;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells why a version with SnapStart cannot be invoked, as far as Lambda has an error of its own
 * for it. The text is all that is kept of a failure: it is made here, and read here.
 */
public enum RestoreFault {
  /** The function's afterRestore hook failed. */
  HOOK,
  /** Restore and hooks took too long. */
  TIMEOUT,
  /** The version is still being published. */
  NOT_READY;

  /** The type of the error that the runtime client reports when a hook fails. */
  public static final String HOOK_FAILED = "Runtime.AfterRestoreError";

  private static final String BEGINNING = " cannot be restored: ";
  private static final String LATE = "did not end within ";
  private static final String PENDING = " is not published yet";
  private static final Pattern OF_HOOK =
      Pattern.compile(".*" + BEGINNING + Pattern.quote(HOOK_FAILED) + ":.*", Pattern.DOTALL);
  private static final Pattern OF_TIME =
      Pattern.compile(".*" + BEGINNING + ".*" + LATE + "\\d+ s.*", Pattern.DOTALL);

  /** Says that a snapshot cannot be restored. */
  public static String told(String function, String why) {
    return "the snapshot of " + function + BEGINNING + why;
  }

  /** Says what did not end in time. */
  public static String late(String what, Duration after) {
    return what + " " + LATE + after.toSeconds() + " s";
  }

  /** Says that a version cannot be invoked yet. */
  public static String pending(String version, String function) {
    return "version " + version + " of " + function + PENDING;
  }

  /** Returns the fault that a text tells of; empty when it tells of something else. */
  public static Optional<RestoreFault> of(String text) {
    if (text.endsWith(PENDING)) {
      return Optional.of(NOT_READY);
    }
    if (OF_HOOK.matcher(text).matches()) {
      return Optional.of(HOOK);
    }
    return OF_TIME.matcher(text).matches() ? Optional.of(TIMEOUT) : Optional.empty();
  }
}
