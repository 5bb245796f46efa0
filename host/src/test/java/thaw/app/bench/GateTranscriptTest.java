package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;

/** Process tests: a build against another one, and against a stored result. */
@SideBySide
class GateTranscriptTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HANDLER = "com.example.Hello::run";

  /** Only the number of classes is asserted: it is the same in each start. */
  private static final String BASE =
      "package com.example; public class Hello { public String run() { return \"done\"; } }";

  private static final String HEAD =
      "package com.example; public class Hello { public String run() {"
          + " java.net.http.HttpClient.newHttpClient(); return \"done\"; } }";

  @TempDir static Path folder;

  @BeforeAll
  static void builds() throws IOException {
    Sources.compile(folder.resolve("base"), BASE);
    Sources.compile(folder.resolve("head"), HEAD);
  }

  private static Transcript bench(String build, String out, Object... more) {
    Object[] arguments = new Object[14 + more.length];
    Object[] first = {
      "bench",
      folder.resolve(build),
      "--handler",
      HANDLER,
      "--memory",
      1769,
      "--timeout",
      60,
      "--runs",
      5,
      "--most-runs",
      5,
      "--out",
      folder.resolve(out)
    };
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return Transcript.of(arguments);
  }

  @Test
  void a_build_with_more_classes_fails_against_the_other_one_and_says_so_to_other_programs()
      throws IOException {
    Path junit = folder.resolve("thaw.xml");
    Files.createDirectories(folder.resolve("against"));
    Files.writeString(folder.resolve("against/why"), "in the way of the explanation");
    Transcript transcript =
        bench(
            "head",
            "against",
            "--against",
            folder.resolve("base"),
            "--junit",
            junit,
            "--explain",
            "--gate",
            "cpu=100,memory=100");
    assertEquals(1, transcript.exit(), transcript.err());
    assertTrue(
        transcript.out().lines().anyMatch(line -> line.matches(".*loaded classes .* OVER")),
        transcript.out());
    JsonNode gate = JSON.readTree(folder.resolve("against/gate.json").toFile());
    assertTrue(gate.path("interleaved").asBoolean() && gate.path("over").asBoolean());
    assertEquals(5, gate.at("/verdicts/0/samplesBefore").asInt());
    assertTrue(Files.readString(junit).contains("<failure"));
    assertTrue(transcript.err().contains(" is not explained: "), transcript.err());
    JsonNode left = JSON.readTree(folder.resolve("against/baseline.json").toFile());
    assertEquals(1, left.path("variants").size(), "this build alone is kept for later ones");
  }

  @Test
  void code_without_a_template_has_the_settings_of_what_it_is_compared_with() throws IOException {
    Path project = Files.createDirectories(folder.resolve("settled"));
    Sources.compile(project.resolve("head"), HEAD);
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Hello:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: head
              Handler: %s
              Runtime: java25
              MemorySize: 1024
              Timeout: 60
        """
            .formatted(HANDLER));
    Transcript transcript =
        Transcript.of(
            "bench",
            project,
            "--against",
            folder.resolve("base"),
            "--handler",
            HANDLER,
            "--runs",
            2,
            "--most-runs",
            2,
            "--out",
            folder.resolve("of-settled"));
    JsonNode variants =
        JSON.readTree(folder.resolve("of-settled/summary.json").toFile()).path("variants");
    assertEquals(2, variants.size(), transcript.err());
    variants.forEach(each -> assertEquals(1024, each.path("memoryMiB").asInt(), each.toString()));
  }

  @Thorough("It measures twice more; GateComparisonTest compares results of two CPUs")
  @Test
  void a_result_of_another_cpu_cannot_be_compared_by_time_and_by_classes_it_can()
      throws IOException {
    assertEquals(0, bench("base", "stored").exit());
    Path file = folder.resolve("stored/baseline.json");
    ObjectNode stored = (ObjectNode) JSON.readTree(file.toFile());
    ((ObjectNode) stored.path("host")).put("cpuModel", "another CPU");
    Files.writeString(file, stored.toString());
    Transcript same = bench("base", "same", "--baseline", folder.resolve("stored"));
    assertEquals(3, same.exit(), same.out());
    assertTrue(same.out().replaceAll("\\s+", " ").contains("the CPU was another CPU and is"));
    assertTrue(
        same.out().lines().anyMatch(line -> line.matches(".*loaded classes .* OK")), same.out());
    String before = Files.readString(file);
    assertMistake(
        bench("base", "stored", "--baseline", folder.resolve("stored")),
        "--baseline is in the folder of the new results, which have one of their own: " + file,
        "name another folder with --out, or copy the baseline out of it");
    assertEquals(before, Files.readString(file));
  }

  private static void assertMistake(Transcript transcript, String cause, String remedy) {
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(
        transcript.err().contains("thaw: " + cause + System.lineSeparator() + "Remedy: " + remedy),
        transcript.err());
  }

  @Test
  void what_cannot_be_compared_is_a_mistake_before_anything_is_measured() throws IOException {
    Path none = folder.resolve("none");
    assertMistake(
        bench("base", "m", "--baseline", none),
        "the baseline does not exist: " + none,
        "name the baseline.json of an earlier thaw bench, or the folder that it is in");
    assertMistake(
        bench("base", "m", "--baseline", none, "--against", none),
        "--baseline and --against are two ways to compare",
        "leave one of them out");
    assertEquals(2, bench("base", "m", "--explain").exit());
    assertEquals(2, bench("base", "m", "--gate", "cpu=much").exit());
    assertMistake(
        bench("base", "m", "--gate-on", "luck"),
        "--gate-on has no measure luck",
        "use one of: cpu, classes, memory, packageSize, wall, failures");
    assertEquals(2, bench("base", "m", "--most-runs", "0").exit());
    assertFalse(Files.exists(folder.resolve("m")));
  }
}
