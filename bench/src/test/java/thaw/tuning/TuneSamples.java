package thaw.tuning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;
import thaw.experiment.VariantSetting;
import thaw.report.Results;

/** Made-up cold starts with warm invocations after them. */
public final class TuneSamples {
  private TuneSamples() {}

  /** One function at three sizes, the largest first; its handler has CPU by memory. */
  public static ExperimentResult overMemory(int samples) {
    return of("java25", false, samples, 1024, 512, 128);
  }

  static ExperimentResult of(String runtime, boolean restored, int samples, int... sizes) {
    return result(
        IntStream.of(sizes)
            .mapToObj(memory -> variant(memory, runtime, restored, samples, false))
            .toList());
  }

  /** Cold starts at 1 GB with these times, which are billed. */
  static ExperimentResult billed(double... millis) {
    VariantResult pattern = variant(1024, "java25", false, 1, false);
    List<Sample> samples = new ArrayList<>();
    for (double each : millis) {
      samples.add(
          pattern.samples().getFirst().withValues(Map.of(Metric.TOTAL, each, Metric.BILLED, each)));
    }
    return result(List.of(pattern.withSamples(samples)));
  }

  /** The smallest size is too small. */
  public static ExperimentResult withFailed() {
    return result(
        List.of(variant(1024, "java25", false, 3, false), variant(64, "java25", false, 3, true)));
  }

  static ExperimentResult onlyFailed() {
    return result(List.of(variant(64, "java25", false, 3, true)));
  }

  private static ExperimentResult result(List<VariantResult> variants) {
    return new ExperimentResult("shop", Results.GOOD_HOST, List.of(), variants, List.of());
  }

  private static VariantResult variant(
      int memory, String runtime, boolean restored, int samples, boolean failing) {
    List<Sample> taken = new ArrayList<>();
    for (int number = 1; number <= samples; number++) {
      taken.add(sample(memory, number, failing));
    }
    Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    if (!failing) {
      double[] totals =
          taken.stream()
              .mapToDouble(each -> Objects.requireNonNull(each.values().get(Metric.TOTAL)))
              .toArray();
      distributions.put(Metric.TOTAL, Distribution.of(totals));
    }
    return VariantResultBuilder.builder()
        .name("Create " + memory + " MB")
        .description("Create, " + memory + " MB")
        .codeSha256("y9T0wXqg7N5Tk3")
        .jdk("Temurin 25.0.3+9")
        .start(restored ? "restored" : "plain")
        .beginning(restored ? Metric.RESTORE : Metric.INIT)
        .samples(taken)
        .distributions(distributions)
        .setting(Optional.of(new VariantSetting(memory, runtime, Optional.empty())))
        .build();
  }

  private static Sample sample(int memory, int number, boolean failing) {
    double slower = 1024.0 / memory;
    return new Sample(
            "Create " + memory + " MB",
            number,
            Instant.EPOCH.plusSeconds(number),
            Map.of(
                Metric.INIT,
                200.0,
                Metric.HANDLER,
                100 * slower,
                Metric.TOTAL,
                200 + 100 * slower,
                Metric.BILLED,
                200 + 100 * slower),
            failing ? new Sample.Failure("Runtime.ExitError", "signal: killed") : null)
        .withWarmMillis(failing ? List.of() : List.of(2.2 * slower, 3.4 * slower));
  }
}
