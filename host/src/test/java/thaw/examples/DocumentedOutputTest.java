package thaw.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.files.Trees;
import thaw.fixture.Samples;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/**
 * Process tests: the commands of README.md run, and what it and other pages show has the shape of
 * what they print. Functions are small ones in place of those of the pages, and runs are fewer.
 */
@SideBySide
class DocumentedOutputTest {
  private static final String ANSWER =
      "package com.example; import com.amazonaws.services.lambda.runtime.*;"
          + " public class Answer implements RequestHandler<Object, String> { public String"
          + " handleRequest(Object event, Context context) { return \"done\"; } }";

  @TempDir static Path folder;
  private static Path demo;
  private static List<String> ofDemo;

  @BeforeAll
  static void the_demo_runs() {
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    demo = folder.resolve("demo");
    ofDemo = run("demo", demo);
  }

  private static List<String> run(Object... words) {
    Transcript transcript = Transcript.of(words);
    assertEquals(0, transcript.exit(), transcript.err());
    return transcript.out().lines().toList();
  }

  private static void assertLike(List<String> real, String name, String page, String begin)
      throws Exception {
    List<String> block = Examples.of(page).block(begin);
    assertEquals(
        List.of(),
        OutputShape.of(real, name).missing(block, "GuiceLazy"),
        () -> page + " shows lines that these are not like:\n" + String.join("\n", real));
  }

  @Test
  void every_command_of_the_first_page_is_run_here() throws Exception {
    Set<String> commands = new TreeSet<>(Examples.of("README.md").commands());
    assertEquals(
        new TreeSet<>(
            Set.of(
                "thaw demo", // the_demo_runs
                "thaw why your.jar", // a_cold_start_of_a_jar_is_explained_...
                "thaw fix functions/petstore --function GuiceLazy"
                    + " --memory 256", // a_cold_start_is_made_...
                "thaw bench functions/petstore --runs 5 --out result", // the_main_job_...
                "verify")), // it runs this test
        commands);
    assertTrue(Files.isExecutable(Examples.ROOT.resolve("verify")));
  }

  @Test
  void a_cold_start_of_a_jar_is_explained_as_the_first_page_shows() throws Exception {
    Path jar =
        Sources.jar(Sources.compile(folder.resolve("classes"), ANSWER), folder.resolve("your.jar"));
    List<String> real = run("why", jar, "--out", folder.resolve("why"));
    String subject = real.getFirst().substring(0, real.getFirst().indexOf(": "));
    assertLike(real, subject, "README.md", "GuiceLazy: cold start of 1,116 ms");
  }

  @Test
  void the_page_of_why_shows_what_the_demo_prints() throws Exception {
    assertLike(ofDemo, "Slow", "docs/why.md", "GuiceLazy: cold start of");
  }

  @Test
  void the_page_of_bench_shows_what_the_demo_prints() throws Exception {
    assertLike(ofDemo, "Slow", "docs/bench.md", "samples ");
  }

  @Thorough("It builds the petstore by Maven; the test of the demo prints the same table")
  @Test
  void the_main_job_prints_the_table_of_its_page() throws Exception {
    Path out = folder.resolve("result");
    // Where others build it, too, so that it is built once.
    Path petstore = Samples.copy("petstore", Path.of("target/samples/petstore").toAbsolutePath());
    List<String> real =
        run(
            "bench",
            petstore,
            "--variant",
            "HelloWorld",
            "--variant",
            "Dagger",
            "--runs",
            "6",
            "--out",
            out);
    assertLike(real, "HelloWorld", "docs/bench.md", "samples ");
    for (String file : List.of("report.html", "summary.json", "results.jsonl")) {
      assertTrue(Files.size(out.resolve(file)) > 0, file);
    }
  }

