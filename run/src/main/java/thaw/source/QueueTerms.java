package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;

/**
 * Tells how a queue is polled.
 *
 * @param batchSize most messages of a batch
 * @param window how long a batch may wait for more; none when zero
 * @param concurrency most batches at once
 * @param reportsFailures whether the function says which messages it has not processed
 */
record QueueTerms(
    int batchSize, Duration window, int concurrency, boolean reportsFailures, Filters filters) {
  /**
   * The number of pollers that AWS starts with; more environments of one function would only wait
   * for a CPU.
   */
  private static final int DEFAULT_CONCURRENCY =
      Math.max(5, 2 * Runtime.getRuntime().availableProcessors());

  /** The concurrency of one poller in provisioned mode, as documented. */
  private static final int CONCURRENCY_OF_POLLER = 10;

  static QueueTerms of(Map<String, JsonNode> settings) throws InvalidPattern {
    MappingSettings read = new MappingSettings(settings);
    return new QueueTerms(
        read.number("BatchSize", 10),
        Duration.ofSeconds(read.number("MaximumBatchingWindowInSeconds", 0)),
        concurrency(read),
        read.reportsFailures(),
        Filters.of(read.node("FilterCriteria")));
  }

  private static int concurrency(MappingSettings settings) {
    JsonNode pollers = settings.node("ProvisionedPollerConfig").path("MaximumPollers");
    return pollers.isMissingNode()
        ? settings.node("ScalingConfig").path("MaximumConcurrency").asInt(DEFAULT_CONCURRENCY)
        : CONCURRENCY_OF_POLLER * pollers.asInt();
  }
}
