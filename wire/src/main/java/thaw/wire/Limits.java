package thaw.wire;

/**
 * The limits within which a reader accepts a document that may come from a stranger. It throws a
 * {@link WireException} for a document beyond one of them.
 *
 * @param maxBytes of a document; 64 MiB unless told (an event of Lambda's has 6 MB at most)
 * @param maxDepth objects, lists and maps in each other; 200 unless told
 * @param maxString bytes of a string, a name or a binary value; 20,000,000 unless told
 * @param maxNumber characters of a number in text, bytes of a decimal's unscaled value in binary;
 *     1,000 unless told
 * @param maxElements of all lists and maps of a document together, and fields that are looked
 *     through for one out of order; 10,000,000 unless told
 */
public record Limits(int maxBytes, int maxDepth, int maxString, int maxNumber, int maxElements) {
  static final int MAX_BYTES = 1 << 26;
  static final int MAX_DEPTH = 200;
  static final int MAX_STRING = 20_000_000;
  static final int MAX_NUMBER = 1_000;
  static final int MAX_ELEMENTS = 10_000_000;

  /** The limits that a reader has by default. */
  public static final Limits DEFAULT =
      new Limits(MAX_BYTES, MAX_DEPTH, MAX_STRING, MAX_NUMBER, MAX_ELEMENTS);

  /** Each at least 1. */
  public Limits {
    if (Math.min(Math.min(maxBytes, maxDepth), Math.min(maxString, maxNumber)) < 1
        || maxElements < 1) {
      throw new IllegalArgumentException(
          "each limit must be at least 1: "
              + maxBytes
              + " bytes, depth "
              + maxDepth
              + ", strings of "
              + maxString
              + ", numbers of "
              + maxNumber
              + ", elements "
              + maxElements);
    }
  }

  /** The same but for the depth. */
  public Limits withMaxDepth(int depth) {
    return new Limits(maxBytes, depth, maxString, maxNumber, maxElements);
  }
}
