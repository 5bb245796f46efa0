package dev.thaw.samples.costs;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.regex.Pattern;

/**
 * Compiles {@code COST_PATTERNS} regular expressions, of a hundred different ones in turn, as a
 * router, a log parser or a detector of user agents does.
 */
public final class RegexForest implements RequestStreamHandler {
  /** The last ones compiled: few, so that the garbage collector has no part in the cost. */
  @SuppressWarnings("unused")
  private static volatile Pattern[] forest;

  private static final int DIFFERENT = 100;

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
    String[] texts = texts(); // not measured: that is no cost of regular expressions
    long begin = System.nanoTime();
    grow((int) Settings.size("COST_PATTERNS", 100_000), texts);
    return System.nanoTime() - begin;
  }

  private static String[] texts() {
    String[] texts = new String[DIFFERENT];
    for (int i = 0; i < texts.length; i++) {
      texts[i] =
          "^(?<path>/v"
              + i
              + "/[a-z][a-z0-9_-]{1,63})/(\\d+|[0-9a-fA-F-]{36})"
              + "(?:\\.(json|xml|ya?ml))?(\\?(?:[^=&]+=[^&]*&?)*)?$";
    }
    return texts;
  }

  private static void grow(int patterns, String[] texts) {
    Pattern[] grown = new Pattern[texts.length];
    for (int i = 0; i < patterns; i++) {
      grown[i % grown.length] =
          Pattern.compile(texts[i % texts.length], Pattern.CASE_INSENSITIVE);
    }
    forest = grown;
  }
}
