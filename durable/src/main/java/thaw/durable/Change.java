package thaw.durable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is to change of an execution: new states of operations, new events, and the new head. Nobody
 * sees it before it is kept, and a change that is not kept leaves nothing behind.
 */
final class Change {
  private final Map<String, Operation> before;
  private final ExecutionHead headBefore;
  private final boolean first;
  private final long nowMillis;
  private ExecutionHead head;
  private final Map<String, Operation> changed = new LinkedHashMap<>();
  private final List<HistoryEvent> events = new ArrayList<>();
  private final List<Change> children = new ArrayList<>();

  private Change(
      ExecutionHead head, Map<String, Operation> operations, boolean first, long nowMillis) {
    this.headBefore = head;
    this.head = head;
    this.before = operations;
    this.first = first;
    this.nowMillis = nowMillis;
  }

  /**
   * @param operations must not change meanwhile
   */
  static Change of(ExecutionHead head, Map<String, Operation> operations, long nowMillis) {
    return new Change(head, operations, false, nowMillis);
  }

  /** The first change of an execution that is new. */
  static Change first(ExecutionHead head, @Nullable String input, long nowMillis) {
    Change change = new Change(head, Map.of(), true, nowMillis);
    change.add(
        OperationBuilder.builder()
            .id(head.arn().id())
            .name(head.arn().name())
            .type(OperationType.EXECUTION)
            .status(OperationStatus.STARTED)
            .startMillis(nowMillis)
            .input(input)
            .build());
    ObjectNode details = Details.payload("Input", input);
    details.put("ExecutionTimeout", head.terms().executionTimeoutSeconds());
    change.executionEvent(EventType.EXECUTION_STARTED, details);
    return change;
  }

  boolean isFirst() {
    return first;
  }

  long nowMillis() {
    return nowMillis;
  }

  ExecutionHead head() {
    return head;
  }

  /** Changes the head besides what this class counts. */
  void head(Consumer<ExecutionHeadBuilder> edit) {
    head = head.with(edit);
  }

  void become(ExecutionHead other) {
    head = other;
  }

  Collection<Operation> operations() {
    return changed.values();
  }

  List<HistoryEvent> events() {
    return events;
  }

  /** The first changes of executions that this one has started. */
  List<Change> children() {
    return children;
  }

  void start(Change child) {
    children.add(child);
  }

  @Nullable Operation find(String id) {
    Operation now = changed.get(id);
    return now == null ? before.get(id) : now;
  }

  /** All operations as they are with the change, in order. */
  Stream<Operation> all() {
    return Stream.concat(
        before.values().stream().map(each -> changed.getOrDefault(each.id(), each)),
        changed.values().stream().filter(each -> !before.containsKey(each.id())));
  }

  /** Counts the operations with those that are new. */
  int size() {
    return before.size()
        + (int) changed.keySet().stream().filter(id -> !before.containsKey(id)).count();
  }

  /** Adds a new operation or puts a new state in the place of the old one. */
  Operation add(Operation operation) {
    long count = head.changes() + 1;
    head = head.with().changes(count).build();
    Operation counted = operation.with().changed(count).build();
    changed.put(counted.id(), counted);
    return counted;
  }

  /** Puts a state in the place of the old one that the function need not know of. */
  void replace(Operation operation) {
    changed.put(operation.id(), operation);
  }

  /** Returns whether there is nothing to keep. */
  boolean isEmpty() {
    return head.equals(headBefore) && changed.isEmpty();
  }

  /** Adds an event about an operation. */
  void event(EventType type, Operation about, ObjectNode details) {
    add(type, about.id(), about.parentId(), about.name(), about.subType(), details);
  }

  /** Adds an event of the execution itself. */
  void executionEvent(EventType type, ObjectNode details) {
    add(type, head.arn().id(), null, head.arn().name(), null, details);
  }

  void invocationCompleted(long startMillis, String requestId, @Nullable ErrorObject error) {
    ObjectNode details = Details.invocation(startMillis, nowMillis, requestId, error);
    add(EventType.INVOCATION_COMPLETED, null, null, null, null, details);
  }

  private void add(
      EventType type,
      @Nullable String operation,
      @Nullable String parentId,
      @Nullable String name,
      @Nullable String subType,
      ObjectNode details) {
    long id = head.events() + 1;
    head = head.with().events(id).build();
    events.add(new HistoryEvent(id, type, nowMillis, operation, parentId, name, subType, details));
  }

  /** Returns whether the execution ends by this change. */
  boolean ends() {
    return head.status().hasEnded() && (first || !headBefore.status().hasEnded());
  }

  /** Ends the execution. */
  void end(ExecutionStatus status, @Nullable String result, @Nullable ErrorObject error) {
    head =
        head.with()
            .status(status)
            .endMillis(nowMillis)
            .result(result)
            .error(error)
            .retryMillis(null)
            .suspended(false)
            .pause(null)
            .build();
    switch (status) {
      case SUCCEEDED -> executionEvent(EventType.EXECUTION_SUCCEEDED, Details.result(result));
      case FAILED -> executionEvent(EventType.EXECUTION_FAILED, Details.error(error));
      case TIMED_OUT -> executionEvent(EventType.EXECUTION_TIMED_OUT, Details.error(error));
      case STOPPED -> executionEvent(EventType.EXECUTION_STOPPED, Details.error(error));
      case RUNNING, PAUSING, PAUSED, DELETING ->
          throw new IllegalArgumentException("is no end: " + status);
    }
  }

  /**
   * Ends an operation that the function waits for, and which somebody else ends: the function is to
   * be invoked again.
   */
  Operation endAwaited(
      Operation operation,
      OperationStatus status,
      @Nullable String result,
      @Nullable ErrorObject error) {
    head = head.with().suspended(false).build();
    return add(
        operation
            .with()
            .status(status)
            .endMillis(nowMillis)
            .result(result)
            .error(error)
            .heartbeatDueMillis(null)
            .build());
  }

  /** Lets a step have its next attempt. */
  void ready(Operation step) {
    head = head.with().suspended(false).build();
    add(step.with().status(OperationStatus.READY).dueMillis(null).build());
  }

  /** Brings the execution to rest where a pause was asked for. */
  void pause() {
    ExecutionHead.Pause asked = head.pause();
    if (asked == null) {
      throw new IllegalStateException("nobody has asked for a pause of " + head.arn());
    }
    head =
        head.with()
            .status(ExecutionStatus.PAUSED)
            .pause(
                new ExecutionHead.Pause(
                    asked.requestMillis(), asked.reason(), asked.timeoutPaused(), nowMillis))
            .build();
    ObjectNode details =
        Details.none().put("PauseRequestTimestamp", Details.seconds(asked.requestMillis()));
    if (asked.reason() != null) {
      details.setAll(Details.payload("Reason", asked.reason()));
    }
    details.put("ExecutionTimeoutPaused", asked.timeoutPaused());
    executionEvent(EventType.EXECUTION_PAUSED, details);
  }
}
