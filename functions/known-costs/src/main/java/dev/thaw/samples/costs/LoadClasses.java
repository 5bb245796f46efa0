package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Loads and initialises {@code COST_CLASSES} classes, at most the 1,000 that the build generates.
 * They lie in the package as ordinary class files, of 95 methods each.
 */
public final class LoadClasses implements RequestStreamHandler {
  private static final String PREFIX = "dev.thaw.samples.costs.generated.Class";

  private static final long NANOS_IN_INIT;

  static {
    NANOS_IN_INIT = Settings.paidInHandler() ? 0 : paid();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Answer.write(answer, "load-classes", Settings.paidInHandler() ? paid() : NANOS_IN_INIT);
  }

  /** Pays, and tells how long that took, in nanoseconds. */
  private static long paid() {
    long begin = System.nanoTime();
    load(Settings.size("COST_CLASSES", 1_000));
    return System.nanoTime() - begin;
  }

  private static void load(long count) {
    try {
      for (long i = 0; i < count; i++) {
        Class.forName(PREFIX + Long.toString(10_000 + i).substring(1));
      }
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("COST_CLASSES is more than were generated", e);
    }
  }
}
