package thaw.tuning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;
import thaw.experiment.VariantSetting;
import thaw.report.Results;

/** Made-up plain starts and restores of one function. */
public final class SnapStartSamples {
  static final int PLAIN_MILLIS = 1_000;

  private SnapStartSamples() {}

  /** At 1024 MB; plain starts take 1,000 ms and up. */
  public static ExperimentResult of(
      String runtime, int starts, double restoredMillis, double primedMillis) {
    return of(runtime, starts, PLAIN_MILLIS, restoredMillis, primedMillis);
  }

  public static ExperimentResult of(
      String runtime, int starts, double plainMillis, double restoredMillis, double primedMillis) {
    return result(
        variant("plain", runtime, Metric.INIT, starts, plainMillis),
        variant("snapshot", runtime, Metric.RESTORE, starts, restoredMillis),
        variant("snapshot+priming", runtime, Metric.RESTORE, starts, primedMillis));
  }

  /**
   * Of a function that answers when it is started, and when it was invoked before its snapshot; as
   * it is, its restores fail.
   */
  public static ExperimentResult failing(String message) {
    return broken(sample -> sample.withFailure(new Sample.Failure("SdkClientException", message)));
  }

  /** Likewise, where the function answers with an error of its own. */
  static ExperimentResult answering(int status) {
    return broken(sample -> sample.withStatus(status));
  }

  private static ExperimentResult broken(UnaryOperator<Sample> broken) {
    return result(
        variant("plain", "java25", Metric.INIT, 6, PLAIN_MILLIS),
        variant("snapshot", "java25", Metric.RESTORE, 6, 300, broken),
        variant("snapshot+priming", "java25", Metric.RESTORE, 6, 100));
  }

  /** A host that takes no snapshots starts from an archive in place of them. */
  static ExperimentResult withoutSnapshots() {
    return result(
        variant("plain", "java25", Metric.INIT, 6, PLAIN_MILLIS),
        variant("snapshot", "java25", Metric.INIT, 6, 500),
        variant("snapshot+priming", "java25", Metric.INIT, 6, 500));
  }

  /** A host that limits no CPU time bills nothing. */
  static ExperimentResult unbilled() {
    ExperimentResult billed = of("java25", 6, 300, 100);
    return result(
        billed.variants().stream()
            .map(variant ->
                variant.withSamples(
                    variant.samples().stream()
                        .map(sample ->
                            sample.withValues(
                                Map.of(
                                    Metric.TOTAL,
                                    Objects.requireNonNull(sample.values().get(Metric.TOTAL)))))
                        .toList()))
            .toArray(VariantResult[]::new));
  }

  private static ExperimentResult result(VariantResult... variants) {
    return new ExperimentResult("shop", Results.GOOD_HOST, List.of(), List.of(variants), List.of());
  }

  private static VariantResult variant(
      String label, String runtime, Metric beginning, int starts, double millis) {
    return variant(label, runtime, beginning, starts, millis, UnaryOperator.identity());
  }

  private static VariantResult variant(
      String label,
      String runtime,
      Metric beginning,
      int starts,
      double millis,
      UnaryOperator<Sample> as) {
    List<Sample> samples = new ArrayList<>();
    for (int number = 1; number <= starts; number++) {
      double taken = millis + 10 * number;
      samples.add(
          as.apply(
              new Sample(
                  "Create " + label,
                  number,
                  Instant.EPOCH.plusSeconds(number),
                  Map.of(Metric.TOTAL, taken, Metric.BILLED, taken),
                  null)));
    }
    Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    return VariantResultBuilder.builder()
        .name("Create " + label)
        .description("Create, " + label)
        .codeSha256("y9T0wXqg7N5Tk3")
        .jdk("Temurin 25.0.3+9")
        .start(beginning == Metric.RESTORE ? "restored" : "from an archive")
        .beginning(beginning)
        .samples(samples)
        .distributions(distributions)
        .setting(Optional.of(new VariantSetting(1_024, runtime, Optional.empty())))
        .build();
  }
}
