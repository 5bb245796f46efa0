package thaw.load;

/**
 * A histogram of durations to three significant digits, with the buckets of HdrHistogram, of which
 * only those that hold something are in memory. Recording takes nanoseconds and reading visits
 * nothing that is empty, where HdrHistogram's packed form takes microseconds and a fifth of a
 * second, in which nobody could record. Of one thread at a time.
 *
 * <p>Durations below 2,048 ns have a bucket each. Above, each power of two is cut into 1,024:
 *
 * <pre>
 *   index   0 .. 2047   2048 .. 3071   3072 .. 4095  ...
 *   width       1 ns           2 ns           4 ns   ...
 * </pre>
 *
 * @see <a href="https://github.com/HdrHistogram/HdrHistogram">HdrHistogram</a>
 */
final class DurationCounts {
  private static final int EXACT = 2048;
  private static final int HALF = EXACT / 2;
  private static final int LEAF_BITS = 4;
  private static final int NODE_BITS = 6;
  private static final int LEAF = 1 << LEAF_BITS;
  private static final int NODE = 1 << NODE_BITS;

  private final int[][][] nodes =
      new int[(index(LatencyDistribution.HIGHEST_NANOS) >>> (LEAF_BITS + NODE_BITS)) + 1][][];
  private int buckets;

  /** Visits a bucket that holds something. */
  interface Visitor {
    void bucket(int index, int count);
  }

  /** Returns the index of the bucket that a duration belongs to. */
  static int index(long nanos) {
    if (nanos < EXACT) {
      return (int) nanos;
    }
    int shift = shift(nanos);
    return EXACT + (shift - 1) * HALF + (int) (nanos >>> shift) - HALF;
  }

  /** Returns the number of bits that a duration has more than its bucket tells. */
  private static int shift(long nanos) {
    return Long.SIZE - Long.numberOfLeadingZeros(nanos) - 11; // 2^11 is EXACT
  }

  /** The shortest duration in a bucket. */
  static long lowest(int index) {
    return index < EXACT
        ? index
        : (long) ((index - EXACT) % HALF + HALF) << ((index - EXACT) / HALF + 1);
  }

  /** Returns the width of a bucket in nanoseconds. */
  static long width(int index) {
    return index < EXACT ? 1 : 1L << ((index - EXACT) / HALF + 1);
  }

  /**
   * Counts a duration; one that is longer than {@link LatencyDistribution#HIGHEST_NANOS} counts as
   * that.
   */
  void record(long nanos) {
    int index = index(Math.clamp(nanos, 0, LatencyDistribution.HIGHEST_NANOS));
    int[][] node = nodes[index >>> (LEAF_BITS + NODE_BITS)];
    if (node == null) {
      node = new int[NODE][];
      nodes[index >>> (LEAF_BITS + NODE_BITS)] = node;
    }
    int[] leaf = node[(index >>> LEAF_BITS) % NODE];
    if (leaf == null) {
      leaf = new int[LEAF];
      node[(index >>> LEAF_BITS) % NODE] = leaf;
    }
    buckets += leaf[index % LEAF]++ == 0 ? 1 : 0;
  }

  /** Returns the number of buckets that hold something. */
  int buckets() {
    return buckets;
  }

  /** All that hold something, ascending. */
  void visit(Visitor visitor) {
    for (int i = 0; i < nodes.length; i++) {
      for (int j = 0; nodes[i] != null && j < NODE; j++) {
        int[] leaf = nodes[i][j];
        for (int k = 0; leaf != null && k < LEAF; k++) {
          if (leaf[k] != 0) {
            visitor.bucket(((i << NODE_BITS) + j << LEAF_BITS) + k, leaf[k]);
          }
        }
      }
    }
  }
}
