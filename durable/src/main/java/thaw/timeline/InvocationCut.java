package thaw.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.durable.InvocationRecord;
import thaw.durable.InvocationRecord.Call;
import thaw.durable.InvocationRecord.CallKind;
import thaw.durable.InvocationRecord.Part;
import thaw.durable.InvocationRecord.PartKind;
import thaw.durable.InvocationRecord.Run;

/**
 * Cuts the time of one invocation into pieces that follow each other without a gap. Times are in ns
 * since the engine began it.
 *
 * <p>The replay ends when the first checkpoint arrives: until then the function has begun nothing
 * new. What it computes between its last known operation and its first new one is in it, too.
 */
final class InvocationCut {
  private final InvocationRecord record;
  private final long endNanos;
  private final List<Piece> pieces = new ArrayList<>();
  private long cursor;

  /** A piece of the time. */
  record Piece(StretchKind kind, long fromNanos, long nanos) {}

  private InvocationCut(InvocationRecord record, long endNanos) {
    this.record = record;
    this.endNanos = endNanos;
  }

  /**
   * @param endNanos where the last piece ends
   */
  static List<Piece> of(InvocationRecord record, long endNanos) {
    InvocationCut cut = new InvocationCut(record, endNanos);
    Run run = record.run();
    if (run == null) {
      cut.withoutEnvironment();
    } else {
      cut.with(run);
    }
    return cut.pieces;
  }

  /** Nothing but the calls is known, of one that runs or whose report was lost. */
  private void withoutEnvironment() {
    record.calls().stream()
        .mapToLong(Call::fromNanos)
        .min()
        .ifPresent(first -> add(StretchKind.UNNAMED, first));
    if (!record.calls().isEmpty()) {
      calls(endNanos);
    }
    add(StretchKind.UNNAMED, endNanos);
  }

  private void with(Run run) {
    long handlerEnd =
        run.parts().stream()
            .filter(part -> part.kind() == PartKind.HANDLER)
            .mapToLong(InvocationCut::end)
            .max()
            .orElse(-1);
    boolean inHandler = false;
    for (Part part : run.parts()) {
      if (part.kind() == PartKind.HANDLER) {
        if (!inHandler) {
          add(StretchKind.QUEUE, part.fromNanos());
          handler(handlerEnd);
          inHandler = true;
        }
        continue;
      }
      if (!inHandler) {
        add(StretchKind.QUEUE, part.fromNanos());
      }
      add(kind(part.kind()), end(part));
    }
    add(handlerEnd < 0 ? StretchKind.QUEUE : StretchKind.ENDING, endNanos);
  }

  private static long end(Part part) {
    return part.fromNanos() + part.nanos();
  }

  private static StretchKind kind(PartKind kind) {
    return switch (kind) {
      case INIT -> StretchKind.INIT;
      case RESTORE -> StretchKind.RESTORE;
      case DISPATCH -> StretchKind.QUEUE;
      case HANDLER -> StretchKind.OWN;
      case END -> StretchKind.ENDING;
    };
  }

  private void handler(long end) {
    Optional<Long> firstNew =
        record.calls().stream()
            .filter(call -> call.kind() == CallKind.CHECKPOINT)
            .map(Call::fromNanos)
            .min(Comparator.naturalOrder());
    if (record.operations() > 1) {
      long until = Math.min(end, firstNew.orElse(end));
      record.calls().stream()
          .filter(call -> call.kind() == CallKind.STATE && call.fromNanos() < until)
          .forEach(call -> {
            add(StretchKind.REPLAY, call.fromNanos());
            add(StretchKind.STATE, Math.min(call.toNanos(), until));
          });
      add(StretchKind.REPLAY, until);
    }
    calls(end);
    add(StretchKind.OWN, end);
  }

  /** Checkpoints of several threads at a time are one piece. */
  private void calls(long end) {
    record.calls().stream()
        .sorted(Comparator.comparingLong(Call::fromNanos))
        .filter(call -> call.fromNanos() < end)
        .forEach(call -> {
          add(StretchKind.OWN, call.fromNanos());
          add(
              call.kind() == CallKind.STATE ? StretchKind.STATE : StretchKind.CHECKPOINT,
              Math.min(call.toNanos(), end));
        });
  }

  /** Adds what is missing until then. */
  private void add(StretchKind kind, long until) {
    long to = Math.min(until, endNanos);
    if (to > cursor) {
      Piece last = pieces.isEmpty() ? null : pieces.getLast();
      if (last != null && last.kind() == kind) {
        pieces.set(pieces.size() - 1, new Piece(kind, last.fromNanos(), to - last.fromNanos()));
      } else {
        pieces.add(new Piece(kind, cursor, to - cursor));
      }
      cursor = to;
    }
  }
}
