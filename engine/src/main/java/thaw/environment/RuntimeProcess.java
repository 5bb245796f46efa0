package thaw.environment;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.ErrorJson;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.FunctionError;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.NextInvocation;
import thaw.runtimeapi.RuntimeConversation;
import thaw.runtimeapi.RuntimeEvent;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.extensions.Barrier;
import thaw.runtimeapi.extensions.ExtensionEvent;
import thaw.runtimeapi.extensions.ExtensionsSession;
import thaw.runtimeapi.extensions.ShutdownReason;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Sandbox;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * One runtime process in its box together with its conversation. An environment has one after the
 * other: a crash or a timeout ends the process, not the environment.
 */
final class RuntimeProcess<S extends RuntimeConversation> implements AutoCloseable {
  /** 128 and SIGKILL. */
  private static final int KILLED = 137;

  private static final Duration EXIT_PATIENCE = Duration.ofSeconds(2);

  /** Every thread waits for some milliseconds. */
  private static final long FELT_WAIT_NANOS = 20_000_000;

  private final Sandbox box;
  private final EventLog eventLog;
  private final S session;
  private final Extensions extensions;
  private final Listening listening;
  private long startedNanos;
  private long readyNanos;
  private long waitedBeforeNanos;
  private boolean frozen;

  /**
   * @param session of the process that is to be started
   * @param variables of the runtime; extensions get most of them
   */
  RuntimeProcess(
      Sandbox box,
      S session,
      EnvironmentSpec spec,
      Map<String, String> variables,
      EventLog eventLog) {
    this.session = session;
    this.box = box;
    this.eventLog = eventLog;
    this.extensions =
        Extensions.park(box, spec, variables, eventLog, session.events()::extensionFailed);
    this.listening = new Listening(box, session, extensions, eventLog);
  }

  /** Starts the extensions, and without external ones the runtime at once. */
  void start() {
    waitedBeforeNanos = waitedNanos();
    startedNanos = System.nanoTime();
    if (extensions.start()) {
      startRuntime();
    }
  }

  /** Lets the parked process become the runtime. */
  private void startRuntime() {
    // Registered before the start, so that no exit can be missed.
    box.exit().thenAccept(this::exited);
    box.start();
  }

  private void exited(int exitCode) {
    RuntimeExit exit = ofExit(exitCode);
    // An internal extension lives in the runtime: what it has reported explains this end.
    extensions
        .session()
        .reportedError()
        .map(type -> new ExtensionFailure(type, exit.message(), System.nanoTime()))
        .ifPresent(session.events()::extensionFailed);
    session.exited(exit);
    extensions.session().cancel();
  }

  private RuntimeExit ofExit(int exitCode) {
    return new RuntimeExit(exitCode, exitCode == KILLED && box.ranOutOfMemory());
  }

  Extensions extensions() {
    return extensions;
  }

  /** Gives the extensions the event that the runtime is about to have. */
  void announce(NextInvocation next, String functionArn) {
    extensions
        .session()
        .invoke(
            new ExtensionEvent.Invoke(
                next.deadlineEpochMillis(),
                next.invocation().requestId(),
                functionArn,
                next.traceId()));
  }

  /** Returns whether it can have an event, now or when it is started. */
  boolean isSound() {
    return session.events().isSound() && !box.hasEnded();
  }

  /** Returns how the first process that has ended did so. */
  Optional<ExtensionFailure> firstEnd() {
    return session
        .events()
        .firstEnd()
        .or(() -> box.hasEnded() ? Optional.of(exit().asFailure()) : Optional.empty());
  }

  Sandbox box() {
    return box;
  }

  S session() {
    return session;
  }

  long startedNanos() {
    return startedNanos;
  }

  long readyNanos() {
    return readyNanos;
  }

  /** Returns the time from the start until runtime and extensions have called {@code next}. */
  Duration init() {
    return Duration.ofNanos(readyNanos - startedNanos);
  }

  /**
   * Returns how long since its start the runtime could have run and had no CPU, though it had
   * quota. Counts the thread that runs the init code, with the launcher's: the time of others is
   * lost beside it, not after it.
   */
  long hostWaitNanos() {
    long waited = waitedNanos() - waitedBeforeNanos;
    return waited < FELT_WAIT_NANOS ? 0 : Math.max(0, waited - throttledNanos());
  }

