package thaw.report.text;

import java.util.List;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.tuning.LambdaPrices;

/**
 * What a document begins with that says what cold starts cost on AWS.
 *
 * @param format its name and version
 * @param architecture whose price of time is taken
 */
public record PricedHead(
    String format,
    String title,
    Host host,
    String architecture,
    LambdaPrices prices,
    List<Warning> warnings) {
  public static PricedHead of(
      String format, ExperimentResult result, String architecture, LambdaPrices prices) {
    return new PricedHead(
        format, result.title(), result.host(), architecture, prices, result.warnings());
  }
}
