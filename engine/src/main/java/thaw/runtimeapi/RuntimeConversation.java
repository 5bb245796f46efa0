package thaw.runtimeapi;

import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves what a runtime process calls, and has what the platform's two kinds of environments need
 * of it: one request at a time ({@link RuntimeSession}), or many ({@link SharedSession}). Knows no
 * HTTP.
 *
 * <p>One lock guards all of its state. Under it nothing is written to a runtime, and nobody is told
 * of an answer.
 */
public abstract sealed class RuntimeConversation permits RuntimeSession, SharedSession {
  final ReentrantLock lock = new ReentrantLock();
  final RuntimeEventQueue events = new RuntimeEventQueue(lock);
  final NextCalls calls = new NextCalls(events::failed);
  RuntimeState state = RuntimeState.STARTING; // guarded by lock

  /** One that waits for the answer to a request; called by the thread that brings it. */
  interface Answering {
    /**
     * Takes a small response straight away. A caller who has gone away is no reason to throw: what
     * is thrown is a fault of ours.
     */
    void body(byte[] body);

    /**
     * Notes the answer before the runtime is told, whose next call may come on another connection.
     */
    void note(RuntimeEvent answer);

    /**
     * Hands the answer on, which is what the next request waits for. By then the runtime has been
     * told of a response that came whole; of other answers it is told afterwards.
     */
    void tell(RuntimeEvent answer);
  }

  /** Returns the events of the runtime, for the one thread that owns the environment. */
  public final RuntimeEventQueue events() {
    return events;
  }

  /** The calls about restoring exist for functions with snapshots only. */
  boolean knowsRestore() {
    return false;
  }

  /**
   * {@code GET /runtime/restore/next}.
   *
   * @return null, or why there will be no reply
   */
  @Nullable StatusResponse restoreNext(Runnable reply) {
    return StatusResponse.invalidTransition("RuntimeStarted", "RuntimeRestoreReady");
  }

  /**
   * Returns the time in ns at which the restored runtime was first heard; 0 before, and for one
   * that was started.
   */
  public long restoredNanos() {
    return 0;
  }

  /**
   * {@code GET /runtime/invocation/next}: the reply comes when there is an event.
   *
   * @param reply writes the event to the runtime; called now or later, by this thread or by another
   * @param isAwaited whether the call's connection still is there
   * @return null, or why there will be no event
   */
  abstract @Nullable StatusResponse next(Consumer<NextInvocation> reply, BooleanSupplier isAwaited);

  /**
   * Waits for memory before a large response is read. Meanwhile the runtime is not late.
   *
   * @throws RuntimeException when there is none
   */
  abstract void makeRoom(String requestId, long bytes) throws InterruptedException;

  /** Returns whether the runtime has its only answer, and we cannot take it yet. */
  public boolean isHeldUp() {
    return false;
  }

  /**
   * {@code POST /runtime/invocation/{id}/response}, whole.
   *
   * @param firstNanos when its first byte came
   * @param onStatus gets what the runtime is told
   */
  final void respond(
      String requestId, long firstNanos, byte[] body, Consumer<StatusResponse> onStatus) {
    long now = System.nanoTime();
    if (body.length > PayloadLimits.RESPONSE_BYTES) {
      onStatus.accept(
          answer(requestId, "RuntimeResponseSent", new RuntimeEvent.ResponseTooLarge(now)));
      return;
    }
    boolean small = PayloadLimits.isSmall(body);
    RuntimeEvent answer = new RuntimeEvent.Responded(firstNanos, now, body, small);
    Answering answering = null;
    StatusResponse refusal;
    lock.lock();
    try {
      refusal = refusal(requestId, "RuntimeResponseSent");
      if (refusal == null) {
        answering = small ? take(requestId) : noted(requestId, answer);
      }
    } finally {
      lock.unlock();
    }
    if (answering == null) {
      onStatus.accept(Objects.requireNonNull(refusal));
      return;
    }
    if (small) {
      try {
        answering.body(body);
      } catch (RuntimeException | Error e) { // who waits for the answer must not do so for ever
        events.failed(e);
      }
      answering.note(answer);
    }
    try {
      onStatus.accept(StatusResponse.ACCEPTED);
    } finally {
      answering.tell(answer);
    }
  }

  /** Returns why a request cannot be answered now, null when it can; called under the lock. */
  abstract @Nullable StatusResponse refusal(String requestId, String target);

  /** Takes a request that can be answered, for good; called under the lock. */
  abstract Answering take(String requestId);

  final StatusResponse answer(String requestId, String target, RuntimeEvent answer) {
    Answering answering;
    lock.lock();
    try {
      StatusResponse refusal = refusal(requestId, target);
      if (refusal != null) {
        return refusal;
      }
      answering = noted(requestId, answer);
    } finally {
      lock.unlock();
    }
    return told(answering, answer);
  }

  /** Takes a request with its answer in one step under the lock: no end can come between. */
  final Answering noted(String requestId, RuntimeEvent answer) {
    Answering answering = take(requestId);
    answering.note(answer);
    return answering;
  }

  static StatusResponse told(Answering answering, RuntimeEvent answer) {
    answering.tell(answer);
    return answer instanceof RuntimeEvent.ResponseTooLarge
        ? StatusResponse.TOO_LARGE
        : StatusResponse.ACCEPTED;
  }

  /** Tells what to do with a response that the runtime is about to stream. */
  sealed interface StreamStart {
    /** The caller takes it piece by piece. */
    record Live(ResponseStream target) implements StreamStart {}

    /** The caller wants it as a whole. */
    record Buffered() implements StreamStart {}

    record Refused(StatusResponse why) implements StreamStart {}

    static StreamStart of(Invocation invocation) {
      return invocation.stream().<StreamStart>map(Live::new).orElseGet(Buffered::new);
    }
  }

  /** The head of a streamed {@code POST /runtime/invocation/{id}/response}. */
  abstract StreamStart beginStream(String requestId);

  /** The end of a stream, as {@link RuntimeEvent#ofStream} says. */
  abstract StatusResponse endStream(String requestId, RuntimeEvent end);

  /** {@code POST /runtime/invocation/{id}/error}. */
  final StatusResponse fail(String requestId, @Nullable String type, byte[] body) {
    return answer(
        requestId,
        "RuntimeInvocationErrorResponse",
        new RuntimeEvent.ErrorReported(System.nanoTime(), FunctionError.acceptedType(type), body));
  }

  /** {@code POST /runtime/init/error}. */
  final StatusResponse failInit(@Nullable String type, byte[] body) {
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

  /** The runtime process has ended; its connections have, too. */
  public abstract void exited(RuntimeExit exit);
}
