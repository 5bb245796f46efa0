package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/** {@code lab.json}, to the letter. */
class LabJsonTest {
  private static final Spread SPREAD = new Spread(2, 1.5, 3, 5, 1);

  @Test
  void every_member_stands_in_its_place() throws Exception {
    Case subject = Case.of(Case.JDK, "Temurin 25");
    RunFacts facts =
        new RunFacts(
            2,
            "9f",
            Instant.parse("2026-01-02T03:04:05Z"),
            new Host("6.1", "EPYC", 2, 8192, "v2", List.of("no FUSE")),
            true,
            3,
            7,
            List.of(new Warning("busy", "load 3", "wait")));
    Measurements samples =
        new Measurements(
            List.of(subject),
            List.of(
                new Measurement(subject, 1, Map.of("wall_ms", 1.0), Optional.empty()),
                new Measurement(subject, 2, Map.of(), Optional.of("ended with 1"))));
    Table table =
        new Table(
            "Table",
            "",
            "use",
            List.of("a", "b", "c"),
            List.of(
                new Table.Row(
                    "row",
                    List.of(
                        new Entry.Figure(SPREAD, "ms"),
                        new Entry.Words("words"),
                        new Entry.Missing("why")))));
    Chart bars =
        new Chart.Bars(
            "Bars",
            "ms",
            true,
            List.of("x", "y"),
            List.of(new Chart.Series("s", List.of(Optional.of(SPREAD), Optional.empty()))));
    Chart lines =
        new Chart.Lines(
            "Lines",
            "ms",
            false,
            "MB",
            List.of(new Chart.Line("l", List.of(new Chart.Point(128, SPREAD)))));
    Verdict verdict =
        new Verdict(
            "claim",
            "source",
            List.of(new Verdict.ForJdk("Temurin 25", Verdict.Judgement.NO_LONGER, "evidence")));
    LessonResult result =
        new LessonResult(
            LabExamples.syllabus(1, "first-use", "First use"),
            facts,
            samples,
            new Conclusions(List.of(table), List.of(bars, lines), List.of(verdict)));
    assertEquals(
        """
        {
          "format": "thaw-lab-1",
          "lessons": [
            {
              "number": 1,
              "name": "first-use",
              "title": "First use",
              "question": "Does the first lambda of a JVM still take 40 to 50 ms, as was published in 2016 for JDK 8?",
              "method": "Each sample is a fresh JVM that uses one feature once; the clock is read around the use alone, by `System.nanoTime`.",
              "noise": "Time in which the thread was ready and had no CPU is taken off.",
              "limits": "One feature at a time: what two features share is told by neither.",
              "rule": "Do not avoid lambdas: give the JVM an AOT cache, and use the feature once in init where there is none.",
              "findings": [
                "lambda-first-use",
                "string-concatenation"
              ],
              "page": "docs/course/1-first-use.md",
              "measured": {
                "startedAt": "2026-01-02T03:04:05Z",
                "edition": 2,
                "code": "9f",
                "quick": true,
                "rounds": 2,
                "seed": 7,
                "jdks": [
                  "Temurin 25"
                ],
                "host": { "cpu": "EPYC", "cpus": 2, "memoryMiB": 8192, "kernel": "6.1", "cgroup": "v2"
                },
                "cases": 1,
                "samples": 2,
                "failed": 1,
                "failures": [
                  { "reason": "ended with 1", "count": 1 }
                ],
                "warnings": [
                  { "message": "busy", "evidence": "load 3", "remedy": "wait" }
                ],
                "rawData": "first-use.jsonl"
              },
              "tables": [
                { "title": "Table", "note": "", "rowHead": "use", "columns": [
                    "a",
                    "b",
                    "c"
                  ], "rows": [
                    { "name": "row", "entries": [ { "median": 2.0, "low": 1.5, "high": 3.0, "min": 1.0, "count": 5, "unit": "ms" }, { "text": "words" }, { "missing": "why" } ] }
                  ]
                }
              ],
              "charts": [
                { "kind": "bars", "title": "Bars", "unit": "ms", "logarithmic": true, "categories": [
                    "x",
                    "y"
                  ], "series": [
                    { "name": "s", "values": [ { "median": 2.0, "low": 1.5, "high": 3.0, "min": 1.0, "count": 5 }, null ] }
                  ]
                },
                { "kind": "lines", "title": "Lines", "unit": "ms", "logarithmic": false, "across": "MB", "lines": [
                    { "name": "l", "points": [ { "x": 128.0, "y": { "median": 2.0, "low": 1.5, "high": 3.0, "min": 1.0, "count": 5 } } ] }
                  ]
                }
              ],
              "verdicts": [
                { "claim": "claim", "source": "source", "answers": [
                    { "where": "Temurin 25", "verdict": "no longer", "evidence": "evidence" }
                  ]
                }
              ]
            }
          ]
        }
        """,
        LabJson.text(List.of(result)));
    JsonNode document = new ObjectMapper().readTree(LabJson.text(List.of(result)));
    for (String path :
        List.of(
            "",
            "/lessons/0",
            "/lessons/0/measured",
            "/lessons/0/tables/0",
            "/lessons/0/charts/0",
            "/lessons/0/charts/1",
            "/lessons/0/verdicts/0",
            "/lessons/0/verdicts/0/answers/0")) {
      Documented.assertMembers("thaw-lab-1", document.at(path));
    }
  }
}
