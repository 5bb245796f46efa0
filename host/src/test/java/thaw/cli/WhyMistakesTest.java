package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** What a shell gets from {@code thaw why} that cannot explain, or needs not start a function. */
@SideBySide
class WhyMistakesTest {
  private static final String SOURCE =
      """
      package com.example;
      public class Pets {
        public String list() { return "cat"; }
        public String fail() { throw new IllegalStateException("no pet"); }
      }
      """;
  private static final String TWO =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Cats:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: pets.jar, Handler: "com.example.Pets::list", Runtime: java25}
        Dogs:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: pets.jar, Handler: "com.example.Pets::list", Runtime: java25}
        Own:
          Type: AWS::Serverless::Function
          Properties: {CodeUri: own, Handler: none, Runtime: provided.al2023}
      """;

  @TempDir static Path folder;
  private static Path jar;

  @BeforeAll
  static void functions() throws IOException {
    Path classes = Sources.compile(folder.resolve("classes"), SOURCE);
    jar = Sources.jar(classes, folder.resolve("pets.jar"));
    Files.writeString(folder.resolve("template.yaml"), TWO);
    Path bootstrap = folder.resolve("own/bootstrap");
    Files.createDirectories(bootstrap.getParent());
    Files.writeString(bootstrap, "#!/bin/sh\nexit 1\n");
    assertTrue(bootstrap.toFile().setExecutable(true));
  }

  private static Transcript pets(String method, Object... options) {
    List<Object> words =
        new ArrayList<>(List.of("why", jar, "--handler", "com.example.Pets::" + method));
    words.addAll(List.of("--out", folder.resolve("out-" + method), "--memory", "1769"));
    words.addAll(List.of(options));
    return Transcript.of(words.toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void runs_of_which_nothing_can_be_said(int runs) {
    pets("list", "--runs", runs)
        .assertMistake("--runs must be at least 1: " + runs, "use for example --runs 5");
  }

  @Test
  void a_function_that_the_template_does_not_have() {
    Transcript.of("why", folder, "--function", "Cast")
        .assertMistake("no function has the name Cast", "use one of: Cats, Dogs, Own");
  }

  @Test
  void no_function_chosen_of_several() {
    Transcript.of("why", folder)
        .assertMistake("the template has 3 functions", "choose with --function: Cats, Dogs, Own");
  }

  @Test
  void a_function_that_brings_its_own_runtime() {
    Transcript transcript = Transcript.of("why", folder, "--function", "Own");
    assertEquals(2, transcript.exit(), transcript.err());
    assertEnds(
        transcript,
        "thaw: Own does not run on a JVM: provided.al2023",
        "Remedy: choose a function with a Java runtime, or a package of thaw package");
  }

  @Test
  void an_earlier_explanation_that_is_not_there() {
    Path none = folder.resolve("none");
    pets("list", "--compare", none)
        .assertMistake(
            "the earlier explanation does not exist: " + none,
            "name a why.json, or the folder that an earlier thaw why wrote: --compare thaw-why");
    pets("list", "--compare", folder)
        .assertMistake(
            "the earlier explanation does not exist: " + folder.resolve("why.json"),
            "name a why.json, or the folder that an earlier thaw why wrote: --compare thaw-why");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no JSON", "{}", "[]", "{\"phases\": 3}", "{\"subject\": {}}"})
  void an_earlier_explanation_that_is_none(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("other.json"), content);
    Transcript transcript = pets("list", "--compare", file);
    assertEquals(2, transcript.exit(), transcript.err());
    assertEquals("", transcript.out());
    assertEquals(2, transcript.err().lines().count(), transcript.err());
    assertTrue(transcript.err().contains(file.toString()), transcript.err());
    assertTrue(transcript.err().contains("\nRemedy: "), transcript.err());
  }

  @Test
  void a_function_that_never_answers_cannot_be_explained() {
    Transcript transcript = pets("fail", "--runs", "1");
    assertEquals(2, transcript.exit(), transcript.err());
    assertEnds(
        transcript,
        "thaw: pets.jar failed: java.lang.IllegalStateException: no pet",
        "Remedy: mend it first, or give an event that it can serve: --event FILE; samples by kind:"
            + " thaw generate-event");
    assertTrue(transcript.err().contains("REPORT RequestId: "), "its log: " + transcript.err());
    assertFalse(Files.exists(folder.resolve("out-fail")));
  }

  @Test
  void a_class_that_is_never_loaded_has_others_like_it() {
    Transcript transcript = pets("list", "--class", "org.example.Pets");
    assertEquals(2, transcript.exit(), transcript.err());
    assertEnds(
        transcript,
        "thaw: org.example.Pets was not loaded in this cold start, or before the JVM could be asked",
        "Remedy: loaded were com.example.Pets");
    assertEquals("", transcript.out());
  }

  @Test
  void a_class_is_loaded_by_the_code_path_that_is_told() {
    Transcript transcript = pets("list", "--class", "com.example.Pets");
    assertEquals(0, transcript.exit(), transcript.err());
    List<String> lines = transcript.out().lines().toList();
    assertTrue(
        lines
            .getFirst()
            .matches("com\\.example\\.Pets was loaded \\d+\\.\\d ms after the start, in init, by"),
        transcript.out());
    assertEquals(
        "  com.amazonaws.services.lambda.runtime.api.client.AWSLambda.main", lines.getLast());
    assertFalse(Files.exists(folder.resolve("out-list")), "nothing is explained");
  }

  /** Scripts name them: none goes away or gets another name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--class",
        "--compare",
        "--event",
        "--function",
        "--handler",
        "--help",
        "--jdk",
        "--live",
        "--memory",
        "--out",
        "--parameter",
        "--port",
        "--runs"
      })
  void an_option_keeps_its_name(String name) {
    assertNotNull(new CommandLine(new WhyCommand()).getCommandSpec().findOption(name));
  }

  private static void assertEnds(Transcript transcript, String cause, String remedy) {
    assertTrue(transcript.err().endsWith(cause + "\n" + remedy + "\n"), transcript.err());
    assertTrue(
        transcript.err().lines().noneMatch(line -> line.startsWith("\tat thaw")), transcript.err());
  }
}
