package thaw.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.experiment.BudgetVerdict.Outcome;
import thaw.problem.UserMistake;

class BudgetTest {
  @TempDir Path folder;

  private Budget budget(String text) throws IOException {
    return Budget.read(Files.writeString(folder.resolve("budget.yaml"), text));
  }

  private static BudgetSubject subject(String function, int memoryMb, int jdk, String start) {
    return new BudgetSubject(
        function, List.of(function), memoryMb, OptionalInt.of(jdk), start, 3 * 1024 * 1024);
  }

  private static final BudgetSubject HELLO = subject("Hello", 512, 25, "plain");

  private static VariantResult result(String name, Metric metric, double... values) {
    List<Sample> samples = new ArrayList<>();
    for (double value : values) {
      samples.add(new Sample(name, samples.size() + 1, Instant.EPOCH, Map.of(metric, value), null));
    }
    return result(name, samples);
  }

  private static VariantResult result(String name, List<Sample> samples) {
    return VariantResultBuilder.builder()
        .name(name)
        .description("")
        .codeSha256("")
        .jdk("Temurin 25")
        .start("plain")
        .beginning(Metric.INIT)
        .samples(samples)
        .distributions(Map.of())
        .build();
  }

  private List<Outcome> outcomes(String text, VariantResult... results) throws IOException {
    return budget(text).check(List.of(HELLO), List.of(results)).verdicts().stream()
        .map(BudgetVerdict::outcome)
        .toList();
  }

  private static double[] around(double middle, int count) {
    return IntStream.range(0, count).mapToDouble(i -> middle + i - count / 2.0).toArray();
  }

  // ---- verdicts ----

  @Test
  void a_median_is_over_only_with_its_whole_interval() throws IOException {
    VariantResult hello = result("Hello", Metric.TOTAL, around(300, 20)); // 290 to 309
    assertEquals(List.of(Outcome.OVER), outcomes("coldStart: 250", hello));
    assertEquals(List.of(Outcome.OK), outcomes("coldStart: 400", hello));
    assertEquals(List.of(Outcome.TOO_CLOSE), outcomes("coldStart: 300", hello));
    assertEquals(List.of(Outcome.TOO_CLOSE), outcomes("coldStart: {p50: 301}", hello));
  }

  @Test
  void more_runs_make_a_call_of_what_was_too_close() throws IOException {
    double[] few = {280, 290, 296, 297, 299, 302, 320};
    double[] many =
        IntStream.range(0, 10).boxed().flatMapToDouble(i -> DoubleStream.of(few)).toArray();
    assertEquals(
        List.of(Outcome.TOO_CLOSE), outcomes("init: 300", result("Hello", Metric.INIT, few)));
    assertEquals(List.of(Outcome.OK), outcomes("init: 300", result("Hello", Metric.INIT, many)));
  }

  @Test
  void one_or_two_starts_call_no_median() throws IOException {
    assertEquals(
        List.of(Outcome.TOO_FEW),
        outcomes("coldStart: 1", result("Hello", Metric.TOTAL, 300, 301)));
    BudgetVerdict three =
        budget("coldStart: 1")
            .check(List.of(HELLO), List.of(result("Hello", Metric.TOTAL, 300, 301, 302)))
            .verdicts()
            .getFirst();
    assertEquals(Outcome.OVER, three.outcome());
    assertEquals(0.75, three.coverage());
  }

  @Test
  void that_a_high_quantile_is_kept_takes_more_starts_than_that_it_is_not() throws IOException {
    VariantResult few = result("Hello", Metric.HANDLER, around(100, 10));
    assertEquals(List.of(Outcome.OVER), outcomes("firstInvocation: {p90: 50}", few));
    assertEquals(List.of(Outcome.TOO_FEW), outcomes("firstInvocation: {p90: 500}", few));
    VariantResult many = result("Hello", Metric.HANDLER, around(100, 40));
    assertEquals(List.of(Outcome.OK), outcomes("firstInvocation: {p90: 500}", many));
    assertEquals(List.of(Outcome.TOO_CLOSE), outcomes("firstInvocation: {p90: 117}", many));
  }

  @Test
  void memory_and_classes_are_those_of_the_largest_start() throws IOException {
    VariantResult hello = result("Hello", Metric.MAX_MEMORY, 80, 81, 97);
    assertEquals(List.of(Outcome.OVER), outcomes("maxMemory: 96", hello));
    assertEquals(List.of(Outcome.OK), outcomes("maxMemory: 97", hello));
    assertEquals(List.of(Outcome.OK), outcomes("packageSize: 3", hello));
    assertEquals(List.of(Outcome.OVER), outcomes("packageSize: 2.9", hello));
    assertEquals(List.of(Outcome.NOT_MEASURED), outcomes("classes: 9999", hello));
  }

  @Test
  void a_failed_start_counts_in_no_figure() throws IOException {
    VariantResult good = result("Hello", Metric.MAX_MEMORY, 80);
    List<Sample> samples = new ArrayList<>(good.samples());
    samples.add(
        new Sample(
            "Hello",
            2,
            Instant.EPOCH,
            Map.of(Metric.MAX_MEMORY, 500.0),
            new Sample.Failure("Runtime.ExitError", "exit 1")));
    assertEquals(List.of(Outcome.OK), outcomes("maxMemory: 96", result("Hello", samples)));
  }

