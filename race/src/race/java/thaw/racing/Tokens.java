package thaw.racing;

import java.util.Collection;
import java.util.Map;

/** Makes short texts that are equal for equal values. They do not keep the values alive. */
final class Tokens {
  private Tokens() {}

  /**
   * Returns the token of a value; null for null. Containers and atomics that can change are equal
   * to themselves only, though they may have the same contents now. Do not call it under a lock: it
   * may run the function's own code.
   */
  static String of(Object value) {
    if (value == null) {
      return null;
    }
    String name = value.getClass().getName();
    if (name.startsWith("java.util.concurrent.atomic.") || isChangeable(value, name)) {
      return name + "@" + System.identityHashCode(value);
    }
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return name + ":" + value;
    }
    try {
      return name + "#" + value.hashCode();
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      return name + "@" + System.identityHashCode(value); // a class whose own method fails
    }
  }

  private static boolean isChangeable(Object value, String name) {
    return (value instanceof Collection || value instanceof Map)
        && !name.startsWith("java.util.ImmutableCollections");
  }

  /** Returns whether a value's class says what a request was about, and is not a tool for its work. */
  static boolean isData(Object value) {
    String name = value.getClass().getName();
    return value instanceof CharSequence && !(value instanceof Appendable)
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Character
        || value instanceof Enum
        || name.startsWith("java.time.") && !name.startsWith("java.time.format.")
        || name.equals("java.util.UUID")
        || name.startsWith("java.util.ImmutableCollections");
  }
}
