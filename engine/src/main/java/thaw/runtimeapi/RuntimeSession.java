package thaw.runtimeapi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
 * those below it by the one thread that owns the environment.
 *
 * <p>No thread waits in {@code next}: the event is written to the runtime by the thread that offers
 * it. Waking another one up would cost a warm invocation some 30 microseconds.
 */
public final class RuntimeSession extends RuntimeConversation {
  /** Tells what a runtime process is started for. */
  public enum Purpose {
    /** The process serves requests; it is neither dumped nor restored. */
    SERVE,
    /** The process is dumped when it is initialised; {@code restore/next} is not answered. */
    BE_DUMPED,
    /**
     * The process serves requests, restored from a dump or as if it were; {@code restore/next} is
     * answered at once.
     */
    SERVE_RESTORED
  }

  private final Purpose purpose;
  private long restoredNanos;
  private boolean restoreAwaited;
  private @Nullable NextInvocation current;
  private @Nullable Runnable whenReady; // who brings the next call runs it
  private int heldUp; // answers that wait for memory of ours

  public RuntimeSession(Purpose purpose) {
    this.purpose = purpose;
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

  /** Returns whether the runtime that is to be dumped has asked for its restore. */
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

  /** The request that runs. */
  private final class Current implements Answering {
    private final NextInvocation event;

    Current(NextInvocation event) {
      this.event = event;
    }

    @Override
    public void body(byte[] body) {
      event.onBody().accept(body);
    }

    @Override
    public void note(RuntimeEvent answer) {
      events.addUnnoticed(answer);
    }

    @Override
    public void tell(RuntimeEvent answer) {
      events.wakeOwner();
    }
  }

  /** An idle environment keeps no event. */
  @Override
  Answering take(String requestId) {
    Answering answering = new Current(Objects.requireNonNull(current));
    state = RuntimeState.ANSWERED;
    current = null;
    return answering;
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
      return StreamStart.of(Objects.requireNonNull(current).invocation());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public StatusResponse endStream(String requestId, RuntimeEvent end) {
    Answering answering;
    lock.lock();
    try {
      if (state != RuntimeState.STREAMING) {
        return state.refusing("RuntimeResponseSent");
      }
      answering = noted(requestId, end);
    } finally {
      lock.unlock();
    }
    return told(answering, end);
  }

  @Override
  @Nullable StatusResponse refusal(String requestId, String target) {
    if (state != RuntimeState.RUNNING) {
      return state == RuntimeState.ANSWERED || state == RuntimeState.IDLE
          ? StatusResponse.INVALID_REQUEST_ID
          : state.refusing(target);
    }
    return current == null || !current.invocation().requestId().equals(requestId)
        ? StatusResponse.INVALID_REQUEST_ID
        : null;
  }

  // ---- the platform's side ----

  /**
   * Returns whether the idle runtime has not ended. The end of its connection is mostly the first
   * news of an end; then that of the process is waited for, so long at most.
   */
  public boolean livesOn(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      if (events.isOver() || calls.areAwaited()) {
        return !events.isOver();
      }
    } finally {
      lock.unlock();
    }
    return !events.endsWithin(patience); // a runtime may ask again on another connection
  }

  /**
   * Gives the idle runtime an event.
   *
   * @return false when it, or an extension, has ended since it asked for one: it never has the
   *     event, and whoever awaits what happens next learns of the end
   */
  public boolean offer(NextInvocation next) {
    List<NextCalls.Waiting> waiting;
    lock.lock();
    try {
      if (events.isOver()) {
        return false;
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
    return true;
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
  public void exited(RuntimeExit exit) {
    lock.lock();
    try {
      state = RuntimeState.ENDED;
      calls.clear();
      whenReady = null;
      events.addExit(new RuntimeEvent.Exited(System.nanoTime(), exit));
    } finally {
      lock.unlock();
    }
  }
}
