package thaw.app.build;

/**
 * Versions of the JDK, from the oldest to the newest that will do.
 *
 * @param oldest feature version
 * @param newest feature version
 */
record JdkSpan(int oldest, int newest) {
  static final JdkSpan ALL = new JdkSpan(0, Integer.MAX_VALUE);

  static JdkSpan from(int oldest) {
    return new JdkSpan(oldest, Integer.MAX_VALUE);
  }

  static JdkSpan upTo(int newest) {
    return new JdkSpan(0, newest);
  }

  boolean has(int feature) {
    return feature >= oldest && feature <= newest;
  }

  JdkSpan and(JdkSpan other) {
    return new JdkSpan(Math.max(oldest, other.oldest), Math.min(newest, other.newest));
  }
}
