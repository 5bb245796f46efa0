package thaw.timeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.durable.EventType;
import thaw.durable.HistoryEvent;
import thaw.durable.KeptExecutions;
import thaw.durable.Operation;
import thaw.timeline.Timeline.OperationLine;

/** The operations of an execution, but for the execution itself. */
final class OperationLines {
  private OperationLines() {}

  /** Returns each one before those within it, which branches of a function begin in any order. */
  static List<OperationLine> of(KeptExecutions.Kept kept, long startMillis, long endMillis) {
    Map<String, Operation> byId = new HashMap<>();
    kept.operations().forEach(each -> byId.put(each.id(), each));
    Map<String, List<Operation>> within = new HashMap<>();
    for (Operation each : kept.operations()) {
      if (each.sequence() > 0) {
        Operation around = around(each, byId);
        within.computeIfAbsent(around == null ? "" : around.id(), _ -> new ArrayList<>()).add(each);
      }
    }
    Map<String, Integer> attempts = attempts(kept.history());
    List<OperationLine> lines = new ArrayList<>();
    Deque<Operation> next = new ArrayDeque<>();
    within.getOrDefault("", List.of()).forEach(next::add);
    while (!next.isEmpty()) {
      Operation each = next.pop();
      within.getOrDefault(each.id(), List.of()).reversed().forEach(next::push);
      Long end = each.endMillis();
      int tried = attempts.getOrDefault(each.id(), 0);
      lines.add(
          new OperationLine(
              each.id(),
              each.name(),
              each.type().name(),
              each.subType(),
              each.status().name(),
              depth(each, byId),
              (double) each.startMillis() - startMillis,
              (double) (end == null ? endMillis : Math.min(end, endMillis)) - startMillis,
              tried,
              payloadBytes(each),
              Math.max(1, tried)));
    }
    return lines;
  }

  /** Counts how often each step has begun. */
  private static Map<String, Integer> attempts(List<HistoryEvent> history) {
    Map<String, Integer> attempts = new HashMap<>();
    for (HistoryEvent event : history) {
      if (event.type() == EventType.STEP_STARTED && event.operation() != null) {
        attempts.merge(event.operation(), 1, Integer::sum);
      }
    }
    return attempts;
  }

  /** Returns the context around an operation, unless that is the execution. */
  private static @Nullable Operation around(Operation operation, Map<String, Operation> byId) {
    Operation around = operation.parentId() == null ? null : byId.get(operation.parentId());
    return around == null || around.sequence() == 0 ? null : around;
  }

  private static int depth(Operation operation, Map<String, Operation> byId) {
    int depth = 0;
    for (Operation each = around(operation, byId); each != null; each = around(each, byId)) {
      depth++;
    }
    return depth;
  }

  static long payloadBytes(Operation operation) {
    return Costs.bytes(operation.input())
        + Costs.bytes(operation.result())
        + (operation.error() == null ? 0 : operation.error().bytes());
  }
}
