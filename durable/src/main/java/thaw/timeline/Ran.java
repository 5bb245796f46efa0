package thaw.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.durable.EventType;
import thaw.durable.HistoryEvent;
import thaw.durable.InvocationRecord;
import thaw.durable.KeptExecutions;

/**
 * An invocation, by the history and by its record.
 *
 * @param number from 1 on
 * @param startMillis since 1970, as is the end; absent while it runs
 * @param error the type of an error that it has ended with
 * @param events those of the history from the end of the one before until its own end
 */
record Ran(
    int number,
    String requestId,
    long startMillis,
    @Nullable Long endMillis,
    @Nullable String error,
    List<HistoryEvent> events,
    Optional<InvocationRecord> record) {
  /** Finds all of them, in order. */
  static List<Ran> of(KeptExecutions.Kept kept) {
    Map<String, InvocationRecord> records = new HashMap<>();
    kept.invocations().forEach(each -> records.put(each.requestId(), each));
    List<Ran> all = new ArrayList<>();
    List<HistoryEvent> events = new ArrayList<>();
    for (HistoryEvent event : kept.history()) {
      events.add(event);
      if (event.type() == EventType.INVOCATION_COMPLETED) {
        JsonNode details = event.details();
        String requestId = details.path("RequestId").asText();
        all.add(
            new Ran(
                all.size() + 1,
                requestId,
                millis(details.path("StartTimestamp")),
                millis(details.path("EndTimestamp")),
                errorType(details),
                List.copyOf(events),
                Optional.ofNullable(records.remove(requestId))));
        events.clear();
      }
    }
    boolean ended = kept.head().status().hasEnded();
    records.values().stream()
        .filter(record -> record.endNanos() == null && !ended)
        .forEach(record ->
            all.add(
                new Ran(
                    all.size() + 1,
                    record.requestId(),
                    record.startMillis(),
                    null,
                    null,
                    List.copyOf(events),
                    Optional.of(record))));
    return all;
  }

  private static @Nullable String errorType(JsonNode details) {
    JsonNode error = details.path("Error");
    return error.isMissingNode()
        ? null
        : error.path("Payload").path("ErrorType").asText("an error");
  }

  private static long millis(JsonNode seconds) {
    return seconds.decimalValue().multiply(BigDecimal.valueOf(1000)).longValue();
  }

  boolean isFirst() {
    return number == 1;
  }

  boolean isWarm() {
    return record
        .map(InvocationRecord::run)
        .filter(run -> run.start() == InvocationRecord.Start.WARM)
        .isPresent();
  }

  /** Returns the call by which an event came into the history. */
  Optional<InvocationRecord.Call> callOf(HistoryEvent event) {
    return record.stream()
        .flatMap(each -> each.calls().stream())
        .filter(call ->
            call.kind() == InvocationRecord.CallKind.CHECKPOINT && call.lastEvent() >= event.id())
        .findFirst();
  }
}
