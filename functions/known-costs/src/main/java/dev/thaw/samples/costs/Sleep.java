package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Sleeps for {@code COST_MILLIS}: time that passes on no CPU, whatever the memory size. */
public final class Sleep implements RequestStreamHandler {
  private static final long NANOS_IN_INIT;

  static {
    NANOS_IN_INIT = Settings.paidInHandler() ? 0 : paid();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Answer.write(answer, "sleep", Settings.paidInHandler() ? paid() : NANOS_IN_INIT);
  }

  /** Pays, and tells how long that took, in nanoseconds. */
  private static long paid() {
    long begin = System.nanoTime();
    sleep(Settings.size("COST_MILLIS", 400));
    return System.nanoTime() - begin;
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