  /**
   * Returns the time that the launcher's thread and the one that runs {@code main} have waited: one
   * waits for the other.
   */
  private long waitedNanos() {
    return box.oldestThreads(2).stream().mapToLong(ThreadTimes::waitingNanos).sum();
  }

  private long throttledNanos() {
    return box.usage().throttledNanos().orElse(0);
  }

  /** CPU time that all threads have had or waited for; any thread may ask. */
  long wantedNanos() {
    return box.threads().stream()
        .mapToLong(thread -> thread.onCpuNanos() + thread.waitingNanos())
        .sum();
  }

  /** Waits until runtime and extensions ask for their first event. */
  InitOutcome awaitInit(InitLimit limit) throws InterruptedException {
    InitOutcome outcome = awaitAll(limit);
    if (outcome instanceof InitOutcome.Ready) {
      extensions.relay().closeSubscriptions();
    }
    extensions.showStates();
    return outcome;
  }

  private InitOutcome awaitAll(InitLimit limit) throws InterruptedException {
    ExtensionsSession others = extensions.session();
    if (!box.isStarted()) {
      Barrier registered = passed(others::awaitRegistered, limit);
      if (registered == Barrier.PASSED) {
        startRuntime();
      } else if (registered == Barrier.TIMED_OUT) {
        return initTimedOut();
      }
    }
    RuntimeEvent event =
        limit
            .await(deadline -> Optional.ofNullable(listening.event(deadline)), Optional::isPresent)
            .orElse(null);
    return switch (event) {
      case null -> initTimedOut();
      case RuntimeEvent.ExtensionFailed(ExtensionFailure failure) -> failure.ofInit();
      case RuntimeEvent.NextCalled next -> {
        others.closeRegistration();
        readyNanos = next.nanos();
        yield awaitExtensions(limit);
      }
      case RuntimeEvent.RestoreAwaited(long nanos) -> {
        readyNanos = nanos;
        yield new InitOutcome.Ready();
      }
      case RuntimeEvent.InitErrorReported error -> {
        end();
        yield new InitOutcome.Failed(
            error.type(), FunctionError.of(error.type(), error.body()).message(), error.body());
      }
      case RuntimeEvent.Exited(long _, RuntimeExit exit) ->
          new InitOutcome.Failed(
              exit.errorType(), exit.message(), ErrorJson.of(exit.errorType(), exit.message()));
      case RuntimeEvent.Responded _,
          RuntimeEvent.Streamed _,
          RuntimeEvent.ResponseTooLarge _,
          RuntimeEvent.ErrorReported _ ->
          throw new IllegalStateException(
              "the session let an answer through during init: " + event);
    };
  }

  private InitOutcome initTimedOut() {
    return new InitOutcome.TimedOut(Duration.ofNanos(System.nanoTime() - startedNanos));
  }

  /** The runtime is ready; the extensions may not be yet. */
  private InitOutcome awaitExtensions(InitLimit limit) throws InterruptedException {
    Barrier ready = passed(extensions.session()::awaitInitialised, limit);
    return switch (ready) {
      case PASSED -> {
        readyNanos = Math.max(readyNanos, extensions.session().lastReadyNanos());
        yield new InitOutcome.Ready();
      }
      case TIMED_OUT -> initTimedOut();
      case FAILED, CANCELLED -> ended().ofInit();
    };
  }

  private Barrier passed(Listening.Wait wait, InitLimit limit) throws InterruptedException {
    return limit.await(
        deadline -> listening.barrier(wait, deadline), barrier -> barrier != Barrier.TIMED_OUT);
  }

  /** Returns the reason why the processes have ended; to be called when one has. */
  private ExtensionFailure ended() throws InterruptedException {
    RuntimeEvent event = session.events().await(EXIT_PATIENCE);
    return switch (event) {
      case RuntimeEvent.ExtensionFailed(ExtensionFailure failure) -> failure;
      case RuntimeEvent.Exited exit -> exit.asFailure();
      case null, default -> throw new IllegalStateException("no process has ended, but: " + event);
    };
  }

  /**
   * Waits until the runtime has answered.
   *
   * @return the answer, or how the process ended instead; null when time is up
   */
  @Nullable Answered awaitAnswer(Invocation invocation, long deadlineNanos)
      throws InterruptedException {
    RuntimeEvent event = listening.event(deadlineNanos);
    return event == null ? null : Answered.by(event, invocation);
  }

