package thaw.lambda;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.environment.ProxyStatus;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.LocalSide;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;
import thaw.experiment.Warning;
import thaw.stats.RankTest;

/**
 * Cold starts on AWS, and beside them perhaps those of the same function here.
 *
 * @param function as it was found
 * @param endpoint of its API, if it is not AWS's own
 * @param experiment the sides as variants, {@code local} before {@code lambda}, with what {@code
 *     thaw bench} says of a measurement; the latter has no {@link Metric#TOTAL}, which REPORT does
 *     not tell
 * @param phases only those that one side has at least
 */
public record LambdaResult(
    DeployedFunction function,
    Optional<String> endpoint,
    ExperimentResult experiment,
    List<PhaseFigures> phases) {
  public LambdaResult {
    phases = List.copyOf(phases);
  }

  /**
   * Describes the function that was measured here.
   *
   * @param name of the function in its template
   * @param description handler, memory size, JDK, options, in one line
   * @param start how its processes come to life, for example {@code plain} or {@code restored}
   */
  public record Local(
      String name, String description, String codeSha256, String jdk, String start) {}

  /**
   * @param start of the deployed side
   * @param samples of both sides
   */
  public static LambdaResult of(
      DeployedFunction function,
      Optional<String> endpoint,
      String start,
      Optional<Local> local,
      List<Sample> samples,
      Host host,
      List<String> method,
      List<Warning> warnings) {
    List<Sample> here = of(samples, LocalSide.NAME);
    List<Sample> there = of(samples, RemoteSide.NAME);
    List<VariantResult> sides = new ArrayList<>();
    local.ifPresent(each ->
        sides.add(
            side(
                LocalSide.NAME,
                each.description(),
                each.codeSha256(),
                each.jdk(),
                each.start(),
                here)));
    sides.add(
        side(
            RemoteSide.NAME,
            description(function),
            function.codeSha256(),
            function.runtime(),
            start,
            there));
    List<Warning> all = new ArrayList<>(warnings);
    sides.forEach(
        side -> side.statuses().forEach((status, count) -> warn(all, side, status, count)));
    return new LambdaResult(
        function,
        endpoint,
        new ExperimentResult(function.name(), host, method, sides, all),
        phases(here, there));
  }

  /** A quick 404 is no figure of a function's work. */
  private static void warn(List<Warning> warnings, VariantResult side, int status, int count) {
    if (status >= ProxyStatus.FIRST_ERROR) {
      warnings.add(
          new Warning(
              side.name() + " answered " + status,
              count + " of " + side.samples().size() + " samples",
              "give an event that it can serve, with --event"));
    }
  }

  private static List<Sample> of(List<Sample> samples, String side) {
    return samples.stream().filter(sample -> sample.name().equals(side)).toList();
  }

  private static String description(DeployedFunction function) {
    return String.join(
        ", ",
        function.handler(),
        function.memoryMiB() + " MB",
        function.runtime().isEmpty() ? "container image" : function.runtime(),
        function.architecture(),
        "version " + function.version());
  }

  private static VariantResult side(
      String name,
      String description,
      String codeSha256,
      String jdk,
      String start,
      List<Sample> samples) {
    Map<Metric, Distribution> distributions = Distribution.ofAll(samples);
    boolean restored = distributions.containsKey(Metric.RESTORE);
    return VariantResultBuilder.builder()
        .name(name)
        .description(description)
        .codeSha256(codeSha256)
        .jdk(jdk)
        .start(start)
        .beginning(restored ? Metric.RESTORE : Metric.INIT)
        .samples(samples)
        .distributions(distributions)
        .build();
  }

  /** Failed samples count as failures and in no distribution. */
  private static List<Sample> succeeded(List<Sample> samples) {
    return samples.stream().filter(sample -> sample.failure() == null).toList();
  }

  private static List<PhaseFigures> phases(List<Sample> here, List<Sample> there) {
    List<PhaseFigures> phases = new ArrayList<>();
    for (Phase phase : Phase.values()) {
      double[] local = values(phase, here);
      double[] deployed = values(phase, there);
      if (local.length + deployed.length > 0) {
        phases.add(
            new PhaseFigures(
                phase, distribution(local), distribution(deployed), compared(local, deployed)));
      }
    }
    return phases;
  }

  private static double[] values(Phase phase, List<Sample> samples) {
    return succeeded(samples).stream()
        .map(phase::of)
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .toArray();
  }

  private static Optional<Distribution> distribution(double[] values) {
    return values.length == 0 ? Optional.empty() : Optional.of(Distribution.of(values));
  }

  private static Optional<Comparison> compared(double[] local, double[] deployed) {
    if (local.length == 0 || deployed.length == 0) {
      return Optional.empty();
    }
    double base = Distribution.of(local).p50();
    return base > 0
        ? Optional.of(
            new Comparison(
                Distribution.of(deployed).p50() / base, RankTest.pValue(deployed, local)))
        : Optional.empty();
  }
}
