package thaw.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.experiment.sampling.Rounds;
import thaw.experiment.sampling.SampleLog;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

class ResultFileTest {
  @TempDir Path folder;
  private final List<Path> aside = new ArrayList<>();

  static Plan plan(int runs, int memory) {
    Path nowhere = Path.of("/nowhere");
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId("A")
            .name("A")
            .code(new CodeSource.Folder(nowhere))
            .handler("a.B")
            .runtime("java25")
            .memory(new MemorySize(memory))
            .timeout(Duration.ofSeconds(3))
            .build();
    EnvironmentSpec spec =
        EnvironmentSpec.latest(
            function,
            new DeploymentPackage(nowhere, "digest", 1),
            Optional.empty(),
            new RuntimeProgram.Java(
                new Jdk(nowhere, 25, "25", "Test", "fingerprint"),
                List.of(),
                new RuntimeClient(ClientKind.OFFICIAL, nowhere, List.of()),
                Optional.empty()),
            Map.of(),
            List.of(),
            "us-east-1");
    return new Plan(
        "test",
        List.of(new Variant("A", "a", spec, new byte[0]), new Variant("B", "b", spec, new byte[0])),
        runs,
        1,
        Plan.PageCacheState.WARM);
  }

  private static Sample sample(String name, int number) {
    return new Sample(
        name,
        number,
        Instant.parse("2026-01-02T03:04:05Z"),
        Map.of(Metric.TOTAL, 12.345, Metric.LOADED_CLASSES, 2000.0),
        number == 2 ? new Sample.Failure("Runtime.ExitError", "it \"died\"") : null);
  }

  private ResultFile opened;

  /** Closes the one before: a folder has one writer. */
  private SampleLog<Sample> open(Plan plan) {
    close();
    opened = ResultFile.open(folder, plan, aside::add);
    return opened.log();
  }

  @AfterEach
  void close() {
    if (opened != null) {
      opened.close();
    }
  }

