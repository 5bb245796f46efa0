package thaw.report.text;

import java.util.List;
import thaw.experiment.Host;
import thaw.model.FittedModel;

/**
 * The model by which times of this machine are told as Lambda's.
 *
 * @param cpuUnlimited whether nothing limits the CPU here: then there is nothing to tell
 */
public record LambdaView(FittedModel fitted, boolean cpuUnlimited) {
  private static final String UNLIMITED =
      "Nothing limits the CPU here, so these times tell nothing of Lambda's.";

  public static LambdaView of(FittedModel fitted, Host host) {
    return new LambdaView(fitted, Guarantees.cpuUnlimited(host));
  }

  /**
   * @param nothing what is said where there is no row
   */
  public LambdaOutlook of(List<LambdaRow> rows, String nothing, List<String> untold) {
    return new LambdaOutlook(
        fitted, cpuUnlimited ? List.of() : rows, cpuUnlimited ? UNLIMITED : nothing, untold);
  }
}
