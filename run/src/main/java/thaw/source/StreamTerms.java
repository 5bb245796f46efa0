package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells how a stream is polled.
 *
 * @param batchSize most records of a batch
 * @param window how long a batch may wait for more; none when zero
 * @param retries of a batch that the function has failed; absent for as long as it lasts
 * @param maximumAge of a record when the function gets it; absent for any
 * @param bisects whether a batch that the function has failed is halved
 * @param reportsFailures whether the function says which record it has failed at
 * @param workers batches at once in a shard
 * @param tumbling length of the windows in which the function aggregates; absent for none
 * @param onFailure ARN of who is told of records that are given up
 * @param fromNow whether records from before the mapping are left out
 */
record StreamTerms(
    int batchSize,
    Duration window,
    OptionalInt retries,
    Optional<Duration> maximumAge,
    boolean bisects,
    boolean reportsFailures,
    int workers,
    Optional<Duration> tumbling,
    Optional<String> onFailure,
    boolean fromNow,
    Filters filters) {
  static StreamTerms of(Map<String, JsonNode> settings) throws InvalidPattern {
    MappingSettings read = new MappingSettings(settings);
    int retries = read.number("MaximumRetryAttempts", -1);
    int age = read.number("MaximumRecordAgeInSeconds", -1);
    int tumbling = read.number("TumblingWindowInSeconds", 0);
    String onFailure =
        read.node("DestinationConfig").path("OnFailure").path("Destination").asText("");
    return new StreamTerms(
        read.number("BatchSize", 100),
        Duration.ofSeconds(read.number("MaximumBatchingWindowInSeconds", 0)),
        retries < 0 ? OptionalInt.empty() : OptionalInt.of(retries),
        age < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(age)),
        read.node("BisectBatchOnFunctionError").asBoolean(false),
        read.reportsFailures(),
        read.number("ParallelizationFactor", 1),
        tumbling < 1 ? Optional.empty() : Optional.of(Duration.ofSeconds(tumbling)),
        onFailure.isEmpty() ? Optional.empty() : Optional.of(onFailure),
        read.node("StartingPosition").asText("TRIM_HORIZON").equals("LATEST"),
        Filters.of(read.node("FilterCriteria")));
  }
}
