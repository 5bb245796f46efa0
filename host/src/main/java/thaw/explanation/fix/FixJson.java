package thaw.explanation.fix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.json.JsonViews;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;
import thaw.remedy.Prediction;
import thaw.stats.ShiftInterval;

/**
 * {@code fix.json}: what {@code thaw fix} has proven, for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-fix-1", "function", "confirmed",
 *  "base": {"totalMillis": {"p50"}, "cpuMillis": {"p50"}, "samples"},
 *  "result": {the same, "ratio"},
 *  "steps": [{"id", "kind": "safe|reviewed|different", "finding", "what",
 *             "predictedMillis": [low, high],
 *             "measuredMillis": [low, median, high] or null where it was never started,
 *             "measuredCpuMillis": likewise,
 *             "leftOutMillis": what the kept set loses without it, likewise; of the last run,
 *             "kept", "reason", "files": []}],
 *  "byHand": [{"finding", "place", "gainMillis", "what"}]}
 * }</pre>
 *
 * {@code ratio} is that of the medians of the whole cold start; of fresh samples of one run where
 * {@code confirmed} is true. Members may be added, none of these goes away.
 */
public final class FixJson {
  private static final String FORMAT = "thaw-fix-1";

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(
              new JsonViews()
                  .written(Step.class, Tried.class, Tried::of)
                  .written(ShiftInterval.class, double[].class, FixJson::gain)
                  .written(Prediction.class, double[].class, FixJson::predicted))
          .build();

  private FixJson() {}

  private record Document(
      String format,
      String function,
      boolean confirmed,
      Figures base,
      Figures result,
      List<Step> steps,
      List<ByHand> byHand) {}

  private record Median(double p50) {}

  private record Figures(
      Median totalMillis,
      Median cpuMillis,
      int samples,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble ratio) {
    static Figures of(FixResult.Figures figures, OptionalDouble ratio) {
      return new Figures(
          new Median(figures.totalMillis()),
          new Median(figures.cpuMillis()),
          figures.samples(),
          ratio);
    }
  }

  private record Tried(
      String id,
      String kind,
      Optional<String> finding,
      String what,
      Prediction predictedMillis,
      Optional<ShiftInterval> measuredMillis,
      Optional<ShiftInterval> measuredCpuMillis,
      Optional<ShiftInterval> leftOutMillis,
      boolean kept,
      String reason,
      List<String> files) {
    static Tried of(Step step) {
      return new Tried(
          step.remedy().id(),
          step.remedy().kind().label(),
          step.remedy().finding(),
          step.remedy().what(),
          step.remedy().predicted(),
          step.gain(),
          step.cpuGain(),
          step.leftOut(),
          step.kept(),
          step.reason(),
          step.remedy().change().files().stream().map(Path::toString).toList());
    }
  }

  private static double[] gain(ShiftInterval gain) {
    return new double[] {gain.low(), gain.median(), gain.high()};
  }

  private static double[] predicted(Prediction gain) {
    return new double[] {gain.lowMillis(), gain.highMillis()};
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(String function, FixResult result, Path file) {
    AtomicFile.write(file, text(function, result));
  }

  static String text(String function, FixResult result) {
    return JsonLayout.lines(
        MAPPER,
        new Document(
            FORMAT,
            function,
            result.confirmed(),
            Figures.of(result.base(), OptionalDouble.empty()),
            Figures.of(result.result(), OptionalDouble.of(result.ratio())),
            result.steps(),
            result.byHand()));
  }
}
