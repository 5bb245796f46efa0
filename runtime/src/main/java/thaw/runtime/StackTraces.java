package thaw.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Removes the frames of this client from stack traces, so that functions' authors see their own.
 */
final class StackTraces {
  private static final String CLIENT = "thaw.runtime.";

  private StackTraces() {}

  /** Its message, or its class when it has none. */
  static String message(Throwable thrown) {
    String message = thrown.getLocalizedMessage();
    return message == null ? thrown.getClass().getName() : message;
  }

  /**
   * Returns the trace with frames, causes and suppressed ones, as {@link Throwable#printStackTrace}
   * has it.
   */
  static String text(Throwable thrown) {
    cut(thrown);
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Cuts off the frames from this client's on, everywhere in it. */
  static void cut(Throwable thrown) {
    cut(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static void cut(Throwable thrown, Set<Throwable> seen) {
    if (!seen.add(thrown)) {
      return;
    }
    StackTraceElement[] frames = thrown.getStackTrace();
    for (int i = 0; i < frames.length; i++) {
      if (isClient(frames[i].getClassName())) {
        thrown.setStackTrace(Arrays.copyOf(frames, i));
        break;
      }
    }
    Throwable cause = thrown.getCause();
    if (cause != null) {
      cut(cause, seen);
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      cut(suppressed, seen);
    }
  }

  /** Tells whether a class is of this package; functions use the packages below it. */
  private static boolean isClient(String className) {
    return className.startsWith(CLIENT) && className.indexOf('.', CLIENT.length()) < 0;
  }
}