  /** Waits until runtime and extensions ask for the next event; null when time is up. */
  @Nullable Ending awaitReady(Invocation invocation, Ending.Answer answer, long deadlineNanos)
      throws InterruptedException {
    RuntimeEvent event = listening.event(deadlineNanos);
    return switch (event) {
      case null -> null;
      case RuntimeEvent.NextCalled(long nanos) ->
          awaitIdle(invocation, answer, nanos, deadlineNanos);
      case RuntimeEvent.ExtensionFailed(ExtensionFailure failure) ->
          Ending.Answer.brokenBy(invocation, failure, Optional.of(answer));
      case RuntimeEvent.Exited exit ->
          Ending.Answer.brokenBy(invocation, exit, Optional.of(answer));
      case RuntimeEvent.Responded _,
          RuntimeEvent.Streamed _,
          RuntimeEvent.ResponseTooLarge _,
          RuntimeEvent.ErrorReported _,
          RuntimeEvent.RestoreAwaited _,
          RuntimeEvent.InitErrorReported _ ->
          throw new IllegalStateException("the session let a second answer through: " + event);
    };
  }

  private @Nullable Ending awaitIdle(
      Invocation invocation, Ending.Answer answer, long readyNanos, long deadlineNanos)
      throws InterruptedException {
    ExtensionsSession others = extensions.session();
    return switch (listening.barrier(others::awaitIdle, deadlineNanos)) {
      case PASSED -> new Ending.Ready(answer, Math.max(readyNanos, others.lastReadyNanos()));
      case TIMED_OUT -> null;
      case FAILED, CANCELLED -> Ending.Answer.brokenBy(invocation, ended(), Optional.of(answer));
    };
  }

  /** Passes on what the processes have printed so far. */
  void showOutput() {
    listening.showOutput();
  }

  /** Shows output as {@link Listening#showOutput(Runnable)} does. */
  void showOutput(Runnable taken) {
    listening.showOutput(taken);
  }

  /** Ends a runtime after an error that it ends upon itself: gives it a moment, then kills it. */
  private void end() throws InterruptedException {
    if (!awaitExit(EXIT_PATIENCE)) {
      box.kill();
    }
  }

  /** Returns whether the process ended in time. */
  private boolean awaitExit(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (box.isAlive()) {
      RuntimeEvent event = listening.event(deadline);
      if (event == null) {
        return false;
      }
      if (event instanceof RuntimeEvent.Exited) {
        return true;
      }
    }
    return true;
  }

  /**
   * Asks the runtime to end (SIGTERM), stopped or not; whether it did so in time and was not
   * killed.
   */
  boolean end(Duration patience) throws InterruptedException {
    box.thaw();
    frozen = false;
    box.terminate();
    return awaitExit(patience) && box.exit().getNow(KILLED) != KILLED;
  }

  /** Ends all processes, with time to finish where there are extensions. */
  void shutDown(ShutdownReason reason) throws InterruptedException {
    extensions.shutDown(reason);
    showOutput();
  }

  /**
   * Shuts down as {@link #shutDown} does where there are extensions; an interrupt shortens the time
   * that they have.
   */
  void spinDown() {
    if (!extensions.areAny()) {
      return;
    }
    thaw();
    try {
      shutDown(ShutdownReason.SPINDOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops all processes, unless they are stopped already. */
  void freeze() {
    if (!frozen) {
      box.freeze();
      frozen = true;
      eventLog.add(new PlatformEvent.Frozen());
    }
  }

  /** Lets all processes go on, if they are stopped. */
  void thaw() {
    if (goOn()) {
      eventLog.add(new PlatformEvent.Thawed());
    }
  }

  /**
   * Thaws as {@link #thaw} does, for callers who write it down themselves when it was necessary.
   */
  boolean goOn() {
    if (!frozen) {
      return false;
    }
    box.thaw();
    frozen = false;
    return true;
  }

  /** Tells how the runtime has ended, or is about to be ended. */
  RuntimeEvent.Exited exit() {
    return new RuntimeEvent.Exited(System.nanoTime(), ofExit(box.exit().getNow(KILLED)));
  }

  @Override
  public void close() {
    extensions.close();
    box.close();
  }
}
