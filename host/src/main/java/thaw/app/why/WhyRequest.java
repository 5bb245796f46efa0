package thaw.app.why;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.PageCacheChoice;
import thaw.app.choice.SourceChoice;
import thaw.experiment.matrix.SnapStart;
import thaw.problem.UserMistake;

/**
 * A cold start to be explained.
 *
 * @param start in place of what the function's SnapStart asks for
 * @param runs profiled cold starts, and as many baseline ones
 * @param pageCache what the environments read their files from
 * @param warmUp which requests are explained of a function on managed instances
 * @param earlier a {@code why.json}, or the folder of one, to compare with
 * @param out folder of the result
 */
@RecordBuilder
public record WhyRequest(
    SourceChoice source,
    FunctionChoice function,
    EventChoice event,
    DataChoice data,
    Optional<SnapStart> start,
    int runs,
    PageCacheChoice pageCache,
    WarmUpChoice warmUp,
    Optional<Path> earlier,
    Path out)
    implements WhyRequestBuilder.With {
  public static final int DEFAULT_RUNS = 3;

  public WhyRequest {
    source = function.meantIn(source);
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 5");
    }
  }

  /**
   * A function as it is configured, with its usual event; files come from this machine's page
   * cache.
   */
  public static WhyRequest of(SourceChoice source, FunctionChoice function, Path out) {
    return new WhyRequest(
        source,
        function,
        EventChoice.usual(),
        DataChoice.NONE,
        Optional.empty(),
        DEFAULT_RUNS,
        PageCacheChoice.WARM,
        WarmUpChoice.USUAL,
        Optional.empty(),
        out);
  }
}
