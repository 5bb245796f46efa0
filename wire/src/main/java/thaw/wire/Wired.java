package thaw.wire;

/**
 * An object that describes its own fields, once for writing and reading in every format:
 *
 * <pre>{@code
 * final class Point implements Wired {
 *   private static final Field X = Field.of(1, "x");
 *   private static final Field Y = Field.of(2, "y");
 *   private int x;
 *   private int y;
 *
 *   public void wire(Wire w) {
 *     x = w.int32(X, x);
 *     y = w.int32(Y, y);
 *   }
 * }
 * }</pre>
 *
 * <p>For objects that are not written over, such as records, and for types of others, there is
 * {@link ObjectShape}.
 */
public interface Wired {
  /**
   * Gives each field to the wire and takes what comes back: the same value from a wire that writes,
   * from one that reads the value read, or the same when the field is missing there. The order of
   * the calls is the order in which fields are written; fields that are read in the order in which
   * they were written cost least.
   */
  void wire(Wire w);
}
