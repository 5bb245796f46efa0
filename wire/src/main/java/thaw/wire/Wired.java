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
 * <p>Where each nanosecond counts, have a method for each direction, with the same fields in the
 * same order:
 *
 * <pre>{@code
 * public void wire(Wire w) {
 *   if (w.reading()) {
 *     x = w.int32(X, x);
 *     y = w.int32(Y, y);
 *   } else {
 *     w.int32(X, x);
 *     w.int32(Y, y);
 *   }
 * }
 * }</pre>
 *
 * <p>The JIT remembers of each call which classes it has been made on. One that is made on a writer
 * and on a reader asks each time which it is, and a wire that writes has its values stored again:
 * 14 int32 in protobuf take half as long again. Where more than two formats are in use in a JVM it
 * gains little. For types of others there is {@link SplitShape}.
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
