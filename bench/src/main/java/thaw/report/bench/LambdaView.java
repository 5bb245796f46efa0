package thaw.report.bench;

import java.util.List;
import java.util.Optional;
import thaw.experiment.Host;
import thaw.model.FittedModel;

/**
 * The model by which times of this machine are told as Lambda's.
 *
 * @param silent why there is nothing to tell of these times; empty where there is
 */
record LambdaView(FittedModel fitted, Optional<String> silent) {
  private static final String UNLIMITED =
      "Nothing limits the CPU here, so these times tell nothing of Lambda's.";

  /** Says why nothing is told of starts from an archive of the function's own classes. */
  static final String NO_ARCHIVE =
      "It starts from an archive of the function's classes, as Lambda has none";

  /** Says why nothing is told of restores of a snapshot before which Thaw called nothing. */
  static final String UNPRIMED =
      "Thaw called nothing before its snapshot, and does not know what its own hooks call; the"
          + " model's restores are of functions that were primed, as thaw snapstart primes them with the"
          + " event.";

  static LambdaView of(FittedModel fitted, Host host) {
    return new LambdaView(
        fitted, Guarantees.cpuUnlimited(host) ? Optional.of(UNLIMITED) : Optional.empty());
  }

  /**
   * @param nothing what is said where there is no row
   * @param untold what the model cannot tell of any such times
   */
  LambdaOutlook of(LambdaTold told, String nothing, List<String> untold) {
    return silent
        .map(why -> new LambdaOutlook(fitted, List.of(), why, List.of(why)))
        .orElseGet(() -> new LambdaOutlook(fitted, told.rows(), nothing, told.untold(untold)));
  }
}
