package thaw.durable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes a change of what a function reports, all of it or nothing: what does not fit is refused in
 * the words of AWS.
 */
final class Checkpoint {
  private final Change change;
  private final Functions functions;
  private final BiFunction<Functions.Target, Operation, Change> children;
  private final List<Operation> calls = new ArrayList<>();

  /**
   * @param children makes the first change of an execution that an operation waits for
   */
  Checkpoint(
      Change change,
      Functions functions,
      BiFunction<Functions.Target, Operation, Change> children) {
    this.change = change;
    this.functions = functions;
    this.children = children;
  }

  /**
   * Returns the operations whose plain functions are to be called now.
   *
   * @throws Rejected when it is not to be kept
   */
  List<Operation> apply(List<Update> updates) {
    requireOneEach(updates);
    updates.forEach(this::apply);
    return calls;
  }

  private static void requireOneEach(List<Update> updates) {
    long ends = updates.stream().filter(each -> each.type() == OperationType.EXECUTION).count();
    if (ends > 1) {
      throw Rejected.invalid("Cannot checkpoint multiple EXECUTION updates.");
    }
    if (ends == 1 && updates.getLast().type() != OperationType.EXECUTION) {
      throw Rejected.invalid("EXECUTION checkpoint must be the last update.");
    }
    Map<String, Update> seen = new HashMap<>();
    for (Update update : updates) {
      Update before =
          update.type() == OperationType.EXECUTION ? null : seen.put(update.id(), update);
      boolean endsWhatBegan =
          before != null
              && before.action() == OperationAction.START
              && update.action() != OperationAction.START
              && (update.type() == OperationType.STEP || update.type() == OperationType.CONTEXT);
      if (before != null && !endsWhatBegan) {
        throw Rejected.invalid("Cannot update the same operation twice in a single request.");
      }
    }
  }

  private void apply(Update update) {
    requireFitting(update);
    if (update.type() == OperationType.EXECUTION) {
      end(update);
      return;
    }
    Operation now = change.find(update.id());
    if (now != null) {
      requireSame(update, now);
    }
    requireParent(update);
    switch (update.type()) {
      case STEP -> step(update, now);
      case CONTEXT -> context(update, now);
      case WAIT -> waiting(update, now);
      case CALLBACK -> callback(update, now);
      case CHAINED_INVOKE -> chained(update, now);
      case EXECUTION -> throw new IllegalStateException("has no other state than its head's");
    }
  }

  private void requireFitting(Update update) {
    PayloadLimit limit =
        switch (update.type()) {
          case EXECUTION -> PayloadLimit.ofResult(change.head());
          case CHAINED_INVOKE -> PayloadLimit.of("CHAINED_INVOKE input");
          case STEP, CONTEXT, WAIT, CALLBACK -> PayloadLimit.of(update.type().name());
        };
    limit.require(update.payload());
    if (update.error() != null) {
      PayloadLimit.require(update.error());
    }
    if (update.action() == OperationAction.SUCCEED && update.error() != null) {
      throw Rejected.invalid("Cannot provide an Error for SUCCEED action.");
    }
    if (update.action() == OperationAction.FAIL && update.payload() != null) {
      throw Rejected.invalid("Cannot provide a Payload for FAIL action.");
    }
  }

  private static void requireSame(Update update, Operation now) {
    requireSame(update.type() == now.type(), "type");
    requireSame(update.subType() == null || update.subType().equals(now.subType()), "subtype");
    requireSame(update.name() == null || update.name().equals(now.name()), "name");
    if (update.parentId() != null && !update.parentId().equals(now.parentId())) {
      throw Rejected.invalid("Inconsistent parent operation id.");
    }
  }

  private static void requireSame(boolean same, String what) {
    if (!same) {
      throw Rejected.invalid("Inconsistent operation " + what + ".");
    }
  }

  private void requireParent(Update update) {
    if (update.parentId() == null) {
      return;
    }
    Operation parent = change.find(update.parentId());
    if (parent == null || parent.type() != OperationType.CONTEXT) {
      throw Rejected.invalid("Invalid parent operation id.");
    }
  }

