package thaw.service.busy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
      String date) {}

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

  Duration of(AwsService service, String state) {
    return states.stream()
        .filter(each -> each.service().equals(service.id()) && each.state().equals(state))
        .map(each -> Duration.ofMillis(Math.round(each.seconds() * 1000)))
        .findFirst()
        .orElse(Duration.ZERO);
  }

  Optional<Operation> operation(AwsService service, String operation) {
    return operations.stream()
        .filter(each -> each.service().equals(service.id()) && each.operation().equals(operation))
        .findFirst();
  }
}