  @Test
  void a_second_writer_is_refused() {
    open(plan(3, 512));
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> ResultFile.open(folder, plan(3, 512), aside::add));
    assertEquals("another measurement writes to " + folder, mistake.getMessage());
  }

  @Test
  void what_comes_after_the_stop_is_not_kept_and_all_before_it_is_counted() throws IOException {
    SampleLog<Sample> first = open(plan(3, 512));
    first.append(sample("A", 1));
    assertEquals(1, first.stop());
    SampleLog<Sample> second = open(plan(3, 512));
    second.append(sample("B", 1));
    assertEquals(2, second.stop(), "those of earlier runs too");
    second.append(sample("A", 2)); // of a function that ended with the program
    assertEquals(2, second.stop());
    assertEquals(2, Files.readAllLines(folder.resolve("results.jsonl")).size());
  }

  @Test
  void reports_are_kept_aside_together_with_their_results() throws IOException {
    open(plan(3, 512)).append(sample("A", 1));
    Files.writeString(folder.resolve("summary.json"), "old");
    Files.writeString(folder.resolve("report.html"), "old");
    Files.writeString(folder.resolve("baseline.json"), "old");
    Files.writeString(folder.resolve("gate.json"), "old");
    open(plan(3, 1024));
    String stamp = aside.getFirst().getFileName().toString().replaceAll("results-|.jsonl", "");
    assertEquals("old", Files.readString(folder.resolve("summary-" + stamp + ".json")));
    assertEquals("old", Files.readString(folder.resolve("report-" + stamp + ".html")));
    assertEquals("old", Files.readString(folder.resolve("baseline-" + stamp + ".json")));
    assertEquals("old", Files.readString(folder.resolve("gate-" + stamp + ".json")));
    assertFalse(Files.exists(folder.resolve("gate.json")), "it is of another plan");
  }

  @Test
  void a_measurement_that_goes_on_has_no_comparison_until_its_own() throws IOException {
    open(plan(3, 512)).append(sample("A", 1));
    Files.writeString(folder.resolve("gate.json"), "of fewer samples");
    assertEquals(1, open(plan(3, 512)).earlier().size());
    assertFalse(Files.exists(folder.resolve("gate.json")));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("results.jsonl"));
  }

  @Test
  void what_was_appended_is_read_again_as_it_was() {
    SampleLog<Sample> file = open(plan(3, 512));
    file.append(sample("A", 1));
    file.append(sample("A", 2));
    assertEquals(List.of(sample("A", 1), sample("A", 2)), open(plan(3, 512)).earlier());
    assertTrue(aside.isEmpty());
  }

  @Test
  void every_line_is_a_sample_and_has_every_metric() throws IOException {
    open(plan(3, 512)).append(sample("A", 1));
    assertEquals(1, lines().size());
    for (Metric metric : Metric.values()) {
      boolean there = lines().getFirst().contains("\"" + metric.key() + "\":");
      assertEquals(!metric.isOfPods(), there, metric.key());
    }
  }

  @Test
  void a_line_that_a_crash_cut_short_is_dropped_and_the_file_goes_on() throws IOException {
    open(plan(3, 512)).append(sample("A", 1));
    Files.writeString(
        folder.resolve("results.jsonl"), "{\"name\":\"B\",\"sam", StandardOpenOption.APPEND);
    SampleLog<Sample> resumed = open(plan(3, 512));
    assertEquals(List.of(sample("A", 1)), resumed.earlier());
    resumed.append(sample("B", 1));
    assertEquals(List.of(sample("A", 1), sample("B", 1)), open(plan(3, 512)).earlier());
  }

  @Test
  void results_of_another_plan_are_kept_aside() {
    open(plan(3, 512)).append(sample("A", 1));
    assertEquals(List.of(), open(plan(3, 1024)).earlier());
    assertEquals(1, aside.size());
    assertTrue(Files.exists(aside.getFirst()));
  }

  @Test
  void results_of_a_complete_run_are_kept_aside() {
    SampleLog<Sample> file = open(plan(1, 512));
    file.append(sample("A", 1));
    file.append(sample("B", 1));
    assertEquals(List.of(), open(plan(1, 512)).earlier());
    assertEquals(1, aside.size());
  }

  @Test
  void more_runs_of_the_same_plan_go_on_from_the_samples_that_are_there() {
    SampleLog<Sample> file = open(plan(1, 512));
    file.append(sample("A", 1));
    file.append(sample("B", 1));
    assertEquals(2, open(plan(5, 512)).earlier().size());
  }

  @Test
  void every_round_starts_every_variant_once_and_the_seed_alone_decides_the_order() {
    List<Rounds.Step<Variant>> steps = plan(20, 512).rounds().steps();
    assertEquals(40, steps.size());
    for (int round = 0; round < 20; round++) {
      HashSet<String> names = new HashSet<>();
      for (Rounds.Step<Variant> step : steps.subList(2 * round, 2 * round + 2)) {
        names.add(step.subject().name());
        assertEquals(round + 1, step.round());
      }
      assertEquals(2, names.size());
    }
    List<String> order = steps.stream().map(step -> step.subject().name()).toList();
    assertEquals(
        order, plan(20, 512).rounds().steps().stream().map(s -> s.subject().name()).toList());
    assertTrue(order.subList(0, 2).contains("A"));
    assertTrue(
        new HashSet<>(List.of(order.get(0), order.get(2), order.get(4), order.get(6), order.get(8)))
                .size()
            > 1,
        "the order differs from round to round");
  }

  @Test
  void a_line_has_its_members_in_this_order() throws IOException {
    var file = open(plan(3, 512));
    file.append(sample("A", 1));
    file.append(
        new Sample(
            "B",
            2,
            Instant.parse("2026-01-02T03:04:05.006Z"),
            Map.of(Metric.INIT, 1.23456, Metric.MAX_MEMORY, 60.0),
            200,
            new Sample.Failure("Runtime.ExitError", "it \"died\"", List.of("last", "words")),
            new Sample.Remote("id", "7", 12.34567, List.of("REPORT a\tb"))));
    assertEquals(
        "{\"name\":\"A\",\"sample\":1,\"start\":\"plain\",\"startedAt\":\"2026-01-02T03:04:05Z\","
            + "\"plan\":\"PLAN\",\"failure\":null,\"initMillis\":null,\"restoreMillis\":null,"
            + "\"handlerMillis\":null,\"totalMillis\":12.345,\"billedMillis\":null,\"cpuMillis\":null,"
            + "\"throttledMillis\":null,\"maxMemoryMiB\":null,\"loadedClasses\":2000,"
            + "\"minorFaults\":null,\"majorFaults\":null,\"bytesRead\":null,\"storageBytesRead\":null}",
        lines().get(0).replace(plan(3, 512).fingerprint(), "PLAN"));
    assertEquals(
        "{\"name\":\"B\",\"sample\":2,\"start\":\"plain\",\"startedAt\":\"2026-01-02T03:04:05.006Z\","
            + "\"plan\":\"PLAN\",\"status\":200,\"failure\":{\"type\":\"Runtime.ExitError\","
            + "\"message\":\"it \\\"died\\\"\",\"log\":[\"last\",\"words\"]},\"remote\":{\"requestId\":\"id\","
            + "\"version\":\"7\",\"roundTripMillis\":12.346,\"reports\":[\"REPORT a\\tb\"]},"
            + "\"initMillis\":1.235,\"restoreMillis\":null,\"handlerMillis\":null,\"totalMillis\":null,"
            + "\"billedMillis\":null,\"cpuMillis\":null,\"throttledMillis\":null,\"maxMemoryMiB\":60,"
            + "\"loadedClasses\":null,\"minorFaults\":null,\"majorFaults\":null,\"bytesRead\":null,"
            + "\"storageBytesRead\":null}",
        lines().get(1).replace(plan(3, 512).fingerprint(), "PLAN"));
  }
}
