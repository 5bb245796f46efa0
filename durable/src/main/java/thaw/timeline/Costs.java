package thaw.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.durable.HistoryEvent;
import thaw.durable.InvocationRecord;
import thaw.durable.KeptExecutions;
import thaw.timeline.Timeline.Cost;
import thaw.timeline.Timeline.OperationLine;

/**
 * What an execution costs on AWS, by what was measured here. As durable operations count its start,
 * each attempt of a step, and each wait, callback, chained invoke and context.
 */
final class Costs {
  private static final double MIB_PER_GB = 1024;
  private static final double BYTES_PER_GB = 1024.0 * 1024 * 1024;
  private static final double MILLIS_PER_DAY = 24 * 3_600_000.0;
  private static final double DAYS_OF_MONTH = 30;

  private final KeptExecutions.Kept kept;
  private final DurablePrices prices;
  private final List<Ran> invocations;
  private final List<InvocationRecord.Run> runs;

  Costs(KeptExecutions.Kept kept, DurablePrices prices, List<Ran> invocations) {
    this.kept = kept;
    this.prices = prices;
    this.invocations = invocations;
    this.runs =
        invocations.stream()
            .flatMap(each -> each.record().stream())
            .flatMap(each -> Stream.ofNullable(each.run()))
            .toList();
  }

  /** Returns the price of an invocation's memory; null where its time is not billed. */
  static @Nullable Double timeUsd(InvocationRecord record, DurablePrices prices) {
    InvocationRecord.Run run = record.run();
    return run == null || run.billedMillis() == null
        ? null
        : gbSeconds(run.memoryMiB(), run.billedMillis()) * prices.gbSecond();
  }

  private static double gbSeconds(int memoryMiB, long billedMillis) {
    return memoryMiB / MIB_PER_GB * billedMillis / 1000;
  }

  static long bytes(@Nullable String text) {
    return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns whether an invocation has a report, but no billed time. */
  boolean lacksTime() {
    return runs.stream().anyMatch(run -> run.billedMillis() == null);
  }

  /**
   * @param lines of all operations
   */
  Cost all(List<OperationLine> lines) {
    double gbSeconds =
        runs.stream()
            .filter(run -> run.billedMillis() != null)
            .mapToDouble(run -> gbSeconds(run.memoryMiB(), run.billedMillis()))
            .sum();
    int operations = 1 + lines.stream().mapToInt(OperationLine::billed).sum();
    long written = kept.history().stream().mapToLong(Costs::payloadBytes).sum();
    int retentionDays = kept.head().terms().retentionDays();
    double requestsUsd = invocations.size() * prices.request();
    Double timeUsd = lacksTime() ? null : gbSeconds * prices.gbSecond();
    double operationsUsd = operations * prices.operation();
    double gb = written / BYTES_PER_GB;
    double writtenUsd = gb * prices.writtenGb();
    double retainedUsd = gb * prices.retainedGbMonth() * keptDays(retentionDays) / DAYS_OF_MONTH;
    return new Cost(
        invocations.size(),
        requestsUsd,
        gbSeconds,
        timeUsd,
        operations,
        operationsUsd,
        written,
        writtenUsd,
        retentionDays,
        retainedUsd,
        requestsUsd + (timeUsd == null ? 0 : timeUsd) + operationsUsd + writtenUsd + retainedUsd,
        prices.region(),
        prices.source(),
        prices.read());
  }

  private double keptDays(int retentionDays) {
    Long end = kept.head().endMillis();
    return retentionDays + (end == null ? 0 : (end - kept.head().startMillis()) / MILLIS_PER_DAY);
  }

  /** Counts what is within the members named {@code Payload}. */
  private static long payloadBytes(HistoryEvent event) {
    long bytes = 0;
    for (JsonNode member : event.details()) {
      JsonNode payload = member.path("Payload");
      if (!payload.isMissingNode()) {
        bytes += bytes(payload.isTextual() ? payload.textValue() : payload.toString());
      }
    }
    return bytes;
  }
}
