package thaw.tuning;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;
import thaw.experiment.Distribution;

/**
 * A function with and without SnapStart.
 *
 * @param function its logical id
 * @param title what people call it
 * @param jdk that ran it
 * @param runtime on AWS, as {@code java21}
 * @param memoryMiB its memory size
 * @param plainMillis from start to response without a snapshot; absent where no start succeeded
 * @param reportedMillis init and first invocation of the same starts, as Lambda's REPORT has them,
 *     the median; from start to response where the samples have no such parts
 * @param gains one for each kind of snapshot that could be measured
 * @param failures one for each kind of snapshot with which it fails
 * @param withoutFigures variants that have no verdict, each with the reason
 * @param cacheUsdOfMonth of a version's snapshot in 30 days; absent where AWS does not charge it
 */
public record SnapStartCase(
    String function,
    @JsonIgnore String title,
    String jdk,
    String runtime,
    int memoryMiB,
    Optional<Distribution> plainMillis,
    Optional<Double> reportedMillis,
    List<SnapStartGain> gains,
    List<SnapStartFailure> failures,
    List<String> withoutFigures,
    Optional<Double> cacheUsdOfMonth) {
  public SnapStartCase {
    gains = List.copyOf(gains);
    failures = List.copyOf(failures);
    withoutFigures = List.copyOf(withoutFigures);
  }

  /** Returns how it fails with SnapStart as it is; empty where it does not. */
  public Optional<SnapStartFailure> failure() {
    return failures.stream().filter(each -> each.priming() == SnapStartPriming.OWN).findFirst();
  }
}
