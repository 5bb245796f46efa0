package thaw.explanation;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Worth;
import thaw.json.Json;
import thaw.json.JsonViews;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;
import thaw.problem.UserMistake;
import thaw.remedy.Prediction;
import thaw.stats.MedianInterval;
import thaw.stats.ShiftInterval;

/**
 * {@code fix.json}: what {@code thaw fix} has proven, for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-fix-2", "function", "runtime", "memoryMiB", "jdk", "client",
 *  "events": {"measured", "isMade", "answer", "trained": [], "unused": []}, "confirmed",
 *  "warnings": [],
 *  "base": {"totalMillis": {"p50"}, "cpuMillis": {"p50"}, "samples"},
 *  "result": {the same, "ratio", "gainMillis": [low, median, high], "gainCpuMillis": likewise},
 *  "deployed": {the same, "gains": whether the last run has proven that}, "cut": whether the time limit cut the last run,
 *  "ways": [{"id": "managed|package|snapStart", "where", "totalMillis", "otherwise", "command"}],
 *  "verdict", "remarks": [],
 *  "steps": [{"id", "kind": "safe|reviewed|different", "gainsIn": "managed|package", "finding", "what",
 *             "predictedMillis": [low, high],
 *             "measuredMillis": [low, median, high] or null where it was never started,
 *             "measuredCpuMillis": likewise,
 *             "leftOutMillis": what the kept set loses without it, likewise; of the last run,
 *             "kept", "reason", "files": []}],
 *  "considered": [{"finding", "place", "gainMillis", "remedy", "outcome": "kept|not kept|not decided|not tried|not offered",
 *                  "measuredMillis": as of a step, "reason"}],
 *  "byHand": [{"finding", "place", "gainMillis", "what"}]}
 * }</pre>
 *
 * {@code result} is of all that was kept, {@code deployed} of what of it the function gets where it
 * is deployed as before; it is not there where that was not measured, or where the time limit has
 * left all that could tell it. {@code ways} are the figures that are shown first; without one,
 * {@code otherwise} says why. {@code jdk} has the JDK that it stands for in its name, and {@code
 * client} the version of the runtime client. {@code byHand} is of the function as it is deployed
 * with the patch; its {@code gainMillis} is 0 where nothing here can tell it. {@code considered}
 * has a row for each finding and each remedy that could answer it, one with an empty {@code remedy}
 * where there is none, and the steps that answer none. {@code ratio} is that of the medians of the
 * whole cold start; of fresh samples of one run where {@code confirmed} or {@code cut} is true,
 * never both: the time limit has left fewer starts than wanted in the second. Neither is true where
 * it is not decided whether anything gains. Members may be added, none of these goes away.
 */
public final class FixJson {
  private static final String FORMAT = "thaw-fix-2";

  private static final ObjectMapper MAPPER =
      Json.tolerant()
          .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
          .addModule(
              new JsonViews()
                  .with(ShiftInterval.class, double[].class, FixJson::gain, FixJson::interval)
                  .with(
                      Prediction.class,
                      double[].class,
                      FixJson::predicted,
                      millis -> new Prediction(millis[0], millis[1])))
          .build();

  private FixJson() {}

  /** What the file has. */
  public record Document(
      String format,
      String function,
      String runtime,
      int memoryMiB,
      String jdk,
      String client,
      FixSubject.Events events,
      boolean confirmed,
      boolean cut,
      List<String> warnings,
      Figures base,
      Figures result,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Deployed> deployed,
      List<Way> ways,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> verdict,
      List<String> remarks,
      List<Tried> steps,
      List<Row> considered,
      List<ByHand> byHand) {
    /** Returns whether it is of a last run, whole or cut. */
    public boolean isOfLastRun() {
      return confirmed || cut;
    }

    public List<Tried> kept() {
      return steps.stream().filter(Tried::kept).toList();
    }

    /** Returns what it has proven. */
    public Worth worth() {
      double millis = base.totalMillis().p50();
      // Where a package is needed, and the rest has no gain of its own, nothing of it is proposed.
      boolean isProposed =
          deployed.filter(Deployed::gains).isPresent()
              || kept().stream().noneMatch(each -> each.gainsIn().equals("package"));
      return new Worth(
          confirmed ? Proof.WHOLE_RUN : cut ? Proof.CUT_RUN : Proof.TRIALS,
          deployed
              .filter(_ -> isProposed)
              .flatMap(each -> share(each.gainMillis(), each.gainCpuMillis(), millis)),
          share(result.gainMillis(), result.gainCpuMillis(), millis));
    }

    private static Optional<Worth.Share> share(
        Optional<ShiftInterval> gain, Optional<ShiftInterval> cpuGain, double base) {
      boolean isProven =
          Stream.of(gain, cpuGain).flatMap(Optional::stream).anyMatch(each -> each.low() > 0);
      return gain.filter(_ -> base > 0 && isProven)
          .map(
              each -> new Worth.Share(each.low() / base, each.median() / base, each.high() / base));
    }
  }

