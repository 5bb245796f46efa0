package thaw.app.bench;

import java.nio.file.Path;
import thaw.lambda.LambdaResult;

/**
 * The result of a measurement on AWS and here, and where it is written.
 *
 * @param putBack whether the deployed function is as it was before
 * @param runs that each side should have
 * @param samples a JSON line for each
 * @param summary JSON
 */
public record LambdaBenchResult(
    LambdaResult result, boolean putBack, int runs, Path samples, Path summary) {
  /**
   * Returns whether all was measured, something of each side succeeded, and nothing is left on AWS.
   */
  public boolean isGood() {
    return putBack
        && result.experiment().variants().stream()
            .allMatch(
                each -> each.samples().size() >= runs && each.failures() < each.samples().size());
  }
}