  private void end(Update update) {
    switch (update.action()) {
      case SUCCEED -> change.end(ExecutionStatus.SUCCEEDED, update.payload(), null);
      case FAIL ->
          change.end(
              ExecutionStatus.FAILED,
              null,
              Objects.requireNonNullElse(update.error(), ErrorObject.EMPTY));
      case START, RETRY, CANCEL -> throw Rejected.invalid("Invalid EXECUTION action.");
    }
  }

  private void step(Update update, @Nullable Operation now) {
    boolean retry = update.action() == OperationAction.RETRY;
    if (retry != (update.nextAttemptSeconds() != null)) {
      throw Rejected.invalid("Invalid StepOptions for the given action.");
    }
    switch (update.action()) {
      case START -> {
        if (now != null && now.status() != OperationStatus.READY) {
          throw Rejected.invalid("Invalid current STEP state to start.");
        }
        Operation started =
            now == null
                ? change.add(started(update))
                : change.add(now.with().status(OperationStatus.STARTED).build());
        change.event(EventType.STEP_STARTED, started, Details.none());
      }
      case SUCCEED, FAIL, RETRY -> attempted(update, retry, now);
      case CANCEL -> throw invalidAction();
    }
  }

  private void attempted(Update update, boolean retry, @Nullable Operation before) {
    Operation now = before == null ? started(update) : before;
    if (now.status() != OperationStatus.STARTED && now.status() != OperationStatus.READY) {
      throw Rejected.invalid("Invalid current STEP state to " + (retry ? "re-attempt." : "close."));
    }
    if (retry && update.error() != null && update.payload() != null) {
      throw Rejected.invalid("Cannot provide both error and payload to RETRY a STEP.");
    }
    int attempt = now.attempt() + 1;
    Integer next = update.nextAttemptSeconds();
    boolean failed = update.action() == OperationAction.FAIL || retry && update.error() != null;
    Operation attempted =
        change.add(
            now.with()
                .attempt(attempt)
                .result(update.payload())
                .error(update.error())
                .status(
                    retry
                        ? OperationStatus.PENDING
                        : failed ? OperationStatus.FAILED : OperationStatus.SUCCEEDED)
                .endMillis(retry ? null : Long.valueOf(change.nowMillis()))
                .dueMillis(next == null ? null : Long.valueOf(later(next)))
                .build());
    change.event(
        failed ? EventType.STEP_FAILED : EventType.STEP_SUCCEEDED,
        attempted,
        failed
            ? Details.stepError(update.error(), attempt, next)
            : Details.stepResult(update.payload(), attempt, next));
  }

  private void context(Update update, @Nullable Operation now) {
    switch (update.action()) {
      case START -> {
        requireNew(now, "a CONTEXT");
        change.event(EventType.CONTEXT_STARTED, change.add(started(update)), Details.none());
      }
      case SUCCEED, FAIL -> {
        if (now == null || now.status() != OperationStatus.STARTED) {
          throw Rejected.invalid("Invalid current CONTEXT state to close.");
        }
        boolean failed = update.action() == OperationAction.FAIL;
        Operation ended =
            change.add(
                now.with()
                    .status(failed ? OperationStatus.FAILED : OperationStatus.SUCCEEDED)
                    .endMillis(change.nowMillis())
                    .result(update.payload())
                    .error(update.error())
                    .replayChildren(update.replayChildren())
                    .build());
        change.event(
            failed ? EventType.CONTEXT_FAILED : EventType.CONTEXT_SUCCEEDED,
            ended,
            failed ? Details.error(update.error()) : Details.result(update.payload()));
      }
      case RETRY, CANCEL -> throw invalidAction();
    }
  }

  private void waiting(Update update, @Nullable Operation now) {
    switch (update.action()) {
      case START -> {
        requireNew(now, "a WAIT");
        Integer seconds = update.waitSeconds();
        if (seconds == null) {
          throw Rejected.invalid("Update for WAIT operation requires WaitOptions.");
        }
        Operation started =
            change.add(started(update).with().seconds(seconds).dueMillis(later(seconds)).build());
        change.event(EventType.WAIT_STARTED, started, Details.wait(seconds, later(seconds)));
      }
      case CANCEL -> {
        if (now == null || now.status() != OperationStatus.STARTED) {
          throw Rejected.invalid(
              "Cannot cancel a WAIT that does not exist or has already completed.");
        }
        Operation cancelled =
            change.add(
                now.with().status(OperationStatus.CANCELLED).endMillis(change.nowMillis()).build());
        change.event(EventType.WAIT_CANCELLED, cancelled, Details.none());
      }
      case SUCCEED, FAIL, RETRY -> throw invalidAction();
    }
  }

