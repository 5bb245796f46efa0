package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.BuiltProgram;
import thaw.fixture.SideBySide;
import thaw.fixture.Signals;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: what {@code thaw bench} leaves in its folder. */
@SideBySide
class BenchTranscriptTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FAST =
      "package com.example; public class Fast { public String run() { return \"done\"; }"
          + " public String fail() { throw new IllegalStateException(\"no\"); } }";

  /** Only the order of the two is asserted, and it is never close. */
  private static final String SLOW =
      "package com.example; public class Slow { static { try { Thread.sleep(1500); } catch"
          + " (InterruptedException e) { throw new RuntimeException(e); } }"
          + " public String run() { return \"done\"; } }";

  private static final String VARIANTS =
      """
      variants:
        - name: fast
          code: classes
          handler: com.example.Fast::run
        - name: slow
          code: classes
          handler: com.example.Slow::run
        - name: failing
          code: classes
          handler: com.example.Fast::fail
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void functions() throws IOException {
    Sources.compile(folder.resolve("classes"), FAST, SLOW);
    Files.writeString(folder.resolve("variants.yaml"), VARIANTS);
  }

  private static Transcript bench(Path out, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "bench",
                folder.resolve("classes").toString(),
                "--handler",
                "com.example.Fast::run",
                "--variants",
                folder.resolve("variants.yaml").toString(),
                "--out",
                out.toString()));
    arguments.addAll(List.of(more));
    return Transcript.of(arguments.toArray());
  }

  private static List<JsonNode> lines(Path out) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("results.jsonl"))) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Test
  void every_variant_is_measured_and_reported_in_the_documented_form() throws IOException {
    Path out = folder.resolve("all");
    Transcript transcript = bench(out, "--runs", "2", "--memory", "1024");
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals(6, lines(out).size());
    JsonNode summary = JSON.readTree(out.resolve("summary.json").toFile());
    assertEquals("thaw-bench-1", summary.get("format").asText());
    assertTrue(summary.get("host").isObject());
    JsonNode variants = summary.get("variants");
    assertEquals("fast", variants.get(0).get("name").asText());
    assertEquals(2, variants.get(0).get("samples").asInt());
    assertEquals(0, variants.get(0).get("failures").asInt());
    assertEquals(2, variants.get(2).get("failures").asInt());
    for (String metric :
        List.of("initMillis", "handlerMillis", "totalMillis", "maxMemoryMiB", "loadedClasses")) {
      JsonNode quantiles = variants.get(0).get(metric);
      double p50 = quantiles.get("p50").asDouble();
      assertTrue(p50 > 0, metric);
      assertTrue(quantiles.get("p90").asDouble() >= p50, metric);
      assertTrue(quantiles.get("p99").asDouble() >= quantiles.get("p90").asDouble(), metric);
    }
    double fast = variants.get(0).get("initMillis").get("p50").asDouble();
    double slow = variants.get(1).get("initMillis").get("p50").asDouble();
    assertTrue(slow > fast, "a static initialiser is paid in init: " + slow + " against " + fast);
    assertTrue(Files.readString(out.resolve("report.html")).contains("slow"));
    transcript.out().lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  @Test
  void programs_get_the_summary_and_nothing_else() throws IOException {
    Path out = folder.resolve("json");
    Transcript transcript = bench(out, "--variant", "fast", "--runs", "1", "--json");
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals(JSON.readTree(out.resolve("summary.json").toFile()), transcript.json());
  }

  @Test
  void the_same_command_with_more_runs_adds_samples_and_loses_none() throws IOException {
    Path out = folder.resolve("more");
    assertEquals(0, bench(out, "--variant", "fast", "--runs", "1").exit());
    JsonNode first = lines(out).getFirst();
    Transcript transcript = bench(out, "--variant", "fast", "--runs", "3");
    assertEquals(0, transcript.exit(), transcript.err());
    assertTrue(transcript.err().contains("1 samples are there already"), transcript.err());
    assertEquals(3, lines(out).size());
    assertEquals(first, lines(out).getFirst());
  }

  @Thorough(
      "It interrupts a measurement twice; LoadTranscriptTest interrupts a load, ResultFileTest has what is kept")
  @Test
  void an_interrupted_measurement_counts_every_sample_on_disk_and_keeps_no_broken_one()
      throws Exception {
    Path out = Files.createDirectory(folder.resolve("interrupted"));
    List<String> command = new ArrayList<>(Signals.byDefault());
    command.addAll(BuiltProgram.command());
    command.addAll(
        List.of(
            "bench",
            folder.resolve("classes").toString(),
            "--handler",
            "com.example.Fast::run",
            "--runs",
            "500",
            "--out",
            out.toString()));
    for (int wanted : new int[] {3, 8, 13, 18}) {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(out.resolve("log").toFile())
              .start();
      Deadline.await(
          Duration.ofSeconds(120),
          "samples are there",
          () -> !process.isAlive() || samples(out) >= wanted);
      process.destroy();
      Signals.awaitEnd(process);
      String said = Files.readString(out.resolve("log"));
      assertTrue(
          said.contains("interrupted: " + samples(out) + " of 500 samples"),
          samples(out) + " are there: " + said);
      assertTrue(lines(out).stream().allMatch(line -> line.get("failure").isNull()), said);
    }
  }

  private static long samples(Path out) {
    try {
      return lines(out).size();
    } catch (IOException e) {
      return 0; // none yet, or a part of one
    }
  }

  @Test
  void what_is_over_its_budget_fails_the_command_and_is_named_everywhere() throws IOException {
    Path out = folder.resolve("over");
    Path budget =
        Files.writeString(
            folder.resolve("limits.yaml"),
            """
            budgets:
              - classes: 10
                maxMemory: 10000
              - memory: 512
                init: 100000
            """);
    Transcript transcript =
        bench(out, "--variant", "fast", "--runs", "3", "--memory", "1024", "--budget", "" + budget);
    assertEquals(1, transcript.exit(), transcript.err());
    assertTrue(transcript.out().contains("\nbudget " + budget + "\n"), transcript.out());
    assertTrue(transcript.out().contains("\n1 of 3 limits over, 1 undecided.\n"), transcript.out());
    JsonNode judged = JSON.readTree(out.resolve("summary.json").toFile()).get("budget");
    assertTrue(judged.get("over").asBoolean());
    assertEquals(
        List.of("OVER", "OK", "not measured"), judged.get("verdicts").findValuesAsText("outcome"));
    String page = Files.readString(out.resolve("report.html"));
    assertTrue(page.contains("<section id=\"budget\""));
    assertTrue(page.contains("<a href=\"#budget\">Over budget</a>: 1 of 3 limits over"));
    transcript.out().lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  @Test
  void a_budget_that_is_kept_or_too_close_fails_nothing() throws IOException {
    Path out = folder.resolve("kept");
    Path budget = Files.writeString(folder.resolve("kept.yaml"), "{coldStart: {p99: 100000}}");
    Transcript transcript =
        bench(out, "--variant", "fast", "--runs", "2", "--budget", budget.toString());
    assertEquals(0, transcript.exit(), transcript.out());
    assertTrue(transcript.out().contains("\n0 of 1 limit kept, 1 undecided.\n"));
    assertTrue(transcript.out().contains("p90 takes 36 starts, p99 368"), transcript.out());
  }

  @Test
  void a_budget_that_limits_nothing_of_what_is_measured_is_a_mistake() throws IOException {
    Path budget = Files.writeString(folder.resolve("none.yaml"), "{memory: 512, coldStart: 1}");
    Transcript transcript =
        bench(
            folder.resolve("none"),
            "--variant",
            "fast",
            "--memory",
            "1024",
            "--budget",
            budget.toString());
    assertEquals(2, transcript.exit());
    assertTrue(
        transcript
            .err()
            .endsWith(
                "thaw: "
                    + budget
                    + " limits nothing of what is measured\nRemedy: correct its function, memory,"
                    + " jdk and start, or leave them out\n"),
        transcript.err());
  }

  @Test
  void when_every_start_fails_the_exit_code_says_so() {
    Transcript transcript = bench(folder.resolve("failing"), "--variant", "failing", "--runs", "1");
    assertEquals(1, transcript.exit(), transcript.err());
    assertFalse(transcript.err().contains("\tat "), transcript.err());
  }
}
