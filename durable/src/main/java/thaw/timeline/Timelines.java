package thaw.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import thaw.durable.ExecutionHead;
import thaw.durable.HistoryEvent;
import thaw.durable.InvocationRecord;
import thaw.durable.KeptExecutions;
import thaw.durable.Operation;
import thaw.timeline.Timeline.Invocation;
import thaw.timeline.Timeline.OperationLine;
import thaw.timeline.Timeline.Stretch;
import thaw.timeline.Timeline.Total;

/** Makes the time line of an execution of all that is kept of it. */
public final class Timelines {
  private static final double NANOS_PER_MILLI = 1e6;

  private final KeptExecutions.Kept kept;
  private final DurablePrices prices;
  private final long startMillis;
  private final long endMillis;
  private final List<Awaited> awaited;
  private final List<Ran> invocations;
  private final List<Stretch> stretches = new ArrayList<>();
  private long cursor; // ms since 1970

  private Timelines(KeptExecutions.Kept kept, DurablePrices prices, long nowMillis) {
    this.kept = kept;
    this.prices = prices;
    ExecutionHead head = kept.head();
    this.startMillis = head.startMillis();
    Long ended = head.endMillis();
    this.endMillis = Math.max(startMillis, ended == null ? nowMillis : ended);
    this.awaited = Awaited.in(kept.history());
    this.invocations = Ran.of(kept);
    this.cursor = startMillis;
  }

  /**
   * @param nowMillis by the engine's clock, where an execution that has not ended is cut off
   */
  public static Timeline of(KeptExecutions.Kept kept, DurablePrices prices, long nowMillis) {
    return new Timelines(kept, prices, nowMillis).make();
  }

  private Timeline make() {
    @Nullable Ran before = null;
    for (Ran ran : invocations) {
      gap(before, ran.startMillis(), true);
      inside(ran);
      before = ran;
    }
    gap(before, endMillis, false);
    ExecutionHead head = kept.head();
    double millis = endMillis - startMillis;
    double unnamed =
        stretches.stream()
            .filter(each -> each.kind() == StretchKind.UNNAMED)
            .mapToDouble(Stretch::millis)
            .sum();
    Within within = Within.of(stretches);
    Map<String, Integer> first = firstInvocations();
    List<Invocation> shown =
        invocations.stream().map(each -> invocation(each, within, first)).toList();
    List<OperationLine> operations = OperationLines.of(kept, startMillis, endMillis);
    Costs costs = new Costs(kept, prices, invocations);
    return new Timeline(
        Timeline.FORMAT,
        head.arn().toString(),
        head.arn().name(),
        head.arn().function(),
        head.arn().version(),
        head.status().name(),
        startMillis,
        head.endMillis(),
        millis,
        millis == 0 ? 1 : 1 - unnamed / millis,
        stretches,
        totals(millis),
        shown,
        operations,
        costs.all(operations),
        new TimelineFindings(kept, invocations, stretches, within, prices).all(),
        notes(unnamed, costs));
  }

  // Between invocations

  /**
   * The time until the next invocation, or until the end.
   *
   * @param before the invocation before it
   */
  private void gap(@Nullable Ran before, long until, boolean invoked) {
    long to = Math.min(until, endMillis);
    if (to <= cursor) {
      return;
    }
    pauses(to);
    if (before != null && before.error() != null && invoked) {
      add(StretchKind.RETRY, null, to);
      return;
    }
    Optional<Awaited> wakes = wakes(before, to, invoked);
    wakes.ifPresent(each -> add(each.kind(), each.operation(), Math.min(to, each.toMillis())));
    add(
        before == null || wakes.isPresent() || hasNews(before)
            ? StretchKind.QUEUE
            : StretchKind.UNNAMED,
        null,
        to);
  }

