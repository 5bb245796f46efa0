package thaw.durable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one invocation of an execution. Times are since the engine began it, in ns.
 *
 * @param startMillis when the engine began it, by the engine's clock
 * @param operations how many its event had, the execution itself included
 * @param eventBytes the size of its event
 * @param calls to the engine, in the order of their ends
 * @param endNanos when its response was kept; absent while it runs
 * @param run what its environment did; absent until that is known
 */
public record InvocationRecord(
    String requestId,
    long startMillis,
    int operations,
    long eventBytes,
    List<Call> calls,
    @Nullable Long endNanos,
    @Nullable Run run) {
  public InvocationRecord {
    calls = Collections.unmodifiableList(new ArrayList<>(calls));
  }

  /** What a function asks the engine for while it runs. */
  public enum CallKind {
    CHECKPOINT,
    STATE
  }

  /**
   * A call of the function's.
   *
   * @param updates of a checkpoint: how many it had
   * @param lastEvent the id of the history's last event when it was answered
   */
  public record Call(CallKind kind, long fromNanos, long nanos, int updates, long lastEvent) {
    public long toNanos() {
      return fromNanos + nanos;
    }
  }

  /** How the environment was made ready. */
  public enum Start {
    WARM,
    INIT,
    RESTORE
  }

  /** What a part of an environment's time was for. */
  public enum PartKind {
    INIT,
    RESTORE,
    /** From the environment's being ready until the function has the event. */
    DISPATCH,
    HANDLER,
    /** After the handler. */
    END
  }

  /**
   * A part of the environment's time, which began no sooner than the invocation.
   *
   * @param fromNanos may be negative where the environment was there before the invocation
   */
  public record Part(PartKind kind, long fromNanos, long nanos) {}

  /**
   * An environment's work for the invocation.
   *
   * @param environment its log stream
   * @param billedMillis absent where nothing limits the CPU
   */
  public record Run(
      String environment,
      Start start,
      List<Part> parts,
      int memoryMiB,
      @Nullable Long billedMillis,
      boolean failed) {
    public Run {
      parts = List.copyOf(parts);
    }

    /** Returns the same, whose times are since another moment. */
    Run since(long nanos) {
      return new Run(
          environment,
          start,
          parts.stream()
              .map(part -> new Part(part.kind(), part.fromNanos() - nanos, part.nanos()))
              .toList(),
          memoryMiB,
          billedMillis,
          failed);
    }
  }

  InvocationRecord with(Call call) {
    List<Call> all = new ArrayList<>(calls);
    all.add(call);
    return new InvocationRecord(requestId, startMillis, operations, eventBytes, all, endNanos, run);
  }

  InvocationRecord ended(long nanos) {
    return new InvocationRecord(requestId, startMillis, operations, eventBytes, calls, nanos, run);
  }

  InvocationRecord with(Run work) {
    return new InvocationRecord(
        requestId, startMillis, operations, eventBytes, calls, endNanos, work);
  }
}
