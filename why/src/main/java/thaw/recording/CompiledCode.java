package thaw.recording;

/**
 * A method that the JIT compiler has made machine code of.
 *
 * @param nanos {@link System#nanoTime} of its installation; as exact as the JVM's log, which has
 *     milliseconds since the JVM's own start
 * @param method class and method, such as {@code java.lang.String.hashCode}
 * @param level 1 to 3 of C1, 4 of C2
 * @param address of its first byte
 * @param bytes how long it is
 */
public record CompiledCode(long nanos, String method, int level, long address, long bytes) {
  /** The level of code that C2 makes. */
  static final int C2_LEVEL = 4;

  public boolean isC2() {
    return level == C2_LEVEL;
  }

  boolean covers(long instruction) {
    return instruction >= address && instruction < address + bytes;
  }
}
