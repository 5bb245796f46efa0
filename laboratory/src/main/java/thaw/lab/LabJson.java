package thaw.lab;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.json.Json;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code lab.json}, and what {@code thaw lab LESSON --json} prints: lessons for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-lab-1",
 *  "lessons": [{"number", "name", "title", "question", "method", "noise", "limits", "rule",
 *    "findings": [], "page",
 *    "measured": {"startedAt", "edition", "code", "quick", "rounds", "seed", "jdks": [],
 *      "host": {"cpu", "cpus", "memoryMiB", "kernel", "cgroup"},
 *      "cases", "samples", "failed", "failures": [{"reason", "count"}],
 *      "warnings": [{"message", "evidence", "remedy"}], "rawData"},
 *    "tables": [{"title", "note", "rowHead", "columns": [], "rows": [{"name", "entries": [E]}]}],
 *    "charts": [{"kind": "bars", "title", "unit", "logarithmic", "categories": [],
 *                "series": [{"name", "values": [S or null]}]},
 *               {"kind": "lines", "title", "unit", "logarithmic", "across",
 *                "lines": [{"name", "points": [{"x", "y": S}]}]}],
 *    "verdicts": [{"claim", "source", "answers": [{"where", "verdict", "evidence"}]}]}]}
 * }</pre>
 *
 * S is {@code {"median", "low", "high", "min", "count"}}; E is S with {@code "unit"}, or {@code
 * {"text"}}, or {@code {"missing": why}}. A verdict is {@code holds}, {@code no longer}, {@code not
 * decided} or {@code does not apply}. Members may be added, none of these goes away.
 */
final class LabJson {
  static final String FORMAT = "thaw-lab-1";

  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 4;
  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 6;

  private static final ObjectMapper MAPPER =
      Json.written()
          .addMixIn(Spread.class, OfSpread.class)
          .addMixIn(Entry.Figure.class, OfFigure.class)
          .addMixIn(Entry.Missing.class, OfMissing.class)
          .addMixIn(Chart.class, OfChart.class)
          .addMixIn(Verdict.ForJdk.class, OfForJdk.class)
          .addMixIn(Verdict.Judgement.class, OfJudgement.class)
          .addMixIn(Syllabus.class, OfSyllabus.class)
          .addMixIn(Host.class, OfHost.class)
          .build();

  private LabJson() {}

  @JsonPropertyOrder({"median", "low", "high", "min", "count"})
  private interface OfSpread {}

  private interface OfFigure {
    @JsonUnwrapped
    Spread spread();
  }

  private interface OfMissing {
    @JsonProperty("missing")
    String why();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Chart.Bars.class, name = "bars"),
    @JsonSubTypes.Type(value = Chart.Lines.class, name = "lines")
  })
  private interface OfChart {}

  private interface OfForJdk {
    @JsonProperty("verdict")
    Verdict.Judgement judgement();
  }

  private interface OfJudgement {
    @JsonValue
    String words();
  }

  @JsonIgnoreProperties({"edition", "rounds", "quickRounds"})
  private interface OfSyllabus {}

  @JsonPropertyOrder({"cpu", "cpus", "memoryMiB", "kernel", "cgroup"})
  @JsonIgnoreProperties("missingGuarantees")
  private interface OfHost {
    @JsonProperty("cpu")
    String cpuModel();
  }

  private record LabDocument(String format, List<LessonView> lessons) {}

  private record LessonView(
      @JsonUnwrapped Syllabus syllabus,
      String page,
      MeasuredView measured,
      @JsonUnwrapped Conclusions conclusions) {
    private static LessonView of(LessonResult result) {
      return new LessonView(
          result.syllabus(),
          "docs/course/" + result.syllabus().page(),
          MeasuredView.of(result),
          result.conclusions());
    }
  }

  private record MeasuredView(
      String startedAt,
      int edition,
      String code,
      boolean quick,
      int rounds,
      long seed,
      List<String> jdks,
      Host host,
      int cases,
      int samples,
      long failed,
      List<FailureView> failures,
      List<Warning> warnings,
      String rawData) {
    private static MeasuredView of(LessonResult result) {
      RunFacts facts = result.facts();
      return new MeasuredView(
          facts.startedAt().toString(),
          facts.edition(),
          facts.code(),
          facts.quick(),
          LabTexts.rounds(result),
          facts.seed(),
          result.samples().jdks(),
          facts.host(),
          result.samples().cases().size(),
          result.samples().all().size(),
          LabTexts.failed(result),
          LabTexts.failures(result).stream()
              .map(each -> new FailureView(each.getKey(), each.getValue()))
              .toList(),
          facts.warnings(),
          result.syllabus().name() + ".jsonl");
    }
  }

  private record FailureView(String reason, int count) {}

  /** Replaces the file in one step, and creates its folder. */
  static void write(List<LessonResult> results, Path file) {
    AtomicFile.write(file, text(results));
  }

  static String text(List<LessonResult> results) {
    return JsonLayout.text(
        MAPPER,
        new LabDocument(FORMAT, results.stream().map(LessonView::of).toList()),
        DEEPEST_MEMBER_ON_ITS_LINE,
        DEEPEST_ELEMENT_ON_ITS_LINE);
  }
}
