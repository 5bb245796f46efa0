package thaw.environment.runtimeapi;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.steady.Fault;

/**
 * One runtime process's conversation with the platform: which calls are legal in which state.
 *
 * <pre>
 *              next              offer             response/error           next
 *   Starting --------> Idle -------------> Running ---------------> Answered -----> Idle
 *      |                                      | (Streaming, while a response comes in pieces)
 *      +-- init/error --> InitFailed          +---------- exit --------+-----> Ended
 * </pre>
 *
 * <p>Concurrency: the methods above the line are called by the threads of the Runtime API server,
 * those below it by the one thread that owns the environment. All state is guarded by {@code lock}.
 * Knows no HTTP.
 *
 * <p>No thread waits in {@code next}: the event is written to the runtime by the thread that offers
 * it. Waking another one up would cost a warm invocation some 30 microseconds.
 */
public final class RuntimeSession {
  /** 6 MiB and 100 bytes, as the Runtime API of AWS allows. */
  public static final int RESPONSE_LIMIT_BYTES = 6 * 1024 * 1024 + 100;

  /** Less than any socket buffer: writing it never waits for the runtime to read. */
  private static final int SMALL_PAYLOAD_BYTES = 8 * 1024;

  private static final Pattern ERROR_TYPE = Pattern.compile("(Runtime|Function)\\.[A-Z][a-zA-Z]+");

  /** What a runtime process is started for. */
  public enum Purpose {
    /** To serve, by itself. */
    SERVE,
    /** To be dumped when it is initialised; {@code restore/next} is not answered. */
    BE_DUMPED,
    /** To serve, restored from a dump; {@code restore/next} is answered at once. */
    SERVE_RESTORED
  }

  private enum State {
    STARTING("RuntimeStarted"),
    IDLE("RuntimeReady"),
    RUNNING("RuntimeRunning"),
    STREAMING("RuntimeResponding"),
    ANSWERED("RuntimeResponseSent"),
    INIT_FAILED("RuntimeInitError"),
    ENDED("RuntimeTerminated");

    private final String wireName;

