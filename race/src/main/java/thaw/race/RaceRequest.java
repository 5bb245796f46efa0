package thaw.race;

import java.util.List;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;

/**
 * A function whose races are looked for.
 *
 * @param events none for the function's usual one
 */
public record RaceRequest(
    SourceChoice source,
    FunctionChoice function,
    List<EventChoice> events,
    DataChoice data,
    int threads,
    int rounds,
    int requests,
    long seed) {
  public RaceRequest {
    source = function.meantIn(source);
    events = events.isEmpty() ? List.of(EventChoice.usual()) : List.copyOf(events);
  }

  /** Makes a request with the usual number of requests to the function. */
  public static RaceRequest of(
      SourceChoice source, FunctionChoice function, List<EventChoice> events) {
    return new RaceRequest(
        source,
        function,
        events,
        DataChoice.NONE,
        RacePlan.DEFAULT_THREADS,
        RacePlan.DEFAULT_ROUNDS,
        RacePlan.DEFAULT_REQUESTS,
        1);
  }
}
