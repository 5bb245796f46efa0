package thaw.course.initorder;

import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import thaw.course.Stopwatch;

/**
 * What ran, in its order, each step with as much work as the others: zlib compresses 3 MiB of
 * zeros. It is C, so that no step is faster than another one because the JIT compiler has been
 * there.
 */
final class Steps {
  private static final int MOST = 32;
  private static final int CHUNKS = 48;
  private static final byte[] ZEROS = new byte[64 * 1024];
  private static final byte[] OUTPUT = new byte[64 * 1024];

  private static final String[] NAMES = new String[MOST];
  private static final long[] FROM = new long[MOST];
  private static final long[] TO = new long[MOST];
  private static final double[] WAITED = new double[MOST];
  private static final Stopwatch WATCH = new Stopwatch();
  private static int count;

  static {
    compress(1); // so that no step loads what does the work
  }

  private Steps() {}

  /** Does the work, and remembers when. */
  static String work(String step) {
    FROM[count] = System.nanoTime();
    WATCH.start();
    compress(CHUNKS);
    WAITED[count] = WATCH.stop().waitedMillis();
    TO[count] = System.nanoTime();
    NAMES[count] = step;
    count++;
    return step;
  }

  private static void compress(int chunks) {
    Deflater deflater = new Deflater();
    for (int i = 0; i < chunks; i++) {
      deflater.setInput(ZEROS);
      while (!deflater.needsInput()) {
        deflater.deflate(OUTPUT);
      }
    }
    deflater.end();
  }

  /**
   * All steps so far: {@code [{"step":"...","from":0,"to":0,"waited":0.0},...]}, times of the
   * monotonic clock in ns, and in ms how long no CPU was free.
   */
  static byte[] told() {
    StringBuilder told = new StringBuilder("[");
    for (int i = 0; i < count; i++) {
      told.append(i == 0 ? "" : ",");
      told.append("{\"step\":\"").append(NAMES[i]);
      told.append("\",\"from\":").append(FROM[i]);
      told.append(",\"to\":").append(TO[i]);
      told.append(",\"waited\":").append(WAITED[i]).append('}');
    }
    return told.append(']').toString().getBytes(StandardCharsets.UTF_8);
  }
}