  @Test
  void the_page_of_tune_shows_what_it_prints() throws Exception {
    assumeTrue(SandboxHost.probe().limitsCpu(), "this host cannot limit CPU time");
    List<String> real =
        run(
            "tune",
            demo,
            "--function",
            "Slow",
            "--memory",
            "256,512",
            "--runs",
            "2",
            "--warm",
            "2",
            "--out",
            folder.resolve("tune"));
    Set<String> shapes = new TreeSet<>(real.stream().map(line -> ofTune(line, "Slow")).toList());
    for (String line : Examples.of("docs/tune.md").block("Dagger, Temurin")) {
      assertTrue(
          line.equals("...") || shapes.contains(ofTune(line, "Dagger")),
          () -> line + " is like none of:\n" + String.join("\n", real));
    }
  }

  /** Which sizes may be as good is another thing in each run. */
  private static String ofTune(String line, String function) {
    return line.replace(function, "FUNCTION")
        .replaceFirst("; .*", "")
        .replaceAll("[\\d.,+]+", "0")
        .replaceAll(" +", " ");
  }

  @Thorough("It measures some hundred cold starts; FixEventsTest runs a shorter fix")
  @Test
  void a_cold_start_is_made_shorter_as_the_first_page_shows() throws Exception {
    // A whole CPU: some hundred cold starts do not wait for their share of one. It is the size of
    // the template, as in the example: with --memory the heading names both.
    Path ofOneCpu = folder.resolve("demo-of-one-cpu");
    Trees.copy(demo, Files.createDirectory(ofOneCpu));
    Path template = ofOneCpu.resolve("template.yaml");
    Files.writeString(
        template, Files.readString(template).replaceAll("MemorySize: \\d+", "MemorySize: 1769"));
    List<String> real =
        run("fix", ofOneCpu, "--function", "Slow", "--safe", "--out", folder.resolve("fix"));
    assertLike(real, "Slow", "README.md", "GuiceLazy: cold start of 4,857 ms");
  }

  @Thorough("It measures once more; BenchTranscriptTest prints what is over its budget")
  @Test
  void a_budget_is_judged_as_its_page_shows() throws Exception {
    Path budget = folder.resolve("budget.yaml");
    Files.writeString(
        budget,
        """
        budgets:
          - function: Fast
            coldStart: {p50: 60000, p90: 60000}
            maxMemory: 1
            packageSize: 50
          - jdk: 21
            init: 5
        """);
    Transcript transcript =
        Transcript.of(
            "bench", demo, "--runs", "6", "--budget", budget, "--out", folder.resolve("budget"));
    assertEquals(1, transcript.exit(), transcript.err()); // the memory is over it
    List<String> real =
        transcript.out().lines().map(line -> line.replace(budget + "", "FILE")).toList();
    List<String> block =
        Examples.of("docs/budgets.md").block("$ thaw bench . --runs 6").stream()
            .map(line -> line.replace("./budget.yaml", "FILE"))
            .toList();
    assertEquals(
        List.of(),
        OutputShape.of(real, "Fast").missing(block, "Hello"),
        () -> String.join("\n", real));
  }

  @Test
  void a_function_is_invoked_as_the_page_of_bench_says() throws Exception {
    String event = Files.readString(demo.resolve("events/event.json"));
    Transcript invoked =
        Transcript.of("invoke", demo, "--function", "Slow", "--event", event, "--times", "3");
    assertEquals(0, invoked.exit(), invoked.err());
    assertEquals(
        3, invoked.err().lines().filter(line -> line.contains("REPORT RequestId")).count());
  }

  @Test
  void a_project_is_made_as_the_first_steps_say() {
    Path project = folder.resolve("hello");
    List<String> real = run("init", project);
    assertTrue(
        real.contains("  thaw invoke .            # one cold start, with events/event.json"));
    assertTrue(Files.exists(project.resolve("template.yaml")));
  }

  @Test
  void the_doctor_names_what_this_host_permits() {
    List<String> real = run("doctor");
    assertTrue(real.stream().anyMatch(line -> line.contains("JDK")), () -> real.toString());
  }
}