  // ---- which variants ----

  @Test
  void a_limit_holds_for_its_function_memory_jdk_and_start_only() throws IOException {
    Budget budget =
        budget(
            """
            budgets:
              - function: Hello
                memory: [512, 1024]
                jdk: 25
                start: plain
                init: 100
            """);
    List<BudgetSubject> subjects =
        List.of(
            HELLO,
            subject("Other", 512, 25, "plain"),
            subject("Hello256", 256, 25, "plain"),
            subject("Hello21", 512, 21, "plain"));
    List<VariantResult> results =
        subjects.stream().map(s -> result(s.variant(), Metric.INIT, 1, 2, 3)).toList();
    assertEquals(
        List.of("Hello"),
        budget.check(subjects, results).verdicts().stream().map(BudgetVerdict::variant).toList());
    BudgetLimit limit = budget.limits().getFirst();
    assertFalse(limit.concerns(subject("Hello", 256, 25, "plain")));
    assertFalse(limit.concerns(subject("Hello", 512, 21, "plain")));
    assertFalse(limit.concerns(subject("Hello", 512, 25, "restored")));
    assertTrue(limit.concerns(subject("Hello", 1024, 25, "plain")));
  }

  @Test
  void a_limit_of_which_nothing_was_measured_says_so() throws IOException {
    BudgetVerdict verdict =
        budget("{function: Hello, memory: 1024, jdk: 21, coldStart: 100}")
            .check(List.of(HELLO), List.of(result("Hello", Metric.TOTAL, 1, 2, 3)))
            .verdicts()
            .getFirst();
    assertEquals(Outcome.NOT_MEASURED, verdict.outcome());
    assertEquals("Hello, 1024 MB, JDK 21", verdict.variant());
    assertEquals(OptionalDouble.empty(), verdict.measured());
  }

  @Test
  void a_function_that_there_is_not_is_a_mistake_of_the_file() throws IOException {
    Budget budget = budget("budgets:\n  - function: Helo\n    coldStart: 100\n");
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> budget.requireKnown(List.of("Hello", "hello-1")));
    assertEquals(
        folder.resolve("budget.yaml") + ":3:16: no function has the name Helo",
        mistake.getMessage());
    assertEquals("use one of: Hello, hello-1", mistake.remedy());
  }

  // ---- the file ----

  @Test
  void every_figure_has_its_line_in_the_files_order() throws IOException {
    assertEquals(
        List.of(
            "coldStart p50",
            "coldStart p90",
            "init p50",
            "restore p50",
            "firstInvocation p99",
            "billed p50",
            "maxMemory",
            "classes",
            "packageSize"),
        budget(
                """
                budgets:
                  - coldStart: {p50: 400, p90: 600}
                    init: 250
                    restore: 50
                    firstInvocation: {p99: 90}
                    billed: 500
                  - maxMemory: 128
                    classes: 3500
                    packageSize: 20
                """)
            .limits()
            .stream()
            .map(BudgetLimit::label)
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          budgets: [                       | :1:11: not YAML: expected the node content, but found '<stream end>' | mend the syntax there
          {coldStrat: 400}                 | :1:13: unknown member: coldStrat | use function, memory, jdk, start, or a limit: coldStart, init, restore, firstInvocation, billed, maxMemory, classes, packageSize
          {function: Hello}                | :1:1: an entry needs a limit | add for example coldStart: 800
          {coldStart: 400 ms}              | :1:13: coldStart must be a number of ms: 400 ms | write it without a unit
          {classes: many}                  | :1:11: classes must be a number: many | write it without a unit
          {maxMemory: -1}                  | :1:13: maxMemory must be greater than 0: -1 | write what it may be at most
          {coldStart: {p95: 400}}          | :1:19: unknown quantile: p95 | use p50, p90 or p99
          {coldStart: {}}                  | :1:13: coldStart is empty | write for example {p50: 800}
          {maxMemory: {p50: 90}}           | :1:13: maxMemory has no quantiles: the largest of all starts is compared | write one number, for example maxMemory: 100
          {memory: 64, init: 1}            | :1:10: memory size must be 128...10240 MB: 64 | choose a MemorySize that Lambda offers, for example 512
          {memory: much, init: 1}          | :1:10: memory must be a whole number: much | write for example 512
          {jdk: temurin, init: 1}          | :1:7: jdk must be a whole number: temurin | write for example 25
          {start: warm, init: 1}           | :1:9: unknown start: warm | use one of: plain, aot, appcds, restored
          {budgets: [], init: 1}           | :1:1: no member may stand beside budgets | move it into each entry
          {budgets: []}                    | :1:11: budgets is empty | add an entry such as coldStart: 800
          hello                            | :1:1: names with values are expected here | write for example function: Hello
          """)
  void a_mistake_in_the_file_has_place_and_remedy(String text, String cause, String remedy) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> budget(text));
    assertEquals(folder.resolve("budget.yaml") + cause, mistake.getMessage());
    assertEquals(remedy, mistake.remedy());
  }
}
