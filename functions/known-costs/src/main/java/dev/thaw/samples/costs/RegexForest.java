package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.regex.Pattern;

/**
 * Compiles {@code COST_PATTERNS} regular expressions, each another one, as a router, a log parser
 * or a detector of user agents does.
 */
public final class RegexForest implements RequestStreamHandler {
  /** The last ones compiled: few, so that the garbage collector has no part in the cost. */
  @SuppressWarnings("unused")
  private static volatile Pattern[] forest;

  private static final long NANOS_IN_INIT;

  static {
    NANOS_IN_INIT = Settings.paidInHandler() ? 0 : paid();
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    Answer.write(answer, "regex-forest", Settings.paidInHandler() ? paid() : NANOS_IN_INIT);
  }

  /** Pays, and tells how long that took, in nanoseconds. */
  private static long paid() {
    long begin = System.nanoTime();
    grow((int) Settings.size("COST_PATTERNS", 100_000));
    return System.nanoTime() - begin;
  }

  private static void grow(int patterns) {
    Pattern[] grown = new Pattern[Math.min(patterns, 100)];
    for (int i = 0; i < patterns; i++) {
      String number = Integer.toString(i);
      grown[i % grown.length] =
          Pattern.compile(
              "^(?<path>/v"
                  + number
                  + "/[a-z][a-z0-9_-]{1,63})/(\\d+|[0-9a-fA-F-]{36})"
                  + "(?:\\.(json|xml|ya?ml))?(\\?(?:[^=&]+=[^&]*&?)*)?$",
              Pattern.CASE_INSENSITIVE);
    }
    forest = grown;
  }
}
