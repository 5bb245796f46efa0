package thaw.experiment.gate;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.experiment.PackageFiles;
import thaw.experiment.Sample;
import thaw.experiment.Variant;

/**
 * A variant's samples, with what makes them comparable to others: one side of a comparison.
 *
 * @param function logical id
 * @param jdk label of the JDK, or of what runs the code in its place
 * @param start how its processes came to life
 * @param event digest of the first invocation's payload
 * @param packageBytes all files of the deployment package
 * @param libraries jars and Maven artifacts of the package
 * @param failures starts that failed; they are in no sample
 * @param samples by the key of each metric that is compared
 */
@RecordBuilder
public record GateSide(
    String name,
    String function,
    String jdk,
    String start,
    int memoryMb,
    String codeSha256,
    String event,
    long packageBytes,
    List<String> libraries,
    int failures,
    Map<String, List<Double>> samples)
    implements GateSideBuilder.With {
  public GateSide {
    libraries = List.copyOf(libraries);
    Map<String, List<Double>> copy = new TreeMap<>();
    samples.forEach((key, values) -> copy.put(key, List.copyOf(values)));
    samples = Collections.unmodifiableMap(copy);
  }

  /**
   * @param all samples of the experiment, those of other variants too
   */
  static GateSide of(Variant variant, List<Sample> all) {
    List<Sample> own = all.stream().filter(each -> each.name().equals(variant.name())).toList();
    List<Sample> good = own.stream().filter(each -> each.failure() == null).toList();
    Map<String, List<Double>> samples = new LinkedHashMap<>();
    for (GateMeasure measure : GateMeasure.values()) {
      measure
          .metric()
          .ifPresent(metric -> {
            List<Double> values =
                good.stream()
                    .map(each -> each.values().get(metric))
                    .filter(Objects::nonNull)
                    .toList();
            samples.put(metric.key(), new ArrayList<>(values));
          });
    }
    PackageFiles files = PackageFiles.of(variant.spec().code().root());
    return new GateSide(
        variant.name(),
        variant.spec().function().logicalId(),
        variant.spec().program().label(),
        variant.spec().start().words(),
        variant.spec().function().memory().mebibytes(),
        variant.spec().code().codeSha256(),
        DigestUtils.sha256Hex(variant.event()),
        files.bytes(),
        files.libraries(),
        own.size() - good.size(),
        samples);
  }

  /** Returns the side with the samples of these measures alone. */
  GateSide only(Predicate<GateMeasure> which) {
    Map<String, List<Double>> kept = new TreeMap<>(samples);
    for (GateMeasure measure : GateMeasure.values()) {
      if (!which.test(measure)) {
        measure.metric().ifPresent(metric -> kept.remove(metric.key()));
      }
    }
    return withSamples(kept);
  }

  /** Values greater than 0; empty where it was not measured. */
  public double[] values(GateMeasure measure) {
    return measure
        .metric()
        .map(metric ->
            samples.getOrDefault(metric.key(), List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> value > 0)
                .toArray())
        .orElseGet(() ->
            measure == GateMeasure.PACKAGE_SIZE && packageBytes > 0
                ? new double[] {packageBytes}
                : new double[0]);
  }

  /** All that were made, those that failed too. */
  int starts() {
    return failures + samples.values().stream().mapToInt(List::size).max().orElse(0);
  }

  /** The share of starts that failed. */
  double failed() {
    return failures == 0 ? 0 : (double) failures / starts();
  }
}