  /** What somebody has paused is in no other stretch; what is before and after it is. */
  private void pauses(long to) {
    for (Awaited pause : awaited) {
      if (pause.kind() == StretchKind.PAUSE
          && pause.fromMillis() < to
          && pause.toMillis() > cursor) {
        Optional<Awaited> until = earliest(pause.fromMillis());
        until.ifPresent(each ->
            add(each.kind(), each.operation(), Math.min(pause.fromMillis(), each.toMillis())));
        add(until.isPresent() ? StretchKind.QUEUE : StretchKind.UNNAMED, null, pause.fromMillis());
        add(StretchKind.PAUSE, null, Math.min(to, pause.toMillis()));
      }
    }
  }

  /** Returns what ends first of all that it waits for, at the cursor. */
  private Optional<Awaited> earliest(long to) {
    return awaited.stream()
        .filter(each ->
            each.kind() != StretchKind.PAUSE && each.covers(cursor) && each.fromMillis() < to)
        .findFirst();
  }

  /** Returns that whose end has the function invoked again, where that is the reason. */
  private Optional<Awaited> wakes(@Nullable Ran before, long to, boolean invoked) {
    Optional<Awaited> first = earliest(to);
    boolean comesTooLate = first.filter(each -> each.toMillis() > to).isPresent();
    return invoked && comesTooLate && hasNews(before) ? Optional.empty() : first;
  }

  /** Returns whether something ended while an invocation was under way, or since. */
  private boolean hasNews(@Nullable Ran before) {
    return before != null
        && awaited.stream()
            .anyMatch(each -> each.toMillis() >= before.startMillis() && each.toMillis() <= cursor);
  }

  private void add(StretchKind kind, @Nullable String operation, long to) {
    if (to > cursor) {
      stretches.add(
          new Stretch(kind, cursor - startMillis, (double) to - cursor, 0, operation, null));
      cursor = to;
    }
  }

  // Within invocations

  private void inside(Ran ran) {
    Long ended = ran.endMillis();
    long end = Math.min(endMillis, ended == null ? endMillis : ended);
    if (end <= cursor) {
      return;
    }
    double from = cursor - startMillis;
    double length = end - cursor;
    Optional<InvocationRecord> record = ran.record();
    if (record.isEmpty()) {
      stretches.add(new Stretch(StretchKind.UNNAMED, from, length, ran.number(), null, null));
    } else {
      List<InvocationCut.Piece> pieces =
          InvocationCut.of(record.get(), Math.round(length * NANOS_PER_MILLI));
      double usdOfMilli = usdOfMilli(record.get(), pieces);
      for (InvocationCut.Piece piece : pieces) {
        double millis = piece.nanos() / NANOS_PER_MILLI;
        stretches.add(
            new Stretch(
                piece.kind(),
                from + piece.fromNanos() / NANOS_PER_MILLI,
                millis,
                ran.number(),
                null,
                piece.kind().isBilled() && usdOfMilli > 0 ? millis * usdOfMilli : null));
      }
    }
    cursor = end;
  }

  /** Divides what is billed of an invocation among its pieces. */
  private double usdOfMilli(InvocationRecord record, List<InvocationCut.Piece> pieces) {
    double billed =
        pieces.stream()
                .filter(piece -> piece.kind().isBilled())
                .mapToLong(InvocationCut.Piece::nanos)
                .sum()
            / NANOS_PER_MILLI;
    Double usd = Costs.timeUsd(record, prices);
    return usd == null || billed == 0 ? 0 : usd / billed;
  }