  /** What became of a remedy that could answer a finding. */
  public record Row(
      String finding,
      String place,
      double gainMillis,
      String remedy,
      String outcome,
      Optional<ShiftInterval> measuredMillis,
      String reason) {
    static Row of(Considered considered) {
      return new Row(
          considered.finding(),
          considered.place(),
          considered.gainMillis(),
          considered.remedy(),
          considered.outcome().words(),
          considered.gain(),
          considered.reason());
    }
  }

  /** Of the function as it is deployed. */
  record Deployed(
      Median totalMillis,
      Median cpuMillis,
      int samples,
      double ratio,
      boolean gains,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ShiftInterval> gainMillis,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ShiftInterval> gainCpuMillis) {
    static Deployed of(FixResult.Deployed deployed, FixResult result) {
      FixResult.Figures figures = deployed.figures();
      return new Deployed(
          new Median(figures.totalMillis()),
          new Median(figures.cpuMillis()),
          figures.samples(),
          result.ratio(figures),
          result.isOfLastRun() && deployed.gains(),
          figures.gain(),
          figures.cpuGain());
    }
  }

  /** A way to deploy the result. */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Way(
      String id,
      String where,
      OptionalDouble totalMillis,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String otherwise,
      Optional<String> command) {
    static Way of(FixHeadline.Way way) {
      return new Way(
          way.id(),
          way.where(),
          way.figures()
              .map(figures -> OptionalDouble.of(figures.totalMillis()))
              .orElse(OptionalDouble.empty()),
          way.otherwise(),
          way.command());
    }
  }

  /** Of a figure. */
  record Median(double p50) {}

  /** Of the starts of a draft. */
  record Figures(
      Median totalMillis,
      Median cpuMillis,
      int samples,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble ratio,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ShiftInterval> gainMillis,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ShiftInterval> gainCpuMillis) {
    static Figures of(FixResult.Figures figures, OptionalDouble ratio) {
      return new Figures(
          new Median(figures.totalMillis()),
          new Median(figures.cpuMillis()),
          figures.samples(),
          ratio,
          figures.gain(),
          figures.cpuGain());
    }
  }

  /** A step. */
  public record Tried(
      String id,
      String kind,
      String gainsIn,
      Optional<String> finding,
      String what,
      Prediction predictedMillis,
      Optional<ShiftInterval> measuredMillis,
      Optional<ShiftInterval> measuredCpuMillis,
      Optional<ShiftInterval> leftOutMillis,
      boolean kept,
      String reason,
      List<String> files) {
    /** Returns the gain in words; empty where it was never started. */
    public Optional<String> measured() {
      return measuredMillis.map(gain ->
          "%s (%s to %s) ms"
              .formatted(
                  thaw.presentation.text.Figures.whole(gain.median()),
                  thaw.presentation.text.Figures.whole(gain.low()),
                  thaw.presentation.text.Figures.whole(gain.high())));
    }

    static Tried of(Step step, FixResult result) {
      return new Tried(
          step.remedy().id(),
          step.remedy().kind().label(),
          FixHeadline.gainsIn(step, result),
          step.remedy().finding(),
          step.remedy().what(),
          result.predicted(step),
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

  private static ShiftInterval interval(double[] gain) {
    return new ShiftInterval(gain[0], gain[1], gain[2], MedianInterval.CONFIDENCE);
  }

  private static double[] predicted(Prediction gain) {
    return new double[] {gain.lowMillis(), gain.highMillis()};
  }

  /**
   * Returns what a file has.
   *
   * @throws UserMistake when it is somebody else's
   */
  public static Document read(Path file) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), Document.class);
    } catch (JsonProcessingException e) {
      throw new UserMistake(
          file + " was not written by thaw fix", "give another folder for results: --out DIR");
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(FixSubject subject, FixResult result, Path file) {
    AtomicFile.write(file, text(subject, result));
  }

  static String text(FixSubject subject, FixResult result) {
    FixHeadline headline = FixHeadline.of(subject, result);
    return JsonLayout.lines(
        MAPPER,
        new Document(
            FORMAT,
            subject.function(),
            subject.deployment().runtime(),
            subject.memoryMiB(),
            subject.jdk(),
            subject.client(),
            subject.events(),
            result.confirmed(),
            result.cut(),
            subject.warnings(),
            Figures.of(result.base(), OptionalDouble.empty()),
            Figures.of(result.result(), OptionalDouble.of(result.ratio())),
            result
                .deployed()
                .filter(_ -> FixHeadline.isKnown(result))
                .map(each -> Deployed.of(each, result)),
            headline.ways().stream().map(Way::of).toList(),
            headline.verdict(),
            headline.remarks(),
            result.steps().stream().map(each -> Tried.of(each, result)).toList(),
            result.considered().stream().map(Row::of).toList(),
            result.byHand()));
  }
}
