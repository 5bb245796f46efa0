package thaw.app.invoke;

import io.soabase.recordbuilder.core.RecordBuilder;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.PageCacheChoice;
import thaw.app.choice.SourceChoice;
import thaw.problem.UserMistake;

/**
 * A function to be invoked.
 *
 * @param times invocations in the same environment: the first is cold, the others warm
 * @param pageCache what the environment reads its files from
 */
@RecordBuilder
public record InvokeRequest(
    SourceChoice source,
    FunctionChoice function,
    EventChoice event,
    DataChoice data,
    int times,
    PageCacheChoice pageCache)
    implements InvokeRequestBuilder.With {
  public InvokeRequest {
    source = function.meantIn(source);
    if (times < 1) {
      throw new UserMistake("--times must be at least 1: " + times, "use for example --times 5");
    }
  }

  /** Makes a request whose environment reads from this machine's page cache. */
  public InvokeRequest(
      SourceChoice source, FunctionChoice function, EventChoice event, DataChoice data, int times) {
    this(source, function, event, data, times, PageCacheChoice.WARM);
  }

  /** Makes a request that invokes the function once, with its usual event. */
  public static InvokeRequest of(SourceChoice source, FunctionChoice function) {
    return new InvokeRequest(source, function, EventChoice.usual(), DataChoice.NONE, 1);
  }
}
