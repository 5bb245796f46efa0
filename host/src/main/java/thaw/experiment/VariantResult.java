package thaw.experiment;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A variant's samples and what they amount to.
 *
 * @param name unique in the experiment
 * @param description function, memory size, JDK, flags, in one line
 * @param codeSha256 of the deployment package, as Lambda shows it
 * @param jdk the JDK that ran it, for example {@code Temurin 25.0.3+9}
 * @param samples all of them, failed ones too, in the order in which they were taken
 * @param distributions only of metrics that were measured
 * @param againstBaseline null for the baseline itself and where there are too few samples
 */
public record VariantResult(
    String name,
    String description,
    String codeSha256,
    String jdk,
    List<Sample> samples,
    Map<Metric, Distribution> distributions,
    @Nullable Comparison againstBaseline) {
  public VariantResult {
    samples = List.copyOf(samples);
    Map<Metric, Distribution> copy = new EnumMap<>(Metric.class);
    copy.putAll(distributions);
    distributions = Collections.unmodifiableMap(copy);
  }

  public long failures() {
    return samples.stream().filter(sample -> sample.failure() != null).count();
  }
}