  /**
   * @param first in which invocation each operation began
   */
  private Invocation invocation(Ran ran, Within within, Map<String, Integer> first) {
    Optional<InvocationRecord> record = ran.record();
    Optional<InvocationRecord.Run> run = record.map(InvocationRecord::run);
    Set<String> begun = new HashSet<>();
    for (HistoryEvent event : ran.events()) {
      if (event.operation() != null && event.type().name().endsWith("_STARTED")) {
        begun.add(event.operation());
      }
    }
    begun.removeIf(id -> first.getOrDefault(id, 0) != ran.number());
    Long ended = ran.endMillis();
    return new Invocation(
        ran.number(),
        ran.requestId(),
        (double) ran.startMillis() - startMillis,
        (double) (ended == null ? endMillis : ended) - ran.startMillis(),
        run.map(each -> each.start().name().toLowerCase(Locale.ROOT)).orElse(""),
        record.map(each -> each.operations() - 1).orElse(0),
        begun.size(),
        record.map(InvocationRecord::eventBytes).orElse(0L),
        within.millis(ran, StretchKind.INIT, StretchKind.RESTORE),
        within.millis(ran, StretchKind.REPLAY, StretchKind.STATE),
        within.millis(ran, StretchKind.OWN),
        record
            .map(each ->
                (int)
                    each.calls().stream()
                        .filter(call -> call.kind() == InvocationRecord.CallKind.CHECKPOINT)
                        .count())
            .orElse(0),
        within.millis(ran, StretchKind.CHECKPOINT),
        run.map(InvocationRecord.Run::memoryMiB).orElse(null),
        run.map(InvocationRecord.Run::billedMillis).orElse(null),
        record.map(each -> Costs.timeUsd(each, prices)).orElse(null),
        outcome(ran));
  }

  /** Returns in which invocation each operation began; the execution's own is in none. */
  private Map<String, Integer> firstInvocations() {
    Map<String, Integer> first = new HashMap<>();
    for (Operation operation : kept.operations()) {
      if (operation.sequence() == 0) {
        first.put(operation.id(), 0);
      }
    }
    for (Ran ran : invocations) {
      for (HistoryEvent event : ran.events()) {
        if (event.operation() != null) {
          first.putIfAbsent(event.operation(), ran.number());
        }
      }
    }
    return first;
  }

  private String outcome(Ran ran) {
    if (ran.error() != null) {
      return ran.error();
    }
    if (ran.endMillis() == null) {
      return "running";
    }
    boolean last = ran.number() == invocations.size();
    return last
            && kept.head().status().hasEnded()
            && kept.head().endMillis() != null
            && kept.head().endMillis() <= ran.endMillis()
        ? "ended"
        : "suspended";
  }

  // As a whole

  private List<Total> totals(double millis) {
    Map<StretchKind, List<Stretch>> byKind = new EnumMap<>(StretchKind.class);
    stretches.forEach(
        each -> byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each));
    double active =
        stretches.stream()
            .filter(each -> each.kind().isActive())
            .mapToDouble(Stretch::millis)
            .sum();
    return byKind.entrySet().stream()
        .map(each -> {
          double sum = each.getValue().stream().mapToDouble(Stretch::millis).sum();
          boolean billed = each.getValue().stream().anyMatch(stretch -> stretch.usd() != null);
          double usd =
              each.getValue().stream()
                  .mapToDouble(stretch -> stretch.usd() == null ? 0 : stretch.usd())
                  .sum();
          return new Total(
              each.getKey(),
              sum,
              millis == 0 ? 0 : sum / millis,
              each.getKey().isActive() ? sum / active : null,
              each.getValue().size(),
              billed ? usd : null);
        })
        .sorted(Comparator.comparingDouble(Total::millis).reversed())
        .toList();
  }

  private List<String> notes(double unnamed, Costs costs) {
    List<String> notes = new ArrayList<>();
    long without = invocations.stream().filter(each -> each.record().isEmpty()).count();
    if (without > 0) {
      notes.add(
          "Of %d of %d invocations nothing but begin and end is kept: Thaw was killed meanwhile, or an older one ran them."
              .formatted(without, invocations.size()));
    } else if (unnamed > 0) {
      notes.add(
          "The report of an environment has not come, so that a part of its time has no name.");
    }
    if (costs.lacksTime()) {
      notes.add(
          "Time has no price where nothing limits a function's CPU: it would not be Lambda's.");
    }
    return notes;
  }
}
