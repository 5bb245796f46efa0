package thaw.load.http;

import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Trace ids that tell the number of the request that has them: what a platform says of a trace can
 * be said of a request, whatever lies between the generator and the function.
 *
 * @param run distinguishes runs, as the part of an X-Ray trace id that is its time: 8 hexadecimal
 *     digits
 * @see <a href="https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html">Tracing
 *     header</a>
 */
public record TraceIds(String run) {
  static final String HEADER = "X-Amzn-Trace-Id";

  private static final int DIGITS = 24;

  /** Makes the ids of a new run. */
  public static TraceIds next() {
    return new TraceIds("%08x".formatted(ThreadLocalRandom.current().nextInt()));
  }

  private String begin() {
    return "Root=1-" + run + "-";
  }

  /** The header's value for one request. */
  public String of(long number) {
    String digits = Long.toHexString(number);
    return begin() + "0".repeat(DIGITS - digits.length()) + digits;
  }

  /**
   * Returns the number of the request of this run that has the trace; it is empty when the trace is
   * another run's.
   */
  public OptionalLong number(String header) {
    int begin = header.indexOf(begin());
    int digits = begin + begin().length();
    if (begin < 0 || header.length() < digits + DIGITS) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(header.substring(digits, digits + DIGITS), 16));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