  private void callback(Update update, @Nullable Operation now) {
    if (update.action() != OperationAction.START) {
      throw invalidAction();
    }
    requireNew(now, "a CALLBACK");
    Integer timeout = positive(update.timeoutSeconds());
    Integer heartbeat = positive(update.heartbeatSeconds());
    ExecutionArn arn = change.head().arn();
    String id = Tokens.callbackId(new Tokens.Callback(arn.function(), arn.id(), update.id()));
    Operation started =
        change.add(
            started(update)
                .with()
                .callbackId(id)
                .dueMillis(timeout == null ? null : Long.valueOf(later(timeout)))
                .heartbeatSeconds(heartbeat)
                .heartbeatDueMillis(heartbeat == null ? null : Long.valueOf(later(heartbeat)))
                .build());
    ObjectNode details = Details.none().put("CallbackId", id);
    if (heartbeat != null) {
      details.put("HeartbeatTimeout", heartbeat);
    }
    if (timeout != null) {
      details.put("Timeout", timeout);
    }
    change.event(EventType.CALLBACK_STARTED, started, details);
  }

  /** Zero is none. */
  private static @Nullable Integer positive(@Nullable Integer seconds) {
    return seconds == null || seconds == 0 ? null : seconds;
  }

  private void chained(Update update, @Nullable Operation now) {
    if (update.action() != OperationAction.START) {
      throw invalidAction();
    }
    requireNew(now, "a CHAINED_INVOKE");
    String named = update.function();
    if (named == null) {
      throw Rejected.invalid("Update for CHAINED_INVOKE operation requires ChainedInvokeOptions.");
    }
    ObjectNode details = Details.none().put("FunctionName", named);
    if (update.tenant() != null) {
      details.put("TenantId", update.tenant());
    }
    Operation asked =
        started(update)
            .with()
            .input(update.payload())
            .chained(
                new Operation.Chained(named, update.tenant(), update.trace(), null, null, null))
            .build();
    Functions.Target target;
    try {
      target = functions.target(named);
    } catch (Rejected e) {
      change.event(EventType.CHAINED_INVOKE_STARTED, change.add(asked), details);
      ChainedEnd.failed(e).apply(change, asked);
      return;
    }
    Operation.Chained found =
        new Operation.Chained(
            named, update.tenant(), update.trace(), target.function(), target.version(), null);
    details.setAll(Details.payload("Input", update.payload()));
    details.put("ExecutedVersion", target.version());
    Operation started = change.add(asked.with().chained(found).build());
    if (target.terms().isPresent()) {
      Change child = children.apply(target, started);
      String arn = child.head().arn().toString();
      change.start(child);
      details.put("DurableExecutionArn", arn);
      started =
          change.add(
              started
                  .with()
                  .chained(
                      new Operation.Chained(
                          named,
                          update.tenant(),
                          update.trace(),
                          target.function(),
                          target.version(),
                          arn))
                  .build());
    } else {
      calls.add(started);
    }
    change.event(EventType.CHAINED_INVOKE_STARTED, started, details);
  }

  private Operation started(Update update) {
    return OperationBuilder.builder()
        .sequence(change.size())
        .id(update.id())
        .parentId(update.parentId())
        .name(update.name())
        .type(update.type())
        .subType(update.subType())
        .status(OperationStatus.STARTED)
        .startMillis(change.nowMillis())
        .build();
  }

  private long later(int seconds) {
    return change.nowMillis() + 1000L * seconds;
  }

  private static void requireNew(@Nullable Operation now, String what) {
    if (now != null) {
      throw Rejected.invalid("Cannot start " + what + " that already exist.");
    }
  }

  private static Rejected invalidAction() {
    return Rejected.invalid("Invalid action for the given operation type.");
  }
}
