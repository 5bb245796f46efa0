package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.project.DemoProject;

/**
 * Process tests: a new project is built, tested, invoked and measured as its user would, and so is
 * the demo.
 */
@SideBySide
class InitTest {
  @TempDir Path folder;

  @FirstCases(value = 1, rest = "each is one more template of a new project, built by Maven")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plain    | java25 | {"greeting":"Hello, Pepper"}
          dynamodb | java17 | {"page":"home","visits":1}
          rest-api | java21 | {"statusCode":200,"headers":{"Content-Type":"application/json"},"body":"{\\"greeting\\":\\"Hallo, Pepper\\"}"}
          sqs      | java25 | {"batchItemFailures":[]}
          """)
  void a_new_project_passes_its_tests_and_answers_at_once(
      String template, String runtime, String answer) throws Exception {
    Path project = folder.resolve("my-" + template);
    Transcript made =
        Transcript.of(
            "init", project, "--template", template, "--package", "org.acme", "--runtime", runtime);
    assertEquals(0, made.exit(), made.err());
    assertEquals("", made.err());
    assertTests(project);
    Transcript invoked = Transcript.of("invoke", project);
    assertEquals(0, invoked.exit(), invoked.err());
    ObjectMapper json = new ObjectMapper();
    assertEquals(json.readTree(answer), json.readTree(invoked.out()), invoked.err());
  }

  /** With the JDK of this JVM: on the machine there may be older ones only. */
  private static void assertTests(Path project) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("mvn", "-B", "-ntp", "test")
            .directory(project.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process maven = builder.start();
    maven.getOutputStream().close();
    String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, maven.waitFor(), output);
    assertTrue(output.matches("(?s).*Tests run: [1-9]\\d*, Failures: 0, Errors: 0.*"), output);
  }

  @Thorough(
      "It builds a project and measures it; the test beside it builds one, and BenchTranscriptTest holds budgets")
  @Test
  void the_next_commands_are_printed_and_the_budget_is_held_against_what_they_measure()
      throws IOException {
    Path project = folder.resolve("hello");
    Transcript made = Transcript.of("init", project);
    assertEquals(
        """
        hello: one function, no service, 9 files, java25
          cd %s
          thaw invoke .            # one cold start, with events/event.json
          thaw run .               # behind the Lambda API, until Ctrl-C
          thaw bench . --runs 3    # cold starts, held against budget.yaml
        """
            .formatted(project),
        made.out());
    Path out = folder.resolve("out");
    Transcript bench = Transcript.of("bench", project, "--runs", "3", "--out", out);
    JsonNode verdicts =
        new ObjectMapper().readTree(out.resolve("summary.json").toFile()).at("/budget/verdicts");
    assertEquals(5, verdicts.size(), bench.out());
    assertEquals("packageSize", verdicts.get(3).get("figure").asText());
    assertEquals("OK", verdicts.get(3).get("outcome").asText());
    assertTrue(verdicts.get(3).get("measured").asDouble() > 0.5, "jars are in the package");
  }

  @Test
  void mistakes() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Transcript.of("init", folder, "--name", "hello")
        .assertMistake("the folder is not empty: " + folder, "name a new folder: thaw init FOLDER");
    Path project = folder.resolve("hello");
    Transcript.of("init", project, "--template", "rest")
        .assertMistake("unknown template: rest", "use one of: plain, dynamodb, rest-api, sqs");
    Transcript.of("init", project, "--runtime", "java8")
        .assertMistake("unknown runtime: java8", "use one of java17, java21, java25");
    Transcript.of("init", project, "--package", "com.new")
        .assertMistake(
            "com.new is not the name of a Java package",
            "give one with --package, for example --package com.example");
    Transcript.of("init", folder.resolve("My App"))
        .assertMistake(
            "a project's name is of small letters, digits and single hyphens, and begins with a"
                + " letter: My App",
            "give one with --name, for example --name my-function");
    assertFalse(Files.exists(project));
  }

  @Thorough(
      "The demo measures for half a minute what WhyTest and BenchTranscriptTest measure of small functions")
  @Test
  void the_demo_explains_one_variant_and_compares_both() {
    Path demo = folder.resolve("demo");
    Transcript first = Transcript.of("demo", demo);
    assertEquals(0, first.exit(), first.err());
    String out = first.out();
    assertTrue(out.startsWith("Made in " + demo), out);
    assertTrue(out.contains("\n  at com.example."), out);
    assertTrue(out.contains("$ thaw bench " + demo), out);
    assertFalse(out.contains("prime-CLIENT") || out.contains("first-request"), out);
    assertTrue(out.matches("(?s).*\nSlow +6 .*"), out);
    assertTrue(out.matches("(?s).*\nFast +6 .*"), out);
    assertTrue(Files.exists(demo.resolve("thaw-why/why.html")), out);
    assertTrue(out.endsWith("what to begin with in a folder\n"), out);
    assertFalse(new DemoProject(demo).make(Path.of("not needed")), "it is there");
  }

  @Test
  void somebody_s_folder_is_left_alone() throws Exception {
    Files.writeString(folder.resolve("notes.txt"), "mine");
    Transcript refused = Transcript.of("demo", folder);
    refused.assertMistake(
        "the folder is not empty: " + folder, "name a new folder: thaw demo FOLDER");
  }
}
