package thaw.lab.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import thaw.experiment.Warning;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.report.text.AtomicFile;
import thaw.report.text.JsonLayout;

/**
 * {@code lab.json}: lessons for other programs.
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
 * {"text"}}, or {@code {"missing": why}}. A verdict is {@code holds}, {@code no longer} or {@code
 * not decided}. Members may be added, none of these goes away.
 */
final class LabJson {
  static final String FORMAT = "thaw-lab-1";

  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 4;
  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 6;

  private LabJson() {}

  /** Replaces the file in one step, and creates its folder. */
  static void write(List<LessonResult> results, Path file) {
    AtomicFile.write(file, text(results));
  }

  static String text(List<LessonResult> results) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("format", FORMAT);
    ArrayNode lessons = root.putArray("lessons");
    results.forEach(result -> lessons.add(lesson(result)));
    return JsonLayout.text(root, DEEPEST_MEMBER_ON_ITS_LINE, DEEPEST_ELEMENT_ON_ITS_LINE);
  }

  private static ObjectNode lesson(LessonResult result) {
    Syllabus syllabus = result.syllabus();
    ObjectNode node =
        object()
            .put("number", syllabus.number())
            .put("name", syllabus.name())
            .put("title", syllabus.title())
            .put("question", syllabus.question())
            .put("method", syllabus.method())
            .put("noise", syllabus.noise())
            .put("limits", syllabus.limits())
            .put("rule", syllabus.rule());
    syllabus.findings().forEach(node.putArray("findings")::add);
    node.put("page", "docs/course/" + syllabus.page());
    node.set("measured", measured(result));
    ArrayNode tables = node.putArray("tables");
    result.conclusions().tables().forEach(table -> tables.add(table(table)));
    ArrayNode charts = node.putArray("charts");
    result.conclusions().charts().forEach(chart -> charts.add(chart(chart)));
    ArrayNode verdicts = node.putArray("verdicts");
    result.conclusions().verdicts().forEach(verdict -> verdicts.add(verdict(verdict)));
    return node;
  }

  private static ObjectNode measured(LessonResult result) {
    ObjectNode node =
        object()
            .put("startedAt", result.facts().startedAt().toString())
            .put("edition", result.facts().edition())
            .put("code", result.facts().code())
            .put("quick", result.facts().quick())
            .put("rounds", LabTexts.rounds(result))
            .put("seed", result.facts().seed());
    result.samples().jdks().forEach(node.putArray("jdks")::add);
    node.putObject("host")
        .put("cpu", result.facts().host().cpuModel())
        .put("cpus", result.facts().host().cpus())
        .put("memoryMiB", result.facts().host().memoryMiB())
        .put("kernel", result.facts().host().kernel())
        .put("cgroup", result.facts().host().cgroup());
    node.put("cases", result.samples().cases().size())
        .put("samples", result.samples().all().size())
        .put("failed", LabTexts.failed(result));
    ArrayNode failures = node.putArray("failures");
    LabTexts.failures(result)
        .forEach(each ->
            failures.addObject().put("reason", each.getKey()).put("count", each.getValue()));
    ArrayNode warnings = node.putArray("warnings");
    for (Warning warning : result.facts().warnings()) {
      warnings
          .addObject()
          .put("message", warning.message())
          .put("evidence", warning.evidence())
          .put("remedy", warning.remedy());
    }
    return node.put("rawData", result.syllabus().name() + ".jsonl");
  }

  private static ObjectNode table(Table table) {
    ObjectNode node =
        object()
            .put("title", table.title())
            .put("note", table.note())
            .put("rowHead", table.rowHead());
    table.columns().forEach(node.putArray("columns")::add);
    ArrayNode rows = node.putArray("rows");
    for (Table.Row row : table.rows()) {
      ArrayNode entries = rows.addObject().put("name", row.name()).putArray("entries");
      row.entries().forEach(entry -> entries.add(entry(entry)));
    }
    return node;
  }

  private static ObjectNode entry(Entry entry) {
    return switch (entry) {
      case Entry.Figure figure -> spread(figure.spread()).put("unit", figure.unit());
      case Entry.Words words -> object().put("text", words.text());
      case Entry.Missing missing -> object().put("missing", missing.why());
    };
  }

  private static ObjectNode chart(Chart chart) {
    ObjectNode node =
        object()
            .put("kind", chart instanceof Chart.Bars ? "bars" : "lines")
            .put("title", chart.title())
            .put("unit", chart.unit())
            .put("logarithmic", chart.logarithmic());
    switch (chart) {
      case Chart.Bars bars -> {
        bars.categories().forEach(node.putArray("categories")::add);
        ArrayNode all = node.putArray("series");
        for (Chart.Series series : bars.series()) {
          ArrayNode values = all.addObject().put("name", series.name()).putArray("values");
          series
              .values()
              .forEach(value ->
                  value.ifPresentOrElse(present -> values.add(spread(present)), values::addNull));
        }
      }
      case Chart.Lines lines -> {
        node.put("across", lines.across());
        ArrayNode all = node.putArray("lines");
        for (Chart.Line line : lines.lines()) {
          ArrayNode points = all.addObject().put("name", line.name()).putArray("points");
          line.points()
              .forEach(point -> points.addObject().put("x", point.x()).set("y", spread(point.y())));
        }
      }
    }
    return node;
  }

  private static ObjectNode verdict(Verdict verdict) {
    ObjectNode node = object().put("claim", verdict.claim()).put("source", verdict.source());
    ArrayNode answers = node.putArray("answers");
    for (Verdict.Answer answer : verdict.answers()) {
      answers
          .addObject()
          .put("where", answer.where())
          .put("verdict", answer.truth().words())
          .put("evidence", answer.evidence());
    }
    return node;
  }

  private static ObjectNode spread(Spread spread) {
    return object()
        .put("median", spread.median())
        .put("low", spread.low())
        .put("high", spread.high())
        .put("min", spread.min())
        .put("count", spread.count());
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
