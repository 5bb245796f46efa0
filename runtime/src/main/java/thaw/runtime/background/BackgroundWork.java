package thaw.runtime.background;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import thaw.runtime.Lifecycle;

/**
 * Events that are published at once, sent in batches, and not lost when Lambda freezes or ends the
 * environment. When they are sent is a policy that is said aloud:
 *
 * <pre>{@code
 * private static final BackgroundWork METRICS =
 *     BackgroundWork.to(HttpSink.post("https://metrics.example/v1").build())
 *         .flushBeforeResponse(Duration.ofMillis(200))
 *         .start();
 *
 * public Answer handleRequest(Order order, Context context) {
 *   try (BackgroundWork.Invocation invocation =
 *       METRICS.invocation(context.getAwsRequestId(), context.getRemainingTimeInMillis())) {
 *     METRICS.publish(event);
 *     return answer;
 *   }
 * }
 * }</pre>
 *
 * <p>{@code thaw.runtime.Main} says itself when a handler has ended and when its response has left:
 * with it an invocation need not be told of ({@link #invocation}) but for {@link
 * Policy#failIncomplete}, and no extension holds the freeze. With any other client it must be.
 *
 * <p>What each policy loses is in {@code docs/background.md}. Start it in a static field or in the
 * handler's constructor: extensions register while a function is initialised or never.
 *
 * <p>For any thread. Nothing is dropped without being counted ({@link #counts}) and reported
 * ({@link Policy#notices}); of what a killed process held nobody can tell.
 */
public final class BackgroundWork {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Policy policy;
  private final Outbox outbox;
  final Flusher flusher;

  /** Whether the runtime client says when a handler has ended and when its response has left. */
  private final boolean told;

  private final @Nullable InternalExtension extension;

  BackgroundWork(Policy policy) {
    this.policy = policy;
    this.outbox =
        new Outbox(
            policy.sink,
            new Outbox.Room(
                policy.events,
                policy.bytes,
                policy.batchEvents,
                policy.batchBytes,
                policy.overflow,
                policy.blockNanos));
    this.flusher =
        new Flusher(
            outbox, policy.beforeNanos, policy.afterNanos, policy.shutdownNanos, policy.notices);
    boolean turns = policy.beforeNanos > 0 || policy.afterNanos > 0 || policy.shutdownNanos > 0;
    this.told = turns && Lifecycle.register(flusher);
    this.extension =
        policy.shutdownNanos > 0 || (policy.afterNanos > 0 && !told) ? registered() : null;
  }

  /** Begins a policy for events that go to a sink. */
  public static Policy to(Sink sink) {
    return new Policy(sink);
  }

  private @Nullable InternalExtension registered() {
    String api = System.getenv("AWS_LAMBDA_RUNTIME_API");
    String address = policy.api == null ? api : policy.api;
    if (address == null) {
      flusher.tell("there is no Extensions API here" + consequence());
      return null;
    }
    try {
      return InternalExtension.register(
          flusher, address, policy.name, policy.afterNanos > 0 && !told, policy.graceMillis);
    } catch (IOException e) {
      flusher.tell(e.getMessage() + consequence());
      return null;
    }
  }

  private String consequence() {
    return policy.afterNanos > 0 && !told
        ? ": events are sent before each response"
        : ": Lambda will not say when the environment ends";
  }

  /** Starts the threads, after the constructor: they have this. */
  BackgroundWork started() {
    if (extension != null) {
      extension.start();
    }
    if (policy.ageNanos < Long.MAX_VALUE || policy.size < Integer.MAX_VALUE) {
      new FlushWatch(flusher, outbox, policy.size, policy.ageNanos).start();
    }
    return this;
  }

  /**
   * Takes an event.
   *
   * @param event its bytes, one document without a line's end; not to be changed any more
   * @return whether it is accepted; if not, it is lost, and counted. An interrupt while it waits
   *     for room is kept, and the event is not accepted
   */
  public boolean publish(byte[] event) {
    try {
      return outbox.publish(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      outbox.reject();
      return false;
    }
  }

  /**
   * Begins an invocation, whose end is {@link Invocation#close}; on the handler's thread, before
   * anything is published.
   *
   * @param requestId of the context; with another one, an extension does not wait for the end
   * @param remainingMillis of the context: no flush goes on until the invocation times out
   */
  public Invocation invocation(String requestId, long remainingMillis) {
    flusher.begin();
    if (extension != null) {
      extension.began(requestId);
    }
    return new Invocation(requestId, System.nanoTime() + remainingMillis * NANOS_PER_MILLI);
  }

  /**
   * Sends all that has been accepted so far, or as much as the time suffices for. What remains is
   * kept for the next flush.
   *
   * @throws InterruptedException when the thread is interrupted; all that is not sent is kept
   */
  public Flushed flush(Duration within) throws InterruptedException {
    return flusher.flush(within.toNanos());
  }

  /** Returns what became of all events. */
  public Counts counts() {
    return outbox.counts();
  }

  /** One invocation of the handler. For the handler's thread. */
  public final class Invocation implements AutoCloseable {
    private final String requestId;
    private final long deadlineNanos;
    private @Nullable Flushed flushed;
    private boolean closed;

    private Invocation(String requestId, long deadlineNanos) {
      this.requestId = requestId;
      this.deadlineNanos = deadlineNanos;
    }

    /**
     * Ends it, and flushes as the policy has it: before the response, within the budget; or an
     * extension or the runtime client does so from now on, unless there is none that does. Nothing
     * the second time.
     *
     * @throws UndeliveredException when events remain, and the policy is that the invocation fails
     *     then
     */
    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      boolean held = told;
      try {
        if (policy.beforeNanos > 0) {
          flushWithin(policy.beforeNanos);
        }
      } finally {
        held |= extension != null && extension.ended(requestId);
      }
      if (policy.afterNanos > 0 && !held) {
        flushWithin(policy.afterNanos);
      }
    }

    private void flushWithin(long budgetNanos) {
      long left = deadlineNanos - Flusher.RESERVE_MILLIS * NANOS_PER_MILLI - System.nanoTime();
      long accepted = outbox.counts().accepted();
      Flushed result = null;
      Exception cause = null;
      try {
        result = flusher.flush(Math.min(budgetNanos, left));
        cause = result.failure();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        cause = e;
      }
      flushed = result;
      boolean incomplete = result == null || !result.isComplete();
      if (incomplete) {
        flusher.triedInVain(accepted);
      }
      if (policy.failIncomplete && incomplete) {
        throw new UndeliveredException("not all events of the invocation have arrived", cause);
      }
    }

    /** Returns what the flush before the response has achieved; null when there was none. */
    public @Nullable Flushed flushed() {
      return flushed;
    }
  }
}
