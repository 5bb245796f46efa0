package thaw.environment.runtimeapi;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime process calls, and what the platform's two kinds of environments need of it: one
 * request at a time ({@link RuntimeSession}), or many ({@link SharedSession}). Knows no HTTP.
 */
public interface RuntimeConversation {
  /** What happens, for the one thread that owns the environment. */
  RuntimeEventQueue events();

  /** The calls about restoring exist for functions with snapshots only. */
  default boolean knowsRestore() {
    return false;
  }

  /**
   * {@code GET /runtime/restore/next}.
   *
   * @return null, or why there will be no reply
   */
  default @Nullable StatusResponse restoreNext(Runnable reply) {
    return StatusResponse.invalidTransition("RuntimeStarted", "RuntimeRestoreReady");
  }

  /** When the restored runtime was first heard; 0 before, and for one that was started. */
  default long restoredNanos() {
    return 0;
  }

  /**
   * {@code GET /runtime/invocation/next}: the reply comes when there is an event.
   *
   * @param reply writes the event to the runtime; called now or later, by this thread or by another
   * @param isAwaited whether the call's connection still is there
   * @return null, or why there will be no event
   */
  @Nullable StatusResponse next(Consumer<NextInvocation> reply, BooleanSupplier isAwaited);

  /**
   * Before a large response is read: waits for memory. Meanwhile the runtime is not late.
   *
   * @throws RuntimeException when there is none
   */
  void makeRoom(String requestId, long bytes) throws InterruptedException;

  /** Whether the runtime has its only answer, and we cannot take it yet. */
  default boolean isHeldUp() {
    return false;
  }

  /**
   * {@code POST /runtime/invocation/{id}/response}, whole.
   *
   * @param firstNanos when its first byte came
   * @param onStatus gets what the runtime is told
   */
  void respond(String requestId, long firstNanos, byte[] body, Consumer<StatusResponse> onStatus);

  /** What to do with a response that the runtime is about to stream. */
  sealed interface StreamStart {
    /** The caller takes it piece by piece. */
    record Live(ResponseStream target) implements StreamStart {}

    /** The caller wants it as a whole. */
    record Buffered() implements StreamStart {}

    record Refused(StatusResponse why) implements StreamStart {}
  }

  /** The head of a streamed {@code POST /runtime/invocation/{id}/response}. */
  StreamStart beginStream(String requestId);

  /** The end of a stream, as {@link RuntimeEvent#ofStream} says. */
  StatusResponse endStream(String requestId, RuntimeEvent end);

  /** {@code POST /runtime/invocation/{id}/error}. */
  StatusResponse fail(String requestId, @Nullable String type, byte[] body);

  /** {@code POST /runtime/init/error}. */
  StatusResponse failInit(@Nullable String type, byte[] body);

  /** The runtime process has ended; its connections have, too. */
  void exited(int exitCode);
}
