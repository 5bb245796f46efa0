package thaw.racing;

/** Short texts that are equal for equal values. They do not keep the values alive. */
final class Tokens {
  private Tokens() {}

  /** Null for null. Not to be called under a lock: it may run the function's own code. */
  static String of(Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value.getClass().getName() + ":" + value;
    }
    int hash;
    try {
      hash = value.hashCode();
    } catch (RuntimeException e) {
      hash = System.identityHashCode(value);
    }
    return value.getClass().getName() + "#" + hash;
  }

  /** Whether a value's class says what a request was about, and is not a tool for its work. */
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
