package thaw.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import thaw.durable.EventType;
import thaw.durable.HistoryEvent;
import thaw.durable.InvocationRecord.Call;

/**
 * An attempt of a step that began in an invocation. Times are in ns since the engine began that.
 *
 * @param name of the step, else its id
 * @param began when the checkpoint of its start was answered
 * @param ended when the checkpoint of its end came; empty where the invocation ended before
 * @param calls how long both checkpoints took together; 0 where they were one, so that nothing
 *     tells how long the step took
 * @param again whether another invocation did it once more
 */
record StepRun(
    Ran invocation,
    String operation,
    String name,
    long began,
    Optional<Long> ended,
    long calls,
    boolean again) {
  /** Finds all whose checkpoints are known. */
  static List<StepRun> of(List<Ran> invocations) {
    List<StepRun> all = new ArrayList<>();
    Map<String, Open> open = new HashMap<>();
    for (Ran invocation : invocations) {
      for (HistoryEvent event : invocation.events()) {
        if (event.operation() == null) {
          continue;
        }
        if (event.type() == EventType.STEP_STARTED) {
          open.put(event.operation(), new Open(invocation, event));
        } else if (event.type() == EventType.STEP_SUCCEEDED
            || event.type() == EventType.STEP_FAILED) {
          Optional.ofNullable(open.remove(event.operation()))
              .flatMap(each -> each.endedBy(invocation, event))
              .ifPresent(all::add);
        }
      }
    }
    return all;
  }

  private record Open(Ran invocation, HistoryEvent start) {
    Optional<StepRun> endedBy(Ran by, HistoryEvent end) {
      Optional<Call> first = invocation.callOf(start);
      if (first.isEmpty()) {
        return Optional.empty();
      }
      boolean again = by.number() != invocation.number();
      Optional<Call> last = again ? Optional.empty() : by.callOf(end);
      if (!again && last.isEmpty()) {
        return Optional.empty();
      }
      boolean together = last.filter(first.get()::equals).isPresent();
      return Optional.of(
          new StepRun(
              invocation,
              Objects.requireNonNull(start.operation()),
              Objects.requireNonNullElse(start.name(), start.operation()),
              first.get().toNanos(),
              last.map(Call::fromNanos),
              together ? 0 : first.get().nanos() + last.map(Call::nanos).orElse(0L),
              again));
    }
  }

  /** Returns how long the step's code took; 0 where it had ended before its start was answered. */
  long nanos() {
    return Math.max(0, ended.orElse(began) - began);
  }
}
