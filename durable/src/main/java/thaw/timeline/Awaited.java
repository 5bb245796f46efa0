package thaw.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.durable.EventType;
import thaw.durable.HistoryEvent;

/**
 * A time in which an execution waited for something, by its history.
 *
 * @param operation absent for a pause
 * @param fromMillis since 1970, as is the end; {@link Long#MAX_VALUE} where that has not come
 */
record Awaited(StretchKind kind, @Nullable String operation, long fromMillis, long toMillis) {
  /** Finds all of them, in the order of their ends. */
  static List<Awaited> in(List<HistoryEvent> history) {
    List<Awaited> all = new ArrayList<>();
    Map<String, Awaited> open = new HashMap<>();
    for (HistoryEvent event : history) {
      String subject = Objects.requireNonNullElse(event.operation(), "");
      switch (event.type()) {
        case WAIT_STARTED -> open.put(subject, begun(StretchKind.WAIT, event));
        case CALLBACK_STARTED -> open.put(subject, begun(StretchKind.CALLBACK, event));
        case CHAINED_INVOKE_STARTED -> open.put(subject, begun(StretchKind.CHAINED, event));
        case EXECUTION_PAUSED -> open.put(subject, begun(StretchKind.PAUSE, event));
        case WAIT_SUCCEEDED,
            WAIT_CANCELLED,
            CALLBACK_SUCCEEDED,
            CALLBACK_FAILED,
            CALLBACK_TIMED_OUT,
            CHAINED_INVOKE_SUCCEEDED,
            CHAINED_INVOKE_FAILED,
            CHAINED_INVOKE_TIMED_OUT,
            CHAINED_INVOKE_STOPPED,
            EXECUTION_RESUMED ->
            Optional.ofNullable(open.remove(subject))
                .ifPresent(each -> all.add(each.until(event.millis())));
        case STEP_SUCCEEDED, STEP_FAILED -> delay(event).ifPresent(all::add);
        case EXECUTION_STARTED,
            EXECUTION_SUCCEEDED,
            EXECUTION_FAILED,
            EXECUTION_TIMED_OUT,
            EXECUTION_STOPPED,
            CONTEXT_STARTED,
            CONTEXT_SUCCEEDED,
            CONTEXT_FAILED,
            STEP_STARTED,
            INVOCATION_COMPLETED -> {}
      }
    }
    all.addAll(open.values());
    all.sort(Comparator.comparingLong(Awaited::toMillis));
    return all;
  }

  private static Awaited begun(StretchKind kind, HistoryEvent event) {
    return new Awaited(
        kind,
        event.type() == EventType.EXECUTION_PAUSED ? null : event.operation(),
        event.millis(),
        Long.MAX_VALUE);
  }

  private Awaited until(long millis) {
    return new Awaited(kind, operation, fromMillis, millis);
  }

  /** A step's delay before its next attempt. */
  private static Optional<Awaited> delay(HistoryEvent event) {
    long seconds = event.details().path("RetryDetails").path("NextAttemptDelaySeconds").asLong();
    return seconds == 0
        ? Optional.empty()
        : Optional.of(
            new Awaited(
                StretchKind.RETRY,
                event.operation(),
                event.millis(),
                event.millis() + 1000 * seconds));
  }

  boolean covers(long millis) {
    return fromMillis <= millis && millis < toMillis;
  }
}
