package thaw.junit;

import java.time.Duration;
import java.util.function.Predicate;
import thaw.program.ThawException;

/** An asynchronous invocation that Thaw has accepted. */
public final class PendingInvocation {
  private final InvocationFeed feed;
  private final String function;
  private final int place;
  private final String requestId;

  /**
   * @param function its name
   * @param place of the feed, before the invocation began
   */
  PendingInvocation(InvocationFeed feed, String function, int place, String requestId) {
    this.feed = feed;
    this.function = function;
    this.place = place;
    this.requestId = requestId;
  }

  /**
   * Returns the id of the request, which the function's log has, too. Every attempt has the same
   * id.
   */
  public String requestId() {
    return requestId;
  }

  /**
   * Waits for the end of the first attempt, good or bad.
   *
   * @throws ThawException when it has not ended in time, or the thread was interrupted
   */
  public FunctionInvocation await(Duration patience) {
    return awaited(invocation -> true, patience);
  }

  /**
   * Waits for an attempt that succeeds. Attempts wait for a minute and for two, as on Lambda,
   * unless {@code @ThawApplication(options = "--async-time-scale=0.001")} says otherwise.
   *
   * @throws ThawException when none has in time, or the thread was interrupted
   */
  public FunctionInvocation awaitSuccess(Duration patience) {
    return awaited(FunctionInvocation::isSuccess, patience);
  }

  private FunctionInvocation awaited(Predicate<FunctionInvocation> wanted, Duration patience) {
    return feed.await(
            place, each -> each.requestId().equals(requestId) && wanted.test(each), patience)
        .orElseThrow(() ->
            new ThawException(
                "the invocation %s of %s did not end within %d s"
                    .formatted(requestId, function, patience.toSeconds()),
                "wait longer, or look at the function's log: thaw logs " + function));
  }
}
