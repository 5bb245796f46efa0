package thaw.durable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An execution that has not ended, or whose last invocation has not, in memory. All but the lock
 * and the future is guarded by the lock.
 */
final class Execution {
  final ReentrantLock lock = new ReentrantLock();
  final CompletableFuture<Ending> ending = new CompletableFuture<>();
  private final Map<String, Operation> operations = new LinkedHashMap<>();
  private ExecutionHead head;
  private @Nullable Running running;
  private boolean called; // an invocation has been asked for and has not begun
  private int refusals; // of the platform, in a row

  Execution(ExecutionHead head, List<Operation> operations) {
    this.head = head;
    operations.forEach(operation -> this.operations.put(operation.id(), operation));
  }

  /** Makes the execution that a first change begins. */
  static Execution of(Change first) {
    return new Execution(first.head(), List.copyOf(first.operations()));
  }

  /** The invocation that is under way. */
  static final class Running {
    private final String requestId;
    private final long startMillis;
    private String token;
    private long told; // the count of changes of which the function knows
    private boolean toldEnd; // by the last answer: of what the function does not end itself
    private boolean interrupted; // by a pause: nothing of its answer counts
    private boolean closed; // the function has ended the execution by a checkpoint
    private @Nullable Answered last;

    /**
     * The last answer to a checkpoint, which is given again.
     *
     * @param token of the request
     */
    record Answered(String clientToken, String token, CheckpointAnswer answer) {}

    Running(String requestId, String token, long startMillis, long told) {
      this.requestId = requestId;
      this.token = token;
      this.startMillis = startMillis;
      this.told = told;
    }

    String requestId() {
      return requestId;
    }

    String token() {
      return token;
    }

    long startMillis() {
      return startMillis;
    }

    boolean isInterrupted() {
      return interrupted;
    }

    void interrupt() {
      interrupted = true;
    }
  }

  ExecutionHead head() {
    return head;
  }

  @Nullable Running running() {
    return running;
  }

  Map<String, Operation> operations() {
    return operations;
  }

  Change change(long nowMillis) {
    return Change.of(head, operations, nowMillis);
  }

  /** Takes over a change that has been kept. */
  void become(Change change) {
    head = change.head();
    change.operations().forEach(operation -> operations.put(operation.id(), operation));
  }

  /** Returns whether the function is to be invoked now; then it counts as called. */
  boolean call() {
    boolean due =
        head.status() == ExecutionStatus.RUNNING
            && running == null
            && !called
            && !head.suspended()
            && head.retryMillis() == null;
    called |= due;
    return due;
  }

  /** Begins an invocation, unless there is to be none any more. */
  @Nullable Running begin(String requestId, long nowMillis) {
    called = false;
    if (head.status() != ExecutionStatus.RUNNING || running != null) {
      return null;
    }
    String token = Tokens.checkpointToken(head.arn().id(), head.changes());
    running = new Running(requestId, token, nowMillis, head.changes());
    return running;
  }

  void end() {
    running = null;
  }

  /** Counts a refusal of the platform's, and returns how many there were. */
  int refused() {
    return ++refusals;
  }

  void accepted() {
    refusals = 0;
  }

  /** Returns whether who waits for the end can be told of it. */
  boolean isOver() {
    Running under = running;
    return head.status().hasEnded() && (under == null || !under.closed);
  }

  /** Returns when time changes it next; {@link Long#MAX_VALUE} for never. */
  long nextMillis() {
    return head.status().hasEnded() ? Long.MAX_VALUE : DueTimers.next(head, operations.values());
  }

  /** Returns whether time may go at once to where it changes the execution next. */
  Jump jump() {
    boolean timeout = nextMillis() == head.latestMillis();
    boolean callback =
        operations.values().stream()
            .anyMatch(each -> each.type() == OperationType.CALLBACK && each.isAwaited());
    if (timeout) {
      return callback || head.status() == ExecutionStatus.PAUSED ? Jump.NEVER : Jump.AT_ONCE;
    }
    return callback ? Jump.AFTER_GRACE : Jump.AT_ONCE;
  }

  /** Returns the operations that a function has to know when it begins anew. */
  List<Operation> visible() {
    return operations.values().stream()
        .filter(this::isVisible)
        .sorted(Comparator.comparingInt(Operation::sequence))
        .toList();
  }

  /** Returns whether no context around it has ended, but for those that replay what is in them. */
  private boolean isVisible(Operation operation) {
    String parentId = operation.parentId();
    while (parentId != null) {
      Operation parent = operations.get(parentId);
      if (parent == null) {
        return true;
      }
      if (parent.endMillis() != null && !parent.replayChildren()) {
        return false;
      }
      parentId = parent.parentId();
    }
    return true;
  }

  /** Returns ids of operations that have changed since the last invocation has ended. */
  List<String> updated() {
    return operations.values().stream()
        .filter(operation -> operation.changed() > head.reported())
        .map(Operation::id)
        .toList();
  }

  /** Returns whether something has changed of which the function does not know. */
  boolean hasNews() {
    Running under = running;
    return under != null
        && operations.values().stream().anyMatch(each -> each.changed() > under.told);
  }

  /**
   * Returns whether the function that suspends itself will be woken: something that it waits for is
   * still to come, or has come and it does not know.
   */
  boolean awaitsSomething() {
    return operations.values().stream().anyMatch(Operation::isAwaited);
  }

  /**
   * Returns whether the running invocation has learnt only by its last checkpoint that something
   * has ended that it awaited: it may have suspended itself before it saw that.
   */
  boolean mayHaveMissedEnds() {
    Running under = running;
    return under != null && under.toldEnd;
  }

  /** Returns the running invocation, provided that the token is its newest one. */
  Running require(String token) {
    Running under = running;
    if (under == null
        || under.interrupted
        || head.status().hasEnded()
        || !under.token.equals(token)) {
      throw Rejected.invalid(DurableExecutions.INVALID_TOKEN);
    }
    return under;
  }

  /** Returns the last answer once more, if the request is the last one once more. */
  @Nullable CheckpointAnswer again(String token, @Nullable String clientToken) {
    Running under = running;
    Running.Answered last = under == null ? null : under.last;
    return last != null && last.clientToken().equals(clientToken) && last.token().equals(token)
        ? last.answer()
        : null;
  }

  /** Answers a checkpoint that has been kept: with all that the function does not know yet. */
  CheckpointAnswer answer(Running under, String token, @Nullable String clientToken) {
    List<Operation> news = new ArrayList<>();
    under.toldEnd = false;
    for (Operation operation : operations.values()) {
      if (operation.changed() > under.told) {
        news.add(operation);
        under.toldEnd |=
            switch (operation.type()) {
              case WAIT, CALLBACK, CHAINED_INVOKE -> operation.endMillis() != null;
              case STEP -> operation.status() == OperationStatus.READY;
              case EXECUTION, CONTEXT -> false;
            };
      }
    }
    under.told = head.changes();
    under.closed = head.status().hasEnded();
    boolean goesOn = !under.closed && !under.interrupted;
    under.token = Tokens.checkpointToken(head.arn().id(), head.changes());
    CheckpointAnswer answer =
        new CheckpointAnswer(goesOn || under.interrupted ? under.token : null, news);
    under.last =
        clientToken == null || under.closed
            ? null
            : new Running.Answered(clientToken, token, answer);
    return answer;
  }
}
