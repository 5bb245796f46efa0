package thaw.experiment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.log.Start;

/**
 * A variant's samples and what they amount to.
 *
 * @param name unique in the experiment
 * @param description function, memory size, JDK, flags, in one line
 * @param codeSha256 of the deployment package, as Lambda shows it
 * @param jdk the JDK that ran it, for example {@code Temurin 25.0.3+9}
 * @param start how its processes came to life: {@code plain}, {@code restored}, and the like
 * @param beginning the metric of what came before the first invocation: init, or the restore in its
 *     place
 * @param samples all of them, failed ones too, in the order in which they were taken
 * @param distributions only of metrics that were measured
 * @param againstBaseline null for the baseline itself and where there are too few samples
 * @param setting how it ran; absent where that is not known
 */
@RecordBuilder
public record VariantResult(
    String name,
    String description,
    String codeSha256,
    String jdk,
    String start,
    Metric beginning,
    List<Sample> samples,
    Map<Metric, Distribution> distributions,
    @Nullable Comparison againstBaseline,
    Optional<VariantSetting> setting)
    implements VariantResultBuilder.With {
  public VariantResult {
    samples = List.copyOf(samples);
    Map<Metric, Distribution> copy = new EnumMap<>(Metric.class);
    copy.putAll(distributions);
    distributions = Collections.unmodifiableMap(copy);
  }

  /**
   * Counts the samples that were answered with each HTTP status; it is empty where no response has
   * one.
   */
  public SortedMap<Integer, Integer> statuses() {
    SortedMap<Integer, Integer> statuses = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.status() != null) {
        statuses.merge(sample.status(), 1, Integer::sum);
      }
    }
    return statuses;
  }

  /**
   * Returns the variant's name without its memory size: variants of one such name are a line over
   * it.
   */
  public String line() {
    return setting.map(each -> name.replace(" " + each.memoryMiB() + " MB", "")).orElse(name);
  }

  /** Returns whether its processes came from an archive of the function's own classes. */
  public boolean isArchived() {
    return start.equals(Start.AOT.words())
        || start.equals(Start.APPCDS.words())
        || setting.map(VariantSetting::isArchived).orElse(false);
  }

  /**
   * Returns whether something of the first request was done before its snapshot, as far as that is
   * known: what the function's own hooks do is not.
   */
  public boolean isPrimed() {
    return start.equals(Start.RESTORED_HOT.words())
        || setting.map(VariantSetting::isPrimed).orElse(false);
  }

  public long failures() {
    return samples.stream().filter(sample -> sample.failure() != null).count();
  }
}
