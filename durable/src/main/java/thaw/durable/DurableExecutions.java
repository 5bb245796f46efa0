package thaw.durable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;
import thaw.steady.StepLoop;
import thaw.steady.ThreadsEnd;
import thaw.store.Store;

/**
 * All durable executions: starts them, has their functions invoked until they end, takes their
 * checkpoints, and tells of them.
 *
 * <ol>
 *   <li>What has been answered is kept, whatever ends the program; a checkpoint is kept once.
 *   <li>An execution has one invocation at a time, and no thread while there is none.
 *   <li>After a restart each execution goes on where its last checkpoint was.
 *   <li>Its history has an event for each change, in the order in which they were kept.
 * </ol>
 *
 * <p>The spine: {@link #start} and whatever wakes an execution lead to {@link #settle}, which says
 * when it is due next and has its function called; {@code invoke} is one invocation, during which
 * {@link #checkpoint} is called, and {@code concluded} says what comes of its answer.
 *
 * <p>Any number of threads may call. Each execution has a lock; no thread has two of them.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/durable-functions.html">Lambda durable
 *     functions</a>
 */
public final class DurableExecutions implements AutoCloseable {
  static final String INVALID_TOKEN = "Invalid checkpoint token";
  private static final String NOT_FOUND = "Durable Execution does not exist";

  /** After so many failures in a row the execution has failed. */
  static final int MOST_FAILURES = 5;

  /** The wait after the first failure; it is doubled after each. */
  private static final long FAILURE_WAIT_MILLIS = 1000;

  private static final long REFUSAL_WAIT_MILLIS = 100;
  private static final long LONGEST_REFUSAL_WAIT_MILLIS = 10_000;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(20);
  private static final Duration RETENTION_LOOK = Duration.ofMinutes(1);

  /** The number of invocations of one function at a time for which nobody waits. */
  private static final int WIDTH = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

