package thaw.environment.runtimeapi;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
public final class RuntimeSession implements RuntimeConversation {
  /** What a runtime process is started for. */
  public enum Purpose {
    /** To serve, by itself. */
    SERVE,
    /** To be dumped when it is initialised; {@code restore/next} is not answered. */
    BE_DUMPED,
    /** To serve, restored from a dump; {@code restore/next} is answered at once. */
    SERVE_RESTORED
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final RuntimeEventQueue events = new RuntimeEventQueue(lock);
  private final NextCalls calls = new NextCalls(events::failed);
  private final Purpose purpose;
  private RuntimeState state = RuntimeState.STARTING;
  private long restoredNanos;
  private boolean restoreAwaited;
  private @Nullable NextInvocation current;
  private @Nullable Runnable whenReady; // who brings the next call runs it
  private int heldUp; // answers that wait for memory of ours

  public RuntimeSession(Purpose purpose) {
    this.purpose = purpose;
  }

  @Override
  public RuntimeEventQueue events() {
    return events;
  }

  @Override
  public boolean knowsRestore() {
    return purpose != Purpose.SERVE;
  }

  /**
   * A restored runtime asks again: its connection is another one, and the client library repeats a
   * request whose connection ended.
   */
  @Override
  public @Nullable StatusResponse restoreNext(Runnable reply) {
    lock.lock();
    try {
      if (state != RuntimeState.STARTING) {
        return state.refusing("RuntimeRestoreReady");
      }
      if (purpose == Purpose.BE_DUMPED) {
        restoreAwaited = true;
        events.add(new RuntimeEvent.RestoreAwaited(System.nanoTime()));
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

  @Override
  public long restoredNanos() {
    lock.lock();
    try {
      return restoredNanos;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable StatusResponse next(Consumer<NextInvocation> reply, BooleanSupplier isAwaited) {
    @Nullable NextInvocation again = null;
    @Nullable Runnable ready = null;
    lock.lock();
    try {
      switch (state) {
        case STARTING, ANSWERED -> {
          state = RuntimeState.IDLE;
          calls.add(reply, isAwaited);
          events.add(new RuntimeEvent.NextCalled(System.nanoTime()));
          ready = whenReady;
          whenReady = null;
        }
        case IDLE -> {
          calls.add(reply, isAwaited);
          return null;
        }
        case RUNNING -> again = current; // it gets that event again
        case STREAMING, INIT_FAILED, ENDED -> {
          return state.refusing("RuntimeReady");
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

  @Override
  public void makeRoom(String requestId, long bytes) throws InterruptedException {
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

  @Override
  public boolean isHeldUp() {
    lock.lock();
    try {
      return heldUp > 0;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The runtime is told before the environment's owner is woken up: it is what the next request
   * waits for.
   */
  @Override
  public void respond(
      String requestId, long firstNanos, byte[] body, Consumer<StatusResponse> onStatus) {
    long now = System.nanoTime();
    if (body.length > PayloadLimits.RESPONSE_BYTES) {
      onStatus.accept(
          answer(requestId, "RuntimeResponseSent", new RuntimeEvent.ResponseTooLarge(now)));
      return;
    }
    NextInvocation answered = null;
    StatusResponse refusal;
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
      onStatus.accept(Objects.requireNonNull(refusal));
      return;
    }
    boolean small = body.length <= PayloadLimits.SMALL_BYTES;
    if (small) {
      try {
        answered.onBody().accept(body);
      } catch (RuntimeException e) {
        // A caller who has gone away does not end the function.
      }
    }
    // Before it is told: the runtime's next call may come on another connection.
    events.addUnnoticed(new RuntimeEvent.Responded(firstNanos, now, body, small));
    try {
      onStatus.accept(StatusResponse.ACCEPTED);
    } finally {
      events.wakeOwner();
    }
  }

  /** Guarded by {@code lock}. An idle environment keeps no event. */
  private void becomeAnswered() {
    state = RuntimeState.ANSWERED;
    current = null;
  }

  @Override
  public StreamStart beginStream(String requestId) {
    lock.lock();
    try {
      StatusResponse refusal = refusal(requestId, "RuntimeResponding");
      if (refusal != null) {
        return new StreamStart.Refused(refusal);
      }
      state = RuntimeState.STREAMING;
      return Objects.requireNonNull(current).invocation().stream()
          .<StreamStart>map(StreamStart.Live::new)
          .orElseGet(StreamStart.Buffered::new);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public StatusResponse endStream(String requestId, RuntimeEvent end) {
    lock.lock();
    try {
      return state == RuntimeState.STREAMING ? taken(end) : state.refusing("RuntimeResponseSent");
    } finally {
      lock.unlock();
    }
  }

  /** Guarded by {@code lock}. */
  private StatusResponse taken(RuntimeEvent answer) {
    becomeAnswered();
    events.add(answer);
    return answer instanceof RuntimeEvent.ResponseTooLarge
        ? StatusResponse.TOO_LARGE
        : StatusResponse.ACCEPTED;
  }

  @Override
  public StatusResponse fail(String requestId, @Nullable String type, byte[] body) {
    return answer(
        requestId,
        "RuntimeInvocationErrorResponse",
        new RuntimeEvent.ErrorReported(System.nanoTime(), FunctionError.acceptedType(type), body));
  }

  private StatusResponse answer(String requestId, String target, RuntimeEvent event) {
    lock.lock();
    try {
      StatusResponse refusal = refusal(requestId, target);
      return refusal == null ? taken(event) : refusal;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable StatusResponse refusal(String requestId, String target) {
    if (state != RuntimeState.RUNNING) {
      return state == RuntimeState.ANSWERED || state == RuntimeState.IDLE
          ? StatusResponse.INVALID_REQUEST_ID
          : state.refusing(target);
    }
    return current == null || !current.invocation().requestId().equals(requestId)
        ? StatusResponse.INVALID_REQUEST_ID
        : null;
  }

  @Override
  public StatusResponse failInit(@Nullable String type, byte[] body) {
    lock.lock();
    try {
      if (state != RuntimeState.STARTING) {
        return state.refusing("InitError");
      }
      state = RuntimeState.INIT_FAILED;
      String accepted = FunctionError.acceptedType(type);
      events.add(new RuntimeEvent.InitErrorReported(System.nanoTime(), accepted, body));
      return StatusResponse.ACCEPTED;
    } finally {
      lock.unlock();
    }
  }

  // ---- the platform's side ----

  /** Gives the idle runtime an event; does nothing when it has ended since it asked for one. */
  public void offer(NextInvocation next) {
    List<NextCalls.Waiting> waiting;
    lock.lock();
    try {
      if (state == RuntimeState.ENDED) {
        return; // whoever awaits the next event learns of it
      }
      if (state != RuntimeState.IDLE) {
        throw new IllegalStateException("the runtime is not idle: " + state);
      }
      current = next;
      state = RuntimeState.RUNNING;
      waiting = calls.take();
    } finally {
      lock.unlock();
    }
    calls.write(waiting, next);
  }

  /**
   * Has a step run as soon as the runtime is ready after its answer: by the thread that brings its
   * call, or at once by this one. When the runtime never is ready the step is not run.
   */
  public void whenReady(Runnable step) {
    lock.lock();
    try {
      if (state == RuntimeState.ANSWERED) {
        whenReady = step;
        return;
      }
      if (state != RuntimeState.IDLE) {
        return;
      }
    } finally {
      lock.unlock();
    }
    step.run();
  }

  @Override
  public void exited(int exitCode) {
    lock.lock();
    try {
      state = RuntimeState.ENDED;
      calls.clear();
      whenReady = null;
      events.addExit(new RuntimeEvent.Exited(System.nanoTime(), exitCode));
    } finally {
      lock.unlock();
    }
  }
}
