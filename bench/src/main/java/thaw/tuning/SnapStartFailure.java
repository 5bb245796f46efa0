package thaw.tuning;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;

/**
 * Tells that a function fails when it is restored, though it answers without a snapshot.
 *
 * @param name of the restored variant
 * @param priming what was done before its snapshot
 * @param failed how many restores failed
 * @param restores how many there were
 * @param cause what the first of them answered, in one line
 */
public record SnapStartFailure(
    String name, SnapStartPriming priming, int failed, int restores, String cause) {
  private static final int FIRST_ERROR = 400;

  /** Returns it where most restores failed, and most starts without a snapshot did not. */
  static Optional<SnapStartFailure> of(
      VariantResult plain, VariantResult restored, SnapStartPriming priming) {
    List<Sample> failed =
        restored.samples().stream().filter(sample -> hasFailed(sample, plain)).toList();
    long withoutSnapshot =
        plain.samples().stream().filter(sample -> sample.failure() != null).count();
    return failed.isEmpty()
            || 2 * failed.size() < restored.samples().size()
            || 2 * withoutSnapshot >= plain.samples().size()
        ? Optional.empty()
        : Optional.of(
            new SnapStartFailure(
                restored.name(),
                priming,
                failed.size(),
                restored.samples().size(),
                cause(failed.getFirst())));
  }

  /** An error that starts without a snapshot answer as well comes from the event. */
  private static boolean hasFailed(Sample sample, VariantResult plain) {
    Integer status = sample.status();
    return sample.failure() != null
        || status != null && status >= FIRST_ERROR && !plain.statuses().containsKey(status);
  }

  private static String cause(Sample failed) {
    Sample.Failure failure = failed.failure();
    return failure == null
        ? "they answered " + Objects.requireNonNull(failed.status())
        : (failure.type() + ": " + failure.message())
            .lines()
            .map(String::strip)
            .collect(Collectors.joining(" "));
  }

  /** Returns in words how many failed. */
  public String words() {
    return "%d of %d restores failed".formatted(failed, restores);
  }
}