  private final ExecutionStore store;
  private final Functions functions;
  private final EngineClock clock;
  private final ExecutionObserver observer;
  private final Consumer<Exception> problems;
  private final Map<String, Execution> live = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("durable-", 0).factory());
  private final Lanes lanes = new Lanes(threads, WIDTH);
  private final ExecutionIds ids = new ExecutionIds();
  private final Timers timers;
  private volatile boolean closed;

  /**
   * Makes an engine that works from {@link #begin} on.
   *
   * @param problems our own failures
   */
  public DurableExecutions(
      Store store,
      Functions functions,
      EngineClock clock,
      ExecutionObserver observer,
      Consumer<Exception> problems) {
    this.store = new ExecutionStore(store);
    this.functions = functions;
    this.clock = clock;
    this.observer = observer;
    this.problems = problems;
    this.timers = new Timers(clock, this::due, this::jump, problems);
  }

  /** Takes up the executions that the store holds; their functions may call at once. */
  public void begin() {
    clock.begin(store.clockOffset());
    List<Execution> kept =
        store.open().stream().map(each -> new Execution(each.head(), each.operations())).toList();
    kept.forEach(execution -> live.put(execution.head().arn().id(), execution));
    kept.forEach(this::callAgain);
    kept.forEach(this::settle);
    StepLoop forgetting = new StepLoop("retention of durable executions", this::report);
    threads.execute(() -> forgetting.run(() -> !closed, this::forgetInTime));
    timers.start();
  }

  // Starts

  /** An execution that has been started, now or before by the same name. */
  public record Started(ExecutionArn arn, boolean isNew) {}

  /**
   * Starts an execution. When this returns, it is kept.
   *
   * @throws Rejected when there is one of this name that was given something else
   */
  public Started start(StartRequest request) {
    long now = clock.millis();
    String id = ids.next(now);
    ExecutionArn arn = request.target().execution(request.name().orElse(id), id);
    Change first = first(arn, request, null, now);
    Execution execution = Execution.of(first);
    timers.enter();
    try {
      live.put(id, execution);
      Optional<ExecutionHead> before = store.insert(first, request.name().isPresent());
      if (before.isPresent()) {
        live.remove(id);
        requireSame(before.get(), first.head());
        return new Started(before.get().arn(), false);
      }
      tell(first);
      settle(execution);
      return new Started(arn, true);
    } catch (RuntimeException e) {
      live.remove(id);
      throw e;
    } finally {
      timers.leave();
    }
  }

  private static Change first(
      ExecutionArn arn,
      StartRequest request,
      ExecutionHead.@Nullable Parent parent,
      long nowMillis) {
    DurableTerms terms =
        request
            .target()
            .terms()
            .orElseThrow(() -> Rejected.invalid(arn.function() + " is not a durable function"));
    String input = request.input();
    ExecutionHead head =
        ExecutionHeadBuilder.builder()
            .arn(arn)
            .status(ExecutionStatus.RUNNING)
            .startMillis(nowMillis)
            .terms(terms)
            .inputDigest(DigestUtils.sha256Hex(input == null ? "" : input))
            .synchronous(request.synchronous())
            .tenant(request.tenant())
            .trace(request.trace())
            .parent(parent)
            .timeoutMillis(nowMillis + 1000L * terms.executionTimeoutSeconds())
            .build();
    return Change.first(head, input, nowMillis);
  }

  private static void requireSame(ExecutionHead before, ExecutionHead asked) {
    if (!before.inputDigest().equals(asked.inputDigest())
        || !before.arn().version().equals(asked.arn().version())) {
      throw new Rejected(
          Rejected.Reason.ALREADY_STARTED, "Execution already started: " + before.arn());
    }
  }

  /** Returns what becomes of an execution, once it has ended. */
  public CompletableFuture<Ending> ending(ExecutionArn arn) {
    Execution execution = live.get(arn.id());
    return execution != null && execution.head().arn().equals(arn)
        ? execution.ending.copy()
        : CompletableFuture.completedFuture(Ending.of(head(arn)));
  }

  // Invocations

  /** Says what comes next: when something is due, and whether the function is to be invoked now. */
  private void settle(Execution execution) {
    boolean call;
    boolean over;
    boolean idle;
    ExecutionHead head;
    execution.lock.lock();
    try {
      head = execution.head();
      over = execution.isOver();
      idle = execution.running() == null;
      call = execution.call();
      if (call) {
        timers.enter();
      }
      timers.set(head.arn().id(), execution.nextMillis(), execution.jump());
    } finally {
      execution.lock.unlock();
    }
    if (call) {
      call(execution, head);
    }
    if (over) {
      if (execution.ending.complete(Ending.of(head)) && head.parent() != null) {
        endChained(head.parent().arn().id(), head.parent().operation(), ChainedEnd.of(head));
      }
      if (idle) {
        live.remove(head.arn().id());
      }
    }
  }

  private void call(Execution execution, ExecutionHead head) {
    Runnable work =
        () -> {
          try {
            invoke(execution);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it goes on when the program starts again
          } catch (RuntimeException | Error e) { // it is invoked again
            report(InternalFault.of(e));
            forgetInvocation(execution);
          } finally {
            timers.leave();
          }
        };
    if (head.synchronous()) {
      lanes.runNow(work);
    } else {
      lanes.run(head.arn().function(), work);
    }
  }

  /** What an invocation has ended with could not be kept: so there was none. */
  private void forgetInvocation(Execution execution) {
    execution.lock.lock();
    try {
      execution.end();
      timers.set(execution.head().arn().id(), clock.millis() + FAILURE_WAIT_MILLIS, Jump.AT_ONCE);
    } finally {
      execution.lock.unlock();
    }
  }

  private void invoke(Execution execution) throws InterruptedException {
    String requestId = UUID.randomUUID().toString();
    Functions.Call call;
    execution.lock.lock();
    try {
      Execution.Running running = execution.begin(requestId, clock.millis());
      if (running == null || closed) {
        return;
      }
      call = event(execution, running);
    } finally {
      execution.lock.unlock();
    }
    Functions.Answer answer = answer(call);
    if (closed && !(answer instanceof Functions.Returned)) {
      return; // what the end of the program has cut off is no failure of the function
    }
    execution.lock.lock();
    try {
      Change change = execution.change(clock.millis());
      concluded(execution, change, answer);
      keep(execution, change);
      execution.end();
    } finally {
      execution.lock.unlock();
    }
    settle(execution);
  }

  private Functions.Call event(Execution execution, Execution.Running running) {
    ExecutionHead head = execution.head();
    OperationPage page = OperationPage.of(execution.visible(), 0, Integer.MAX_VALUE);
    byte[] event =
        Shapes.invocation(head.arn(), running.token(), page, execution.updated())
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    observer.invoked(
        head.arn(),
        running.requestId(),
        running.startMillis(),
        page.operations().size(),
        event.length);
    return new Functions.Call(
        running.requestId(),
        head.arn().function(),
        head.arn().version(),
        event,
        head.tenant(),
        head.trace(),
        Optional.of(head.arn()));
  }

  private Functions.Answer answer(Functions.Call call) throws InterruptedException {
    try {
      return functions.invoke(call);
    } catch (RuntimeException e) { // a fault of ours, which is not the function's
      report(e);
      return new Functions.NotNow("ServiceException", "a fault of Thaw's: " + e);
    }
  }

  /** Once this is closed all fails, as it should. */
  private void report(RuntimeException problem) {
    if (!closed) {
      problems.accept(problem);
    }
  }

  /** Makes the change that comes of what an invocation has ended with. */
  private static void concluded(Execution execution, Change change, Functions.Answer answer) {
    Execution.Running running = execution.running();
    if (running == null) {
      throw new IllegalStateException("no invocation of " + change.head().arn());
    }
    if (answer instanceof Functions.NotNow(String type, String reason)) {
      refused(execution, change, ErrorObject.of(type, reason));
      return;
    }
    HandlerAnswer outcome =
        switch (answer) {
          case Functions.Returned(byte[] payload) -> HandlerAnswer.of(payload);
          case Functions.Failed(String type, byte[] payload) ->
              new HandlerAnswer.Crashed(ErrorObject.ofFunction(type, payload));
          case Functions.Gone(String reason) -> new HandlerAnswer.Failed(gone(reason));
          case Functions.NotNow _ -> throw new IllegalStateException("is handled above");
        };
    execution.accepted();
    change.invocationCompleted(running.startMillis(), running.requestId(), outcome.told());
    change.head(edit -> edit.reported(change.head().changes()));
    if (change.head().status().hasEnded() || running.isInterrupted()) {
      return;
    }
    switch (outcome) {
      case HandlerAnswer.Succeeded(String result) -> succeeded(change, result);
      case HandlerAnswer.Failed(ErrorObject error) ->
          change.end(ExecutionStatus.FAILED, null, error);
      case HandlerAnswer.Pending() -> pending(execution, change);
      case HandlerAnswer.Crashed(ErrorObject error) -> failed(change, error);
    }
  }

  private static ErrorObject gone(String reason) {
    return ErrorObject.of("ResourceNotFoundException", reason);
  }

  private static void succeeded(Change change, @Nullable String result) {
    PayloadLimit limit = PayloadLimit.ofResult(change.head());
    if (limit.isExceeded(result)) {
      change.end(ExecutionStatus.FAILED, null, HandlerAnswer.invalid(limit.refusal()).error());
    } else {
      change.end(ExecutionStatus.SUCCEEDED, result, null);
    }
  }

  /** It waits, unless what it waits for has come meanwhile. */
  private static void pending(Execution execution, Change change) {
    boolean awaits = execution.awaitsSomething();
    boolean again = execution.hasNews() || execution.mayHaveMissedEnds();
    if (!awaits && !again) {
      change.end(
          ExecutionStatus.FAILED,
          null,
          HandlerAnswer.invalid("Cannot return PENDING status with no pending operations.")
              .error());
      return;
    }
    change.head(edit -> edit.failures(0).suspended(!again));
    if (change.head().status() == ExecutionStatus.PAUSING) {
      change.pause();
    }
  }

  /** The function is invoked again, each time later, until that is of no use. */
  private static void failed(Change change, ErrorObject error) {
    int failures = change.head().failures() + 1;
    if (failures >= MOST_FAILURES) {
      change.end(ExecutionStatus.FAILED, null, error);
      return;
    }
    long next = change.nowMillis() + (FAILURE_WAIT_MILLIS << (failures - 1));
    change.head(edit -> edit.failures(failures).retryMillis(next).suspended(false));
    if (change.head().status() == ExecutionStatus.PAUSING) {
      change.pause();
    }
  }

  /** It has not been invoked: who waits is told so, and all others do not notice. */
  private static void refused(Execution execution, Change change, ErrorObject reason) {
    int refusals = execution.refused();
    if (change.head().status().hasEnded()) {
      return;
    }
    if (change.head().synchronous() && change.head().reported() == 0) {
      change.end(ExecutionStatus.FAILED, null, reason);
      return;
    }
    long wait =
        Math.min(LONGEST_REFUSAL_WAIT_MILLIS, REFUSAL_WAIT_MILLIS << Math.min(refusals - 1, 10));
    change.head(edit -> edit.retryMillis(change.nowMillis() + wait));
  }

  /** Keeps a change, and then takes it over. Called with the execution's lock. */
  private void keep(Execution execution, Change change) {
    store.keep(change);
    execution.become(change);
    tell(change);
  }

  private void tell(Change change) {
    change.events().forEach(event -> observer.happened(change.head().arn(), event));
    change.children().forEach(this::tell);
  }

  // Checkpoints

  /**
   * Takes what a function reports.
   *
   * @param clientToken by which the same request is known when it comes again
   * @throws Rejected when nothing of it is kept
   */
  public CheckpointAnswer checkpoint(
      ExecutionArn arn, String token, @Nullable String clientToken, List<Update> updates) {
    long began = System.nanoTime();
    Execution execution = called(arn, token);
    List<Operation> calls;
    List<Execution> children;
    CheckpointAnswer answer;
    execution.lock.lock();
    try {
      CheckpointAnswer again = execution.again(token, clientToken);
      if (again != null) {
        return again;
      }
      Execution.Running running = execution.require(token);
      Change change = execution.change(clock.millis());
      Checkpoint checkpoint =
          new Checkpoint(
              change, functions, (target, operation) -> child(change, target, operation));
      calls = checkpoint.apply(updates);
      DueTimers.fire(change);
      if (change.head().status() == ExecutionStatus.PAUSING) {
        running.interrupt();
        change.pause();
      }
      keep(execution, change);
      children = change.children().stream().map(this::alive).toList();
      answer = execution.answer(running, token, clientToken);
      observer.checkpointed(arn, running.requestId(), updates.size(), System.nanoTime() - began);
    } finally {
      execution.lock.unlock();
    }
    children.forEach(this::settle);
    calls.forEach(operation -> callPlain(arn.id(), operation));
    settle(execution);
    return answer;
  }

  /** Returns the execution that a token is of; none tells whether there is another one. */
  private Execution called(ExecutionArn arn, String token) {
    Optional<String> named = Tokens.executionOf(token);
    if (named.isPresent() && !named.get().equals(arn.id())) {
      throw Rejected.invalid("Checkpoint token is not valid for the durable execution ARN");
    }
    Execution execution = live.get(arn.id());
    if (execution == null || !execution.head().arn().equals(arn)) {
      throw Rejected.invalid(INVALID_TOKEN);
    }
    return execution;
  }

  /** Returns the state that a running invocation replays, as many operations as a page has. */
  public OperationPage state(
      ExecutionArn arn, String token, @Nullable String marker, int maxItems) {
    long began = System.nanoTime();
    Execution execution = called(arn, token);
    int from = Page.number(marker, 0);
    execution.lock.lock();
    try {
      Execution.Running running = execution.require(token);
      OperationPage page = OperationPage.of(execution.visible(), from, Page.size(maxItems));
      observer.stateRead(arn, running.requestId(), System.nanoTime() - began);
      return page;
    } finally {
      execution.lock.unlock();
    }
  }

  // Chained functions

  private Change child(Change parent, Functions.Target target, Operation operation) {
    long now = parent.nowMillis();
    String id = ids.next(now);
    Operation.Chained chained = operation.chained();
    StartRequest request =
        new StartRequest(
            target,
            Optional.empty(),
            operation.input(),
            false,
            chained == null ? null : chained.tenant(),
            chained == null || chained.trace() == null ? parent.head().trace() : chained.trace());
    return first(
        target.execution(UUID.randomUUID().toString(), id),
        request,
        new ExecutionHead.Parent(parent.head().arn(), operation.id()),
        now);
  }

  private Execution alive(Change first) {
    Execution execution = Execution.of(first);
    live.put(first.head().arn().id(), execution);
    return execution;
  }

  private void callPlain(String parent, Operation operation) {
    timers.enter();
    threads.execute(() -> {
      try {
        endChained(parent, operation.id(), plain(operation));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // it is called again when the program starts again
      } catch (RuntimeException | Error e) {
        report(InternalFault.of(e));
      } finally {
        timers.leave();
      }
    });
  }

  private ChainedEnd plain(Operation operation) throws InterruptedException {
    Operation.Chained chained = operation.chained();
    if (chained == null || chained.target() == null || chained.version() == null) {
      throw new IllegalStateException("calls no function: " + operation);
    }
    String input = operation.input() == null ? "{}" : operation.input();
    for (int attempt = 0; ; attempt++) {
      Functions.Answer answer =
          answer(
              new Functions.Call(
                  UUID.randomUUID().toString(),
                  chained.target(),
                  chained.version(),
                  input.getBytes(StandardCharsets.UTF_8),
                  chained.tenant(),
                  chained.trace(),
                  Optional.empty()));
      if (closed && !(answer instanceof Functions.Returned)) {
        throw new InterruptedException("the engine is closed");
      }
      switch (answer) {
        case Functions.Returned(byte[] payload) -> {
          return ChainedEnd.returned(payload);
        }
        case Functions.Failed(String type, byte[] payload) -> {
          return ChainedEnd.failed(ErrorObject.ofFunction(type, payload));
        }
        case Functions.Gone(String reason) -> {
          return ChainedEnd.failed(gone(reason));
        }
        case Functions.NotNow _ ->
            TimeUnit.MILLISECONDS.sleep(
                Math.min(
                    LONGEST_REFUSAL_WAIT_MILLIS, REFUSAL_WAIT_MILLIS << Math.min(attempt, 10)));
      }
    }
  }

  /** Tells an execution of the end of a function that it waits for. */
  private void endChained(String parent, String operation, ChainedEnd end) {
    changed(
        parent,
        change -> {
          Operation waiting = change.find(operation);
          if (waiting != null && waiting.isAwaited() && !change.head().status().hasEnded()) {
            end.apply(change, waiting);
          }
        });
  }

  /** Takes up again what an execution waited for when the program ended. */
  private void callAgain(Execution execution) {
    for (Operation operation : List.copyOf(execution.operations().values())) {
      Operation.Chained chained = operation.chained();
      if (chained == null || !operation.isAwaited()) {
        continue;
      }
      String parent = execution.head().arn().id();
      if (chained.execution() == null) {
        callPlain(parent, operation);
        continue;
      }
      ExecutionArn child = ExecutionArn.parse(chained.execution()).orElseThrow();
      if (!live.containsKey(child.id())) {
        endChained(
            parent,
            operation.id(),
            store
                .head(ExecutionStore.Place.of(child))
                .map(ChainedEnd::of)
                .orElseGet(() -> ChainedEnd.failed(gone(NOT_FOUND))));
      }
    }
  }

  // Time

  private void due(String id) {
    timers.enter();
    threads.execute(() -> {
      try {
        changed(id, DueTimers::fire);
      } catch (RuntimeException e) {
        report(e);
        Execution execution = live.get(id);
        if (execution != null) {
          timers.set(id, clock.millis() + FAILURE_WAIT_MILLIS, Jump.AT_ONCE);
        }
      } finally {
        timers.leave();
      }
    });
  }

  private void jump(long millis) {
    store.keepClockOffset(clock.advanceTo(millis));
    observer.jumped(millis);
  }

  /** Forgets what is over, by the wall's clock: a fast one would forget what has just ended. */
  private void forgetInTime() throws InterruptedException {
    Instant now = Instant.now();
    long wait =
        store
            .forget(now)
            .map(next -> Duration.between(now, next).toMillis())
            .filter(millis -> millis < RETENTION_LOOK.toMillis())
            .orElse(RETENTION_LOOK.toMillis());
    TimeUnit.MILLISECONDS.sleep(Math.max(1, wait));
  }

  /**
   * Changes an execution that is in memory.
   *
   * @return whether it has not ended before
   */
  private boolean changed(String id, Consumer<Change> edit) {
    Execution execution = live.get(id);
    if (execution == null) {
      return false;
    }
    boolean open;
    execution.lock.lock();
    try {
      Change change = execution.change(clock.millis());
      open = !change.head().status().hasEnded();
      edit.accept(change);
      if (!change.isEmpty()) {
        keep(execution, change);
      }
    } finally {
      execution.lock.unlock();
    }
    settle(execution);
    return open;
  }

  // Callbacks

  public void succeedCallback(String callbackId, @Nullable String result) {
    PayloadLimit.of("CALLBACK").require(result);
    callback(
        callbackId,
        (change, operation) -> {
          Operation ended = change.endAwaited(operation, OperationStatus.SUCCEEDED, result, null);
          change.event(EventType.CALLBACK_SUCCEEDED, ended, Details.result(result));
        });
  }

  public void failCallback(String callbackId, ErrorObject error) {
    PayloadLimit.require(error);
    callback(
        callbackId,
        (change, operation) -> {
          Operation ended = change.endAwaited(operation, OperationStatus.FAILED, null, error);
          change.event(EventType.CALLBACK_FAILED, ended, Details.error(error));
        });
  }

  /** Has the next heartbeat be due later, where heartbeats are expected. */
  public void heartbeatCallback(String callbackId) {
    callback(
        callbackId,
        (change, operation) -> {
          Integer seconds = operation.heartbeatSeconds();
          if (seconds != null) {
            change.replace(
                operation.with().heartbeatDueMillis(change.nowMillis() + 1000L * seconds).build());
          }
        });
  }

  private interface CallbackEdit {
    void edit(Change change, Operation operation);
  }

  private void callback(String callbackId, CallbackEdit edit) {
    Tokens.Callback callback =
        Tokens.callback(callbackId).orElseThrow(() -> Rejected.invalid("Invalid callback id"));
    boolean open =
        changed(
            callback.executionId(),
            change -> {
              DueTimers.fire(change); // what is too late is so already
              Operation operation = change.find(callback.operationId());
              if (operation == null
                  || !operation.isAwaited()
                  || !callbackId.equals(operation.callbackId())
                  || change.head().status().hasEnded()) {
                throw callbackClosed();
              }
              edit.edit(change, operation);
            });
    if (!open) {
      throw callbackClosed();
    }
  }

  private static Rejected callbackClosed() {
    return new Rejected(
        Rejected.Reason.CALLBACK_CLOSED, "The callback is either timed out or already completed");
  }

  // Stop, pause, resume, delete

  /** Ends an execution, and returns when it has ended. */
  public long stop(ExecutionArn arn, @Nullable ErrorObject error) {
    ErrorObject given = error == null ? ErrorObject.EMPTY : error;
    changed(
        open(arn),
        change -> {
          if (!change.head().status().hasEnded()) {
            change.end(ExecutionStatus.STOPPED, null, given);
          }
        });
    Long ended = head(arn).endMillis();
    return ended == null ? clock.millis() : ended;
  }

  /**
   * Has the function not be invoked any more until {@link #resume(ExecutionArn, String, String)};
   * an invocation that runs goes on until its next checkpoint.
   */
  public void pause(
      ExecutionArn arn,
      @Nullable String reason,
      boolean timeoutPaused,
      @Nullable String clientToken) {
    changedBy(
        arn,
        "pause",
        clientToken,
        change -> {
          if (change.head().status() != ExecutionStatus.RUNNING) {
            return false;
          }
          change.head(edit ->
              edit.status(ExecutionStatus.PAUSING)
                  .pause(new ExecutionHead.Pause(change.nowMillis(), reason, timeoutPaused, null)));
          Execution execution = live.get(arn.id());
          if (execution == null || execution.running() == null) {
            change.pause();
          }
          return true;
        });
  }

  public void resume(ExecutionArn arn, @Nullable String reason, @Nullable String clientToken) {
    changedBy(
        arn,
        "resume",
        clientToken,
        change -> {
          ExecutionStatus status = change.head().status();
          if (status != ExecutionStatus.PAUSED && status != ExecutionStatus.PAUSING) {
            return false;
          }
          change.become(change.head().resumed(change.nowMillis()));
          if (status == ExecutionStatus.PAUSED) {
            var details =
                Details.none().put("ResumeRequestTimestamp", Details.seconds(change.nowMillis()));
            if (reason != null) {
              details.setAll(Details.payload("Reason", reason));
            }
            change.executionEvent(EventType.EXECUTION_RESUMED, details);
          }
          return true;
        });
  }

  /**
   * @param clientToken by which the same request is known when it comes again; then it is done
   * @param edit returns whether the execution is in a state for it
   */
  private void changedBy(
      ExecutionArn arn, String what, @Nullable String clientToken, Predicate<Change> edit) {
    String known = clientToken == null ? null : what + ":" + clientToken;
    boolean open =
        changed(
            open(arn),
            change -> {
              if (change.head().status().hasEnded()
                  || known != null && known.equals(change.head().clientToken())) {
                return;
              }
              if (!edit.test(change)) {
                throw conflict(what, change.head().status());
              }
              change.head(head -> head.clientToken(known));
            });
    if (!open) {
      throw conflict(what, head(arn).status());
    }
  }

  private static Rejected conflict(String what, ExecutionStatus status) {
    return new Rejected(
        Rejected.Reason.CONFLICT,
        "Cannot %s a durable execution in status %s.".formatted(what, status));
  }

  /** Forgets an execution that has ended, and returns when that was asked for. */
  public long delete(ExecutionArn arn) {
    ExecutionHead head = head(arn);
    if (!head.status().hasEnded()) {
      throw conflict("delete", head.status());
    }
    store.remove(ExecutionStore.Place.of(arn));
    live.remove(arn.id());
    return clock.millis();
  }

  /** Returns the id of an execution that there is. */
  private String open(ExecutionArn arn) {
    return head(arn).arn().id();
  }

  // What there is to tell

  /** Returns what there is to say about an execution as a whole. */
  public ExecutionHead head(ExecutionArn arn) {
    Execution execution = live.get(arn.id());
    Optional<ExecutionHead> head =
        execution == null
            ? store.head(ExecutionStore.Place.of(arn))
            : Optional.of(current(execution));
    return head.filter(found -> found.arn().equals(arn))
        .orElseThrow(() -> new Rejected(Rejected.Reason.NOT_FOUND, NOT_FOUND));
  }

  private static ExecutionHead current(Execution execution) {
    execution.lock.lock();
    try {
      return execution.head();
    } finally {
      execution.lock.unlock();
    }
  }

  /** Returns what an execution was given. */
  public Optional<String> input(ExecutionArn arn) {
    return store
        .first(ExecutionStore.Place.of(head(arn).arn()))
        .flatMap(first -> Optional.ofNullable(first.input()));
  }

  /**
   * Returns a part of the history.
   *
   * @param maxItems 0 for the default
   */
  public Page<HistoryEvent> history(
      ExecutionArn arn, @Nullable String marker, int maxItems, boolean newestFirst) {
    long last = head(arn).events();
    int size = Page.size(maxItems);
    long step = newestFirst ? -1 : 1;
    long id = Page.number(marker, newestFirst ? (int) last : 1);
    List<Long> ids = new ArrayList<>();
    for (; ids.size() < size && id >= 1 && id <= last; id += step) {
      ids.add(id);
    }
    boolean more = id >= 1 && id <= last;
    return new Page<>(
        store.events(ExecutionStore.Place.of(arn), ids), more ? Long.toString(id) : null);
  }

  /** Returns a part of the executions of a function. */
  public Page<ExecutionHead> list(ListRequest request) {
    return store.list(request);
  }

  /** Ends all work; the executions go on when the store is opened again. */
  @Override
  public void close() {
    closed = true;
    timers.close();
    threads.shutdownNow();
    ThreadsEnd.await(threads, CLOSE_PATIENCE, "durable executions");
  }
}
