package thaw.experiment.pods;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;
import thaw.experiment.VariantSetting;
import thaw.experiment.Warning;

/** Sums up starts in pods: those of one CPU model are a variant of their own. */
public final class PodResult {
  private static final Sample.Place NOWHERE =
      new Sample.Place("", new Host("", "unknown CPU", 0, 0, "", List.of()), "", "", "");

  private PodResult() {}

  /**
   * A variant as it was asked for.
   *
   * @param name that its samples have
   */
  public record Started(String name, String description, int memoryMiB, String runtime) {}

  /**
   * @param variants the first is the baseline
   * @param samples of all of them
   * @param method how pods were made, one sentence each
   */
  public static ExperimentResult of(
      String title, List<Started> variants, List<Sample> samples, List<String> method) {
    boolean several = distinct(samples, place -> place.host().cpuModel()).size() > 1;
    List<VariantResult> results = new ArrayList<>();
    for (Started variant : variants) {
      Map<String, List<Sample>> byModel =
          samples.stream()
              .filter(sample -> sample.name().equals(variant.name()))
              .collect(
                  Collectors.groupingBy(
                      sample -> place(sample).host().cpuModel(),
                      TreeMap::new,
                      Collectors.toList()));
      byModel.forEach((model, own) ->
          results.add(
              result(
                  variant,
                  several ? variant.name() + " on " + model : variant.name(),
                  own,
                  results.isEmpty() ? Optional.empty() : Optional.of(results.getFirst()))));
    }
    List<String> all = new ArrayList<>(method);
    all.add(
        "scheduled, container created and container started end when the API tells this program of"
            + " it. ready begins with the process in the container and ends when it takes requests;"
            + " first answer ends with the first invocation. Both are measured inside, so clocks of"
            + " two machines are never compared.");
    all.add(
        "init, first invocation and start to response are those of the function's JVM, as thaw"
            + " bench measures them. Nobody has watched what else the nodes had to do.");
    return new ExperimentResult(title, host(samples), all, results, warnings(samples));
  }

  private static VariantResult result(
      Started variant, String name, List<Sample> samples, Optional<VariantResult> baseline) {
    Sample.Place place = place(samples.getFirst());
    return VariantResultBuilder.builder()
        .name(name)
        .description(variant.description() + ", " + place.jdk())
        .codeSha256(place.codeSha256())
        .jdk(place.jdk())
        .start(place.start())
        .beginning(Metric.INIT)
        .samples(samples)
        .distributions(Distribution.ofAll(samples))
        .againstBaseline(
            baseline
                .map(each ->
                    Comparison.of(
                        Distribution.values(samples, Metric.TOTAL),
                        Distribution.values(each.samples(), Metric.TOTAL)))
                .orElse(null))
        .setting(
            Optional.of(
                new VariantSetting(variant.memoryMiB(), variant.runtime(), Optional.empty())))
        .build();
  }

  private static Sample.Place place(Sample sample) {
    return Objects.requireNonNullElse(sample.place(), NOWHERE);
  }

  private static <T> Collection<T> distinct(List<Sample> samples, Function<Sample.Place, T> fact) {
    Map<T, Boolean> found = new LinkedHashMap<>();
    samples.forEach(sample -> found.put(fact.apply(place(sample)), true));
    return found.keySet();
  }

  private static String joined(List<Sample> samples, Function<Sample.Place, String> fact) {
    return String.join("; ", distinct(samples, fact));
  }

  /** All nodes as one line. */
  private static Host host(List<Sample> samples) {
    return new Host(
        joined(samples, place -> place.host().kernel()),
        joined(samples, place -> place.host().cpuModel()),
        samples.stream().mapToInt(each -> place(each).host().cpus()).max().orElse(0),
        samples.stream().mapToLong(each -> place(each).host().memoryMiB()).max().orElse(0),
        joined(samples, place -> place.host().cgroup()),
        samples.stream()
            .flatMap(each -> place(each).host().missingGuarantees().stream())
            .distinct()
            .toList());
  }

  private static List<Warning> warnings(List<Sample> samples) {
    List<Warning> warnings = new ArrayList<>();
    if (distinct(samples, Sample.Place::codeSha256).size() > distinctNames(samples)) {
      warnings.add(
          new Warning(
              "the image has changed while it was measured",
              "the code of one function has several digests",
              "name the image by its digest, and measure into another folder: --out DIR"));
    }
    long unseen =
        samples.stream().filter(each -> !each.values().containsKey(Metric.POD_TOTAL)).count();
    if (unseen > 0) {
      warnings.add(
          new Warning(
              "nobody saw how some pods came to be, so what precedes ready is missing of them",
              unseen + " of " + samples.size() + " samples",
              "they ran while this command did not, or the cluster has lost events; for all"
                  + " figures measure again into another folder: --out DIR"));
    }
    return warnings;
  }

  /** Variants of one function have the same code. */
  private static long distinctNames(List<Sample> samples) {
    return samples.stream().map(each -> each.name().split(" ", 2)[0]).distinct().count();
  }
}