    State(String wireName) {
      this.wireName = wireName;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition happened = lock.newCondition();
  private final Deque<RuntimeEvent> events = new ArrayDeque<>();
  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final Purpose purpose;
  private State state = State.STARTING;
  private long restoredNanos;
  private boolean restoreAwaited;
  private @Nullable Delivery current;
  private final List<Waiting> waiting = new ArrayList<>(); // calls of next
  private @Nullable Runnable whenReady; // who brings the next call runs it
  private @Nullable Throwable fault; // ours
  private int heldUp; // answers that wait for memory of ours

  /** A call of next; its connection may end before there is an event. */
  private record Waiting(Consumer<Delivery> reply, BooleanSupplier isAwaited) {}

  /**
   * @param invocation the event
   * @param deadlineEpochMillis when it times out, for the runtime's {@code getRemainingTime}
   * @param traceId X-Ray's header
   * @param caller gets a small response at once, by the thread that brings it
   */
  public record Delivery(
      Invocation invocation, long deadlineEpochMillis, String traceId, Consumer<byte[]> caller) {}

  public RuntimeSession(Purpose purpose) {
    this.purpose = purpose;
  }

  /** The calls about restoring exist for functions with snapshots only. */
  boolean knowsRestore() {
    return purpose != Purpose.SERVE;
  }

  /**
   * {@code GET /runtime/restore/next}. A restored runtime asks again: its connection is another
   * one, and the client library repeats a request whose connection ended.
   *
   * @return null, or why there will be no reply
   */
  @Nullable Verdict restoreNext(Runnable reply) {
    lock.lock();
    try {
      if (state != State.STARTING) {
        return Verdict.invalidTransition(state.wireName, "RuntimeRestoreReady");
      }
      if (purpose == Purpose.BE_DUMPED) {
        restoreAwaited = true;
        add(new RuntimeEvent.RestoreAwaited(System.nanoTime()));
        return null;
      }
      restoredNanos = System.nanoTime();
    } finally {
      lock.unlock();
    }
    reply.run();
    return null;
  }

  /** Whether the runtime that is to be dumped has asked for its restore. */
  public boolean isRestoreAwaited() {
    lock.lock();
    try {
      return restoreAwaited;
    } finally {
      lock.unlock();
    }
  }

  /** When the restored runtime was first heard; 0 before. */
  public long restoredNanos() {
    lock.lock();
    try {
      return restoredNanos;
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@code GET /runtime/invocation/next}: the reply comes when there is an event.
   *
   * @param reply writes the event to the runtime; called now or later, by this thread or by another
   * @param isAwaited whether the call's connection still is there
   * @return null, or why there will be no event
   */
  @Nullable Verdict next(Consumer<Delivery> reply, BooleanSupplier isAwaited) {
    @Nullable Delivery again = null;
    @Nullable Runnable ready = null;
    lock.lock();
    try {
      switch (state) {
        case STARTING, ANSWERED -> {
          state = State.IDLE;
          await(reply, isAwaited);
          add(new RuntimeEvent.NextCalled(System.nanoTime()));
          ready = whenReady;
          whenReady = null;
        }
        case IDLE -> {
          await(reply, isAwaited);
          return null;
        }
        case RUNNING -> again = current; // it gets that event again
        case STREAMING, INIT_FAILED, ENDED -> {
          return Verdict.invalidTransition(state.wireName, "RuntimeReady");
        }
      }
    } finally {
      lock.unlock();
    }
    if (again != null) {
      reply.accept(again);
    }
    if (ready != null) {
      ready.run();
    }
    return null;
  }

  /**
   * Before a large response is read: waits for memory. Meanwhile the runtime is not late.
   *
   * @throws RuntimeException when there is none
   */
  void makeRoom(String requestId, long bytes) throws InterruptedException {
    AnswerRoom room;
    lock.lock();
    try {
      if (current == null || !current.invocation().requestId().equals(requestId)) {
        return; // it will be refused
      }
      room = current.invocation().room();
      heldUp++;
    } finally {
      lock.unlock();
    }
    try {
      room.make(bytes);
    } finally {
      lock.lock();
      try {
        heldUp--;
      } finally {
        lock.unlock();
      }
    }
  }

  /** Whether the runtime has an answer that we cannot take yet. */
  public boolean isHeldUp() {
    lock.lock();
    try {
      return heldUp > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Guarded by {@code lock}. A runtime may give up its call and ask again, for ever. */
  private void await(Consumer<Delivery> reply, BooleanSupplier isAwaited) {
    waiting.removeIf(each -> !each.isAwaited().getAsBoolean());
    waiting.add(new Waiting(reply, isAwaited));
  }

  /**
   * {@code POST /runtime/invocation/{id}/response}, whole.
   *
   * @param firstNanos when its first byte came
   * @param runtime gets the verdict, before the environment's owner is woken up: the runtime is
   *     what the next request waits for
   */
  void respond(String requestId, long firstNanos, byte[] body, Consumer<Verdict> runtime) {
    long now = System.nanoTime();
    if (body.length > RESPONSE_LIMIT_BYTES) {
      runtime.accept(
          answer(requestId, "RuntimeResponseSent", new RuntimeEvent.ResponseTooLarge(now)));
      return;
    }
    Delivery answered = null;
    Verdict refusal;
    lock.lock();
    try {
      refusal = refusal(requestId, "RuntimeResponseSent");
      if (refusal == null) {
        answered = Objects.requireNonNull(current);
        becomeAnswered();
      }
    } finally {
      lock.unlock();
    }
    if (answered == null) {
      runtime.accept(Objects.requireNonNull(refusal));
      return;
    }
    boolean small = body.length <= SMALL_PAYLOAD_BYTES;
    if (small) {
      try {
        answered.caller().accept(body);
      } catch (RuntimeException e) {
        // A caller who has gone away does not end the function.
      }
    }
    lock.lock();
    try { // before the verdict: the runtime's next call may come on another connection
      events.addLast(new RuntimeEvent.Responded(firstNanos, now, body, small));
    } finally {
      lock.unlock();
    }
    try {
      runtime.accept(Verdict.ACCEPTED);
    } finally {
      wakeOwner();
    }
  }

  /** Guarded by {@code lock}. An idle environment keeps no event. */
  private void becomeAnswered() {
    state = State.ANSWERED;
    current = null;
  }

  /** Guarded by {@code lock}. */
  private void add(RuntimeEvent event) {
    events.addLast(event);
    happened.signal();
  }

  private void wakeOwner() {
    lock.lock();
    try {
      happened.signal();
    } finally {
      lock.unlock();
    }
  }

  /** What to do with a response that the runtime is about to stream. */
  sealed interface StreamStart {
    /** The caller takes it piece by piece. */
    record Live(ResponseStream target) implements StreamStart {}

    /** The caller wants it as a whole. */
    record Buffered() implements StreamStart {}

    record Refused(Verdict why) implements StreamStart {}
  }

  /** The head of a streamed {@code POST /runtime/invocation/{id}/response}. */
  StreamStart beginStream(String requestId) {
    lock.lock();
    try {
      Verdict refusal = refusal(requestId, "RuntimeResponding");
      if (refusal != null) {
        return new StreamStart.Refused(refusal);
      }
      state = State.STREAMING;
      return Objects.requireNonNull(current).invocation().stream()
          .<StreamStart>map(StreamStart.Live::new)
          .orElseGet(StreamStart.Buffered::new);
    } finally {
      lock.unlock();
    }
  }

  /** The end of a stream that its caller has taken. */
  Verdict endStream(long firstNanos, long bytes, Optional<InvocationOutcome.Failure> error) {
    return ended(new RuntimeEvent.Streamed(firstNanos, System.nanoTime(), bytes, error));
  }

  /** The end of a stream whose caller wants it as a whole. */
  Verdict endStream(long firstNanos, byte[] body, Optional<InvocationOutcome.Failure> error) {
    long now = System.nanoTime();
    if (error.isPresent()) {
      return ended(new RuntimeEvent.ErrorReported(now, error.get().type(), error.get().payload()));
    }
    return ended(
        body.length > RESPONSE_LIMIT_BYTES
            ? new RuntimeEvent.ResponseTooLarge(now)
            : new RuntimeEvent.Responded(firstNanos, now, body, false));
  }

  private Verdict ended(RuntimeEvent event) {
    lock.lock();
    try {
      if (state != State.STREAMING) {
        return Verdict.invalidTransition(state.wireName, "RuntimeResponseSent");
      }
      becomeAnswered();
      add(event);
      return event instanceof RuntimeEvent.ResponseTooLarge ? Verdict.TOO_LARGE : Verdict.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  /** {@code POST /runtime/invocation/{id}/error}. */
  Verdict fail(String requestId, @Nullable String type, byte[] body) {
    return answer(
        requestId,
        "RuntimeInvocationErrorResponse",
        new RuntimeEvent.ErrorReported(System.nanoTime(), accepted(type), body));
  }

  private Verdict answer(String requestId, String target, RuntimeEvent event) {
    lock.lock();
    try {
      Verdict refusal = refusal(requestId, target);
      if (refusal != null) {
        return refusal;
      }
      becomeAnswered();
      add(event);
      return event instanceof RuntimeEvent.ResponseTooLarge ? Verdict.TOO_LARGE : Verdict.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Verdict refusal(String requestId, String target) {
    if (state != State.RUNNING) {
      return state == State.ANSWERED || state == State.IDLE
          ? Verdict.INVALID_REQUEST_ID
          : Verdict.invalidTransition(state.wireName, target);
    }
    return current == null || !current.invocation().requestId().equals(requestId)
        ? Verdict.INVALID_REQUEST_ID
        : null;
  }

  /** {@code POST /runtime/init/error}. */
  Verdict failInit(@Nullable String type, byte[] body) {
    lock.lock();
    try {
      if (state != State.STARTING) {
        return Verdict.invalidTransition(state.wireName, "InitError");
      }
      state = State.INIT_FAILED;
      add(new RuntimeEvent.InitErrorReported(System.nanoTime(), accepted(type), body));
      return Verdict.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  private static String accepted(@Nullable String type) {
    return type != null && ERROR_TYPE.matcher(type).matches() ? type : "Runtime.Unknown";
  }

  /** Waits for the end of the process, so long at most; false when it lives on. */
  boolean endsWithin(Duration patience) throws InterruptedException {
    try {
      end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an end that failed", e);
    }
  }

  // ---- the platform's side ----

  /** Gives the idle runtime an event; does nothing when it has ended since it asked for one. */
  public void offer(Delivery delivery) {
    List<Waiting> replies;
    lock.lock();
    try {
      if (state == State.ENDED) {
        return; // whoever awaits the next event learns of it
      }
      if (state != State.IDLE) {
        throw new IllegalStateException("the runtime is not idle: " + state);
      }
      current = delivery;
      state = State.RUNNING;
      replies = List.copyOf(waiting);
      waiting.clear();
    } finally {
      lock.unlock();
    }
    // Who asks twice at once is no runtime that reads: it must not keep this thread.
    if (replies.size() == 1 && delivery.invocation().payload().length <= SMALL_PAYLOAD_BYTES) {
      replies.forEach(reply -> reply(reply, delivery));
    } else {
      Thread.ofVirtual()
          .name("event")
          .start(() -> replies.forEach(reply -> reply(reply, delivery)));
    }
  }

  private void reply(Waiting to, Delivery delivery) {
    try {
      to.reply().accept(delivery);
    } catch (RuntimeException e) {
      // The runtime has closed its connection: it ends, asks again, or time runs out.
    } catch (Error e) {
      failed(e); // the runtime has no event, and is not to be blamed for it
    }
  }

  /** A fault of ours has ended a call of the runtime's, or part of it. */
  void failed(Throwable why) {
    lock.lock();
    try {
      if (fault == null) {
        fault = why;
      }
      happened.signal();
    } finally {
      lock.unlock();
    }
  }

  /** False when a fault of ours may have left runtime and platform with different beliefs. */
  public boolean isSound() {
    lock.lock();
    try {
      return fault == null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Fault when what the runtime does, or does not, may be our fault
   */
  public void requireSound() {
    lock.lock();
    try {
      if (fault != null) {
        throw new Fault("Thaw failed to serve the function's runtime: " + fault, fault);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has a step run as soon as the runtime is ready after its answer: by the thread that brings its
   * call, or at once by this one. When the runtime never is ready the step is not run.
   */
  public void whenReady(Runnable step) {
    lock.lock();
    try {
      if (state == State.ANSWERED) {
        whenReady = step;
        return;
      }
      if (state != State.IDLE) {
        return;
      }
    } finally {
      lock.unlock();
    }
    step.run();
  }

  /** The runtime process has ended; its connections have, too. */
  public void exited(int exitCode) {
    lock.lock();
    try {
      state = State.ENDED;
      waiting.clear();
      whenReady = null;
      add(new RuntimeEvent.Exited(System.nanoTime(), exitCode));
      end.complete(exitCode);
    } finally {
      lock.unlock();
    }
  }

  /** An extension has failed, which ends whatever is awaited. */
  public void extensionFailed(ExtensionFailure failure) {
    lock.lock();
    try {
      add(new RuntimeEvent.ExtensionFailed(failure));
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next event, or null when none came in time.
   *
   * @throws Fault as {@link #requireSound}
   */
  public @Nullable RuntimeEvent await(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lockInterruptibly();
    try {
      while (events.isEmpty() && fault == null && left > 0) {
        left = happened.awaitNanos(left);
      }
      requireSound();
      return events.pollFirst();
    } finally {
      lock.unlock();
    }
  }
}
