package thaw.environment;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** X-Ray trace headers, unsampled: {@code Root=1-<time>-<96 bits>;Parent=<64 bits>;Sampled=0}. */
final class TraceId {
  private TraceId() {}

  static String of(String requestId) {
    ThreadLocalRandom random = ThreadLocalRandom.current(); // ids, not secrets
    HexFormat hex = HexFormat.of();
    String time = hex.toHexDigits((int) (System.currentTimeMillis() / 1000));
    String root = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(requestId.hashCode());
    return "Root=1-"
        + time
        + "-"
        + root
        + ";Parent="
        + hex.toHexDigits(random.nextLong())
        + ";Sampled=0";
  }
}
