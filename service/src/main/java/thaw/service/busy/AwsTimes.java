package thaw.service.busy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import thaw.service.process.LocalService;

/**
 * How long AWS takes, as it was published: each figure in {@code aws-times.json} has its source.
 * What nobody has published is not there, and takes no time here.
 */
record AwsTimes(List<State> states, List<Operation> operations) {
  /** The time that a resource is usually in a state. */
  record State(String service, String state, double seconds, String source, String date) {}

  /**
   * The time of an operation, as its caller sees it.
   *
   * @param quantile of the second time, such as 0.95
   * @param atQuantile milliseconds
   */
  record Operation(
      String service,
      String operation,
      double median,
      double quantile,
      double atQuantile,
      String source,
      String date) {
    /** The quantile of the normal distribution for a share of 0.9, 0.95 and 0.99. */
    private static final Map<Double, Double> NORMAL =
        Map.of(0.9, 1.2816, 0.95, 1.6449, 0.99, 2.3263);

    /**
     * Returns the time of a request, whose logarithm is normally distributed through the two times
     * that were published.
     *
     * @param share of requests that take less
     */
    double millis(double share) {
      double spread = Math.log(atQuantile / median) / NORMAL.getOrDefault(quantile, 1.6449);
      return median * Math.exp(spread * normal(share));
    }

    /**
     * The normal distribution's quantile, to 0.0005.
     *
     * @see <a href="https://personal.math.ubc.ca/~cbm/aands/page_933.htm">Abramowitz and Stegun,
     *     26.2.23</a>
     */
    private static double normal(double share) {
      double tail = Math.clamp(Math.min(share, 1 - share), 1e-6, 0.5);
      double t = Math.sqrt(-2 * Math.log(tail));
      double z =
          t
              - (2.515517 + t * (0.802853 + t * 0.010328))
                  / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
      return share < 0.5 ? -z : z;
    }
  }

  private static final AwsTimes PUBLISHED = read();

  static AwsTimes published() {
    return PUBLISHED;
  }

  private static AwsTimes read() {
    try (InputStream in =
        Objects.requireNonNull(AwsTimes.class.getResourceAsStream("aws-times.json"))) {
      return Protocol.JSON.readValue(in, AwsTimes.class);
    } catch (IOException e) {
      throw new UncheckedIOException("aws-times.json is damaged", e);
    }
  }

  Duration of(LocalService service, String state) {
    return states.stream()
        .filter(each -> each.service().equals(service.id()) && each.state().equals(state))
        .map(each -> Duration.ofMillis(Math.round(each.seconds() * 1000)))
        .findFirst()
        .orElse(Duration.ZERO);
  }

  Optional<Operation> operation(LocalService service, String operation) {
    return operations.stream()
        .filter(each -> each.service().equals(service.id()) && each.operation().equals(operation))
        .findFirst();
  }
}
