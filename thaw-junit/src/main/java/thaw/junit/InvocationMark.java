package thaw.junit;

import java.time.Duration;
import java.util.function.Predicate;
import thaw.program.ThawException;

/** A moment in a function's life: what ends after it can be waited for. */
public final class InvocationMark {
  private final InvocationFeed feed;
  private final String function;
  private final int place;

  /**
   * @param function its name
   * @param place of the feed, at the moment
   */
  InvocationMark(InvocationFeed feed, String function, int place) {
    this.feed = feed;
    this.function = function;
    this.place = place;
  }

  /**
   * Waits for the first invocation that ends after the mark.
   *
   * @throws ThawException when none has in time, or the thread was interrupted
   */
  public FunctionInvocation await(Duration patience) {
    return await(invocation -> true, patience);
  }

  /**
   * Waits for the first invocation that ends after the mark and is wanted.
   *
   * @param wanted is asked again and again, also about the same invocation
   * @throws ThawException when there was none in time, or the thread was interrupted
   */
  public FunctionInvocation await(Predicate<FunctionInvocation> wanted, Duration patience) {
    return feed.await(
            place, each -> each.function().equals(function) && wanted.test(each), patience)
        .orElseThrow(() ->
            new ThawException(
                "no such invocation of %s ended within %d s; %d others did"
                    .formatted(function, patience.toSeconds(), feed.since(place).size()),
                "wait longer, or look whether the event source is enabled and its filter lets the"
                    + " event pass"));
  }
}
