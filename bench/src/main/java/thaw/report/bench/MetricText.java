package thaw.report.bench;

import java.util.List;
import java.util.stream.Stream;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.stats.MedianInterval;

/** The meaning of metrics, in words for people who did not write the program. */
final class MetricText {
  private MetricText() {}

  /** Returns the name of a metric with its unit, where it has one. */
  static String name(Metric metric) {
    String unit = Figures.unit(metric.unit());
    return metric.label() + (unit.isEmpty() ? "" : ", " + unit);
  }

  /** Returns those of which a variant has a figure; all where none has any. */
  static List<Metric> measured(List<VariantResult> variants) {
    List<Metric> measured =
        Stream.of(Metric.values())
            .filter(metric ->
                variants.stream().anyMatch(each -> each.distributions().containsKey(metric)))
            .toList();
    return measured.isEmpty() ? List.of(Metric.values()) : measured;
  }

  static String meaning(Metric metric) {
    return switch (metric) {
      case INIT -> "From the start of the JVM until its runtime first asks for an event.";
      case RESTORE ->
          "From the start of the restore until the runtime first asks for an event, with the"
              + " function's afterRestore hooks; in place of init.";
      case HANDLER -> "The first invocation, until the runtime asks for the next event.";
      case TOTAL ->
          "From the start of the JVM, or of its restore, to the response of the first invocation:"
              + " what a caller who meets a cold start waits for.";
      case BILLED ->
          "Init and first invocation, rounded up to the millisecond as Lambda bills; of a restore"
              + " only the part in which the function ran.";
      case CPU ->
          "CPU time of all threads during init and first invocation; where a snapshot is restored,"
              + " CRIU's too.";
      case THROTTLED ->
          "How long the CPU limit held the environment back, summed over CPUs; it can exceed the"
              + " time that passed.";
      case MAX_MEMORY -> "Peak resident memory of all processes of the environment.";
      case LOADED_CLASSES ->
          "Classes loaded at the end of the first invocation, those from archives included.";
      case MINOR_FAULTS -> "Pages that were mapped without reading from storage.";
      case MAJOR_FAULTS -> "Pages that had to be read from storage.";
      case BYTES_READ -> "Bytes that read calls returned, whether from the page cache or not.";
      case STORAGE_BYTES_READ -> "Bytes that came from the storage device.";
      case POD_SCHEDULED -> "From the pod's creation until the scheduler has chosen a node.";
      case POD_CREATED ->
          "From there until its container is created: the image, the network, the file systems.";
      case POD_STARTED -> "From there until the container has started.";
      case POD_READY -> "From the start of the process in the container until it takes requests.";
      case POD_ANSWERED ->
          "From there until the first one is answered: the start of the function's JVM, and what"
              + " precedes it.";
      case POD_TOTAL -> "From the pod's creation to the first answer, the sum of its phases.";
    };
  }

  /**
   * Returns the interval of the median in words, for example {@code 95 % interval of the median: 12
   * ms to 14 ms, 20 samples}.
   */
  static String interval(Metric metric, Distribution distribution) {
    double coverage = MedianInterval.coverage(distribution.count());
    String range =
        Figures.exact(metric.unit(), distribution.medianLow())
            + " to "
            + Figures.exact(metric.unit(), distribution.medianHigh());
    return (coverage >= MedianInterval.CONFIDENCE
            ? Figures.percent(MedianInterval.CONFIDENCE) + " interval of the median: " + range
            : "whole range (holds the median with "
                + Figures.percent(coverage)
                + " confidence): "
                + range)
        + ", "
        + Figures.counted(distribution.count(), "sample");
  }
}
