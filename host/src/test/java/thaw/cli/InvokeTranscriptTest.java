package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** Process tests: what a shell gets from {@code thaw invoke}. */
@SideBySide
class InvokeTranscriptTest {
  private static final String SOURCE =
      """
      package com.example;
      public class Pets {
        public String speak() { System.out.print("one\\n\\ntwo\\rthree\\n"); return ""; }
        public String greet(java.util.Map<String, String> event) { return event.get("name"); }
        public String list() { System.out.print("listing"); return "cat"; }
        public String fail() { throw new IllegalStateException("no pet"); }
      }
      """;
  private static final String NO_INIT =
      "package com.example; public class NoInit { public NoInit() { throw new"
          + " IllegalStateException(\"no pets\"); } public String list() { return \"\"; } }";

  @TempDir static Path folder;
  private static Path jar;

  @BeforeAll
  static void functions() throws IOException {
    jar =
        Sources.jar(
            Sources.compile(folder.resolve("classes"), SOURCE, NO_INIT),
            folder.resolve("pets.jar"));
  }

  @Test
  void the_response_is_on_standard_output_and_the_log_on_standard_error() {
    Transcript transcript = invoke("Pets::list", "--times", "2");
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals("\"cat\"\n\"cat\"\n", transcript.out());
    assertEquals(2, count(transcript, "END RequestId: .*"));
    assertEquals(2, count(transcript, "listing"));
    assertEquals(1, count(transcript, "REPORT .*\tInit Duration: .*"));
  }

  @Test
  void empty_lines_of_the_log_stay_and_carriage_returns_end_lines() {
    Transcript transcript = invoke("Pets::speak");
    assertEquals(0, transcript.exit(), transcript.err());
    assertTrue(transcript.err().contains("\none\n\ntwo\nthree\n"), transcript.err());
  }

  @Test
  void a_file_named_with_an_at_sign_is_the_event() throws IOException {
    Path event = Files.writeString(folder.resolve("41"), "{\"name\": \"Tom\"}");
    Transcript transcript = invoke("Pets::greet", "--event", "@" + event);
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals("\"Tom\"\n", transcript.out());
  }

  @Test
  void programs_get_the_response_with_the_figures_of_its_report() throws IOException {
    Transcript good = invoke("Pets::list", "--json");
    assertEquals(0, good.exit(), good.err());
    JsonNode document = good.json();
    assertEquals("cat", document.path("payload").asText(), good.out());
    assertTrue(document.path("functionError").isNull(), good.out());
    assertTrue(document.path("initMillis").asDouble() > 0, good.out());
    Transcript failed = invoke("Pets::fail", "--json");
    assertEquals(1, failed.exit(), failed.err());
    assertEquals("Unhandled", failed.json().path("functionError").asText());
    assertEquals("no pet", failed.json().at("/payload/errorMessage").asText());
  }

  @Test
  void an_error_of_the_function_is_the_response_and_exit_code_1() {
    Transcript transcript = invoke("Pets::fail");
    assertEquals(1, transcript.exit(), transcript.err());
    assertTrue(
        transcript
            .out()
            .startsWith(
                "{\"errorMessage\":\"no pet\",\"errorType\":\"java.lang.IllegalStateException\","),
        transcript.out());
    assertEquals(1, count(transcript, "REPORT RequestId: .*"));
    assertFalse(
        transcript
            .err()
            .lines()
            .filter(line -> !line.startsWith("thaw: the host was the limit "))
            .anyMatch(line -> line.contains("thaw: ")),
        transcript.err());
  }

  @Test
  void an_error_of_the_init_is_the_response_and_exit_code_1() {
    Transcript transcript = invoke("NoInit::list");
    assertEquals(1, transcript.exit(), transcript.err());
    assertEquals(
        "{\"errorMessage\":\"no pets\",\"errorType\":\"java.lang.IllegalStateException\"}\n",
        transcript.out());
    assertEquals(
        1,
        count(
            transcript,
            "INIT_REPORT .*\tPhase: init\tStatus: error\tError Type: Runtime.BadFunctionCode"));
    assertEquals(
        1,
        count(
            transcript,
            "INIT_REPORT .*\tPhase: invoke\tStatus: error\tError Type: Runtime.BadFunctionCode"));
    assertEquals(
        1, count(transcript, "REPORT .*\tStatus: error\tError Type: Runtime.BadFunctionCode\t"));
  }

  @Test
  void a_function_with_snap_start_is_told_that_this_start_is_not_restored() throws IOException {
    Path project = Files.createDirectory(folder.resolve("restored"));
    Files.copy(jar, project.resolve("pets.jar"));
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Resources:
          Pets:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: java25
              CodeUri: pets.jar
              Handler: com.example.Pets::list
              AutoPublishAlias: live
              SnapStart: {ApplyOn: PublishedVersions}
        """);
    Transcript transcript = Transcript.of("invoke", project);
    assertEquals(0, transcript.exit(), transcript.err());
    assertEquals(
        1,
        count(
            transcript,
            "Pets has SnapStart in its template.* this is \\$LATEST, .* thaw why .* --function Pets"),
        transcript.err());
    assertEquals(0, count(invoke("Pets::list"), ".*SnapStart.*"));
  }

  private static Transcript invoke(String handler, Object... options) {
    List<Object> words =
        new ArrayList<>(
            List.of("invoke", jar, "--handler", "com.example." + handler, "--memory", "1769"));
    words.addAll(List.of(options));
    return Transcript.of(words.toArray());
  }

  private static long count(Transcript transcript, String line) {
    return transcript.err().lines().filter(text -> text.matches(line)).count();
  }
}
