package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Computes {@code COST_ROUNDS} steps of a random sequence in one method, without memory or library.
 */
public final class Spin implements RequestStreamHandler {
  /** Kept, so that the computation is for something. */
  @SuppressWarnings("unused")
  private static volatile long lastNumber;

  private static final long NANOS_IN_INIT;

  static {
    NANOS_IN_INIT = Settings.paidInHandler() ? 0 : paid();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Answer.write(answer, "spin", Settings.paidInHandler() ? paid() : NANOS_IN_INIT);
  }

  /** Pays, and tells how long that took, in nanoseconds. */
  private static long paid() {
    long begin = System.nanoTime();
    lastNumber = spin(Settings.size("COST_ROUNDS", 215_000_000));
    return System.nanoTime() - begin;
  }

  /** Marsaglia's xorshift: each step needs the one before, so that no compiler leaves one out. */
  private static long spin(long rounds) {
    long number = 88_172_645_463_325_252L;
    for (long i = 0; i < rounds; i++) {
      number ^= number << 13;
      number ^= number >>> 7;
      number ^= number << 17;
    }
    return number;
  }
}
