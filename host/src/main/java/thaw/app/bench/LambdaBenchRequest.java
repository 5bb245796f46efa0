package thaw.app.bench;

import java.nio.file.Path;
import java.util.Optional;
import thaw.app.choice.EventChoice;
import thaw.lambda.Access;
import thaw.lambda.FunctionName;

/**
 * Cold starts of a deployed function to be measured.
 *
 * @param publish whether versions may be published for it
 * @param runs cold starts of each side
 * @param out folder of the result; a measurement that was interrupted there is continued
 * @param local what is measured here; absent for nothing
 */
public record LambdaBenchRequest(
    Access access,
    FunctionName name,
    boolean publish,
    EventChoice event,
    int runs,
    Path out,
    Optional<LocalFunction> local) {
  public LambdaBenchRequest {
    BenchRequest.requireRuns(runs);
  }
}
