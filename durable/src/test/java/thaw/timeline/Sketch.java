package thaw.timeline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.durable.DurableTerms;
import thaw.durable.EventType;
import thaw.durable.ExecutionArn;
import thaw.durable.ExecutionHeadBuilder;
import thaw.durable.ExecutionStatus;
import thaw.durable.HistoryEvent;
import thaw.durable.InvocationRecord;
import thaw.durable.InvocationRecord.Call;
import thaw.durable.InvocationRecord.CallKind;
import thaw.durable.InvocationRecord.Part;
import thaw.durable.InvocationRecord.PartKind;
import thaw.durable.InvocationRecord.Start;
import thaw.durable.KeptExecutions;
import thaw.durable.Operation;
import thaw.durable.OperationBuilder;
import thaw.durable.OperationStatus;
import thaw.durable.OperationType;

/** An execution as a test tells it, in milliseconds since its start. */
final class Sketch {
  static final DurablePrices PRICES =
      new DurablePrices(0.00001, 0.000001, 0.00001, 1, 1, "r", "s", "2026-01-01");
  static final long BEGAN = 1_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final ExecutionArn ARN =
      new ExecutionArn("us-east-1", "000000000000", "Order", "1", "order-7", "id");

  private final List<HistoryEvent> history = new ArrayList<>();
  private final Map<String, Operation> operations = new LinkedHashMap<>();
  private final List<InvocationRecord> records = new ArrayList<>();
  private long eventBytes = 100;
  private @Nullable Open open;

  private static final class Open {
    private final String requestId;
    private final long start;
    private final int operations;
    private final List<Call> calls = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private Start kind = Start.WARM;
    private long handler;

    private Open(String requestId, long start, int operations) {
      this.requestId = requestId;
      this.start = start;
      this.operations = operations;
    }
  }

  Sketch() {
    operation("id", OperationType.EXECUTION, 0);
    event(0, EventType.EXECUTION_STARTED, "id", details().put("ExecutionTimeout", 60));
  }

  static ObjectNode details() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ObjectNode result(String payload) {
    ObjectNode node = details();
    node.putObject("Result").put("Payload", payload);
    return node;
  }

  /** Begins an invocation in an environment that is there. */
  Sketch invoked(long at) {
    open = new Open("request-" + (records.size() + 1), at, operations.size());
    open.handler = at;
    return this;
  }

  /** It waits for an init or a restore, until the handler begins. */
  Sketch madeReady(Start kind, long handler) {
    Open now = now();
    now.kind = kind;
    now.parts.add(
        new Part(
            kind == Start.INIT ? PartKind.INIT : PartKind.RESTORE,
            0,
            (handler - now.start) * NANOS_PER_MILLI));
    now.handler = handler;
    return this;
  }

  private Open now() {
    if (open == null) {
      throw new IllegalStateException("no invocation");
    }
    return open;
  }

  /** Events that a checkpoint brings, of {@code millis} from then on. */
  Sketch checkpoint(long at, long millis, Runnable events) {
    events.run();
    now()
        .calls
        .add(
            new Call(
                CallKind.CHECKPOINT,
                (at - now().start) * NANOS_PER_MILLI,
                millis * NANOS_PER_MILLI,
                1,
                history.size()));
    return this;
  }

  Sketch event(long at, EventType type, @Nullable String operation, ObjectNode details) {
    history.add(
        new HistoryEvent(
            history.size() + 1, type, BEGAN + at, operation, null, operation, null, details));
    return this;
  }

  /** An event of an operation that has another name than its id. */
  Sketch named(EventType type, long at, String operation, String name) {
    history.add(
        new HistoryEvent(
            history.size() + 1, type, BEGAN + at, operation, null, name, null, details()));
    return this;
  }

  /** Events of invocations have so many bytes from now on. */
  Sketch large(long bytes) {
    eventBytes = bytes;
    return this;
  }

  Sketch operation(String id, OperationType type, long at) {
    operations.put(
        id,
        OperationBuilder.builder()
            .sequence(operations.size())
            .id(id)
            .name(id)
            .type(type)
            .status(OperationStatus.STARTED)
            .startMillis(BEGAN + at)
            .build());
    return this;
  }

  /** Gives operations a context around them. */
  Sketch within(String parent, String... ids) {
    for (String id : ids) {
      operations.computeIfPresent(id, (_, each) -> each.with().parentId(parent).build());
    }
    return this;
  }

  Sketch ended(String id, long at) {
    operations.computeIfPresent(id, (_, each) -> each.with().endMillis(BEGAN + at).build());
    return this;
  }

  Sketch result(String id, String payload) {
    operations.computeIfPresent(
        id,
        (_, operation) ->
            operation.with().status(OperationStatus.SUCCEEDED).result(payload).build());
    return this;
  }

  /** A step between two checkpoints of 2 ms each. */
  Sketch step(String id, long from, long to) {
    return checkpoint(
            from,
            2,
            () -> {
              operation(id, OperationType.STEP, from);
              event(from, EventType.STEP_STARTED, id, details());
            })
        .checkpoint(to, 2, () -> event(to, EventType.STEP_SUCCEEDED, id, result("1")));
  }

  Sketch waits(String id, long at) {
    return checkpoint(
        at,
        2,
        () -> {
          operation(id, OperationType.WAIT, at);
          event(at, EventType.WAIT_STARTED, id, details());
        });
  }

  Sketch waited(String id, long at) {
    return event(at, EventType.WAIT_SUCCEEDED, id, details());
  }

  /** The handler returns a millisecond before the response is kept. */
  Sketch completed(long at, @Nullable String error) {
    Open now = now();
    now.parts.add(
        new Part(
            PartKind.HANDLER,
            (now.handler - now.start) * NANOS_PER_MILLI,
            (at - 1 - now.handler) * NANOS_PER_MILLI));
    records.add(
        new InvocationRecord(
            now.requestId,
            BEGAN + now.start,
            now.operations,
            eventBytes,
            now.calls,
            (at - now.start) * NANOS_PER_MILLI,
            new InvocationRecord.Run("e", now.kind, now.parts, 1024, at - now.start, false)));
    ObjectNode details =
        details()
            .put("StartTimestamp", BigDecimal.valueOf(BEGAN + now.start, 3))
            .put("EndTimestamp", BigDecimal.valueOf(BEGAN + at, 3))
            .put("RequestId", now.requestId);
    if (error != null) {
      details.putObject("Error").putObject("Payload").put("ErrorType", error);
    }
    open = null;
    return event(at, EventType.INVOCATION_COMPLETED, null, details);
  }

  /** Nothing is known of invocations but what the history has. */
  Sketch withoutRecords() {
    records.clear();
    return this;
  }

  KeptExecutions.Kept ended(long at) {
    event(at, EventType.EXECUTION_SUCCEEDED, "id", result("done"));
    return kept(ExecutionStatus.SUCCEEDED, BEGAN + at);
  }

  KeptExecutions.Kept runs() {
    return kept(ExecutionStatus.RUNNING, null);
  }

  private KeptExecutions.Kept kept(ExecutionStatus status, @Nullable Long end) {
    return new KeptExecutions.Kept(
        ExecutionHeadBuilder.builder()
            .arn(ARN)
            .status(status)
            .startMillis(BEGAN)
            .endMillis(end)
            .terms(new DurableTerms(60, 30, null))
            .inputDigest("")
            .events(history.size())
            .build(),
        List.copyOf(operations.values()),
        List.copyOf(history),
        records);
  }
}
