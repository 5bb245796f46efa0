package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** Process tests: {@code thaw bench} of functions that start from snapshots. */
@Tag("linux")
@SideBySide
class BenchSnapshotTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Only the order of a start with the initialiser and one without is asserted. */
  private static final String SLOW =
      "package com.example; public class Slow { static { try { Thread.sleep(1500); } catch"
          + " (InterruptedException e) { throw new RuntimeException(e); } }"
          + " public String run() { return \"done\"; } }";

  private static final String HANGING =
      """
      package com.example;
      import com.amazonaws.services.lambda.crac.Context;
      import com.amazonaws.services.lambda.crac.Core;
      import com.amazonaws.services.lambda.crac.Resource;
      public class Hanging implements Resource {
        public Hanging() { Core.getGlobalContext().register(this); }
        public void beforeCheckpoint(Context<? extends Resource> context) {}
        public void afterRestore(Context<? extends Resource> context) throws Exception {
          Thread.sleep(600_000);
        }
        public String run() { return "done"; }
      }
      """;

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals:
        Function: {Runtime: java25, CodeUri: classes, MemorySize: 1769, Timeout: 20}
      Resources:
        Plain:
          Type: AWS::Serverless::Function
          Properties: {Handler: 'com.example.Slow::run'}
        Published:
          Type: AWS::Serverless::Function
          Properties:
            Handler: com.example.Slow::run
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
        Hanging:
          Type: AWS::Serverless::Function
          Properties:
            Handler: com.example.Hanging::run
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
        Extended:
          Type: AWS::Serverless::Function
          Properties:
            Handler: com.example.Slow::run
            Layers: [!Ref Layer]
        Layer:
          Type: AWS::Serverless::LayerVersion
          Properties: {ContentUri: layer}
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void functions() throws IOException {
    Sources.compile(folder.resolve("classes"), SLOW);
    Sources.compile(folder.resolve("classes"), HANGING);
    Path extension = folder.resolve("layer/extensions/idle");
    Files.createDirectories(extension.getParent());
    Files.writeString(extension, "#!/bin/sh\nexec sleep 60\n");
    assertTrue(extension.toFile().setExecutable(true));
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  /** Lets the home folder of the tests have the CRIU that {@code thaw setup} has installed. */
  private static void assumeCriu() throws IOException {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
  }

  private static Transcript bench(Path out, String... more) {
    return Transcript.of(
        Stream.concat(Stream.of("bench", folder, "--out", out), List.of(more).stream()).toArray());
  }

  @Test
  void what_the_template_says_is_measured_and_every_line_says_how_it_started() throws IOException {
    assumeCriu();
    Path out = folder.resolve("template");
    Transcript transcript =
        bench(out, "--runs", "2", "--variant", "Plain", "--variant", "Published");
    assertEquals(0, transcript.exit(), transcript.err());
    List<String> lines = Files.readAllLines(out.resolve("results.jsonl"));
    assertEquals(4, lines.size());
    List<Double> plain = new ArrayList<>();
    List<Double> restoredMillis = new ArrayList<>();
    for (String line : lines) {
      JsonNode sample = JSON.readTree(line);
      boolean restored = sample.get("name").asText().equals("Published");
      String start = sample.get("start").asText();
      assertEquals(restored, start.startsWith("restored"), line);
      assertEquals(restored, sample.get("initMillis").isNull(), line);
      assertEquals(!restored, sample.get("restoreMillis").isNull(), line);
      (restored ? restoredMillis : plain).add(sample.get("totalMillis").asDouble());
    }
    assertTrue(
        Collections.max(restoredMillis) < Collections.min(plain),
        () -> restoredMillis + " ms restored, with the initialiser " + plain + " ms");
    JsonNode variants = JSON.readTree(out.resolve("summary.json").toFile()).get("variants");
    assertEquals("plain", variants.get(0).get("start").asText());
    assertTrue(variants.get(1).get("start").asText().startsWith("restored"));
    assertTrue(
        transcript.out().contains("r  restored from a snapshot of the initialised function"),
        transcript.out());
  }

  @Thorough("It measures as the test beside it does, with the snapshots that the option names")
  @Test
  void the_option_takes_the_place_of_what_the_template_says() throws IOException {
    assumeCriu();
    Path out = folder.resolve("option");
    Transcript transcript =
        bench(
            out,
            "--runs",
            "1",
            "--variant",
            "Plain",
            "--snap-start",
            "snapshot,none,snapshot+priming");
    assertEquals(0, transcript.exit(), transcript.err());
    JsonNode variants = JSON.readTree(out.resolve("summary.json").toFile()).get("variants");
    assertEquals("Plain snapshot", variants.get(0).get("name").asText());
    assertTrue(variants.get(0).get("start").asText().startsWith("restored"));
    assertEquals("Plain plain", variants.get(1).get("name").asText());
    assertEquals("plain", variants.get(1).get("start").asText());
    assertEquals("Plain snapshot+priming", variants.get(2).get("name").asText());
    assertEquals(
        "restored after an invocation, not as on Lambda", variants.get(2).get("start").asText());
  }

  @Thorough("It measures with two class archives; FunctionArchivesTest looks at the archives")
  @Test
  void archives_of_a_functions_own_classes_are_starts_of_their_own() throws IOException {
    Path out = folder.resolve("archives");
    Transcript transcript =
        bench(out, "--runs", "1", "--variant", "Plain", "--snap-start", "none,aot,appcds");
    assertEquals(0, transcript.exit(), transcript.err());
    JsonNode variants = JSON.readTree(out.resolve("summary.json").toFile()).get("variants");
    assertEquals("plain", variants.get(0).get("start").asText());
    assertEquals("Plain AOT cache", variants.get(1).get("name").asText());
    assertEquals("from an AOT cache of its classes", variants.get(1).get("start").asText());
    assertEquals("from an AppCDS archive of its classes", variants.get(2).get("start").asText());
  }

  @Thorough("It waits for a hook that hangs, which SnapshotTest ends, too")
  @Test
  void one_whose_hook_hangs_is_left_out_and_the_others_are_measured() throws IOException {
    assumeCriu();
    Path out = folder.resolve("hanging");
    Transcript transcript =
        bench(out, "--runs", "1", "--variant", "Hanging", "--variant", "Published");
    assertEquals(1, transcript.exit(), transcript.err());
    assertEquals(1, Files.readAllLines(out.resolve("results.jsonl")).size());
    assertTrue(transcript.err().contains("warning: Hanging is left out: "), transcript.err());
    assertTrue(transcript.err().contains("at com.example.Hanging.afterRestore("), transcript.err());
    assertTrue(transcript.out().contains("Hanging is left out"), transcript.out());
  }

  /** Whether it is the extension or a host without CRIU that stands in the way. */
  @Test
  void a_snapshot_that_cannot_be_taken_is_refused_before_anything_is_measured() {
    Path out = folder.resolve("refused");
    Transcript transcript =
        bench(out, "--variant", "Extended snapshot", "--snap-start", "none,snapshot");
    assertEquals(2, transcript.exit(), transcript.err());
    assertTrue(
        transcript.err().contains("thaw: Extended snapshot cannot start from a snapshot: "),
        transcript.err());
    assertTrue(
        transcript
            .err()
            .contains(
                "Remedy: do what thaw doctor says (thaw setup installs CRIU); thaw bench and why leave"
                    + " snapshots out with --snap-start none"),
        transcript.err());
    assertFalse(Files.exists(out.resolve("results.jsonl")));
  }

  @Test
  void a_value_that_does_not_exist() {
    Transcript.of("bench", folder, "--snap-start", "snap")
        .assertMistake(
            "snap is not a value of SnapStart",
            "use none, aot, appcds, snapshot, snapshot+priming, snapshot+generated,"
                + " snapshot+pools");
  }
}
