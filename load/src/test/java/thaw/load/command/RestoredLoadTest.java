package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** Process test: a load of a function with SnapStart meets restores, as callers on Lambda do. */
@Tag("linux")
@SideBySide
@Thorough("PublishedVersionTest has an alias lead to a restored version, too")
class RestoredLoadTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Shop {
        static { System.out.println("init of " + System.getenv("AWS_LAMBDA_FUNCTION_NAME")); }
        public Map<String, Object> handle(Map<String, Object> event) {
          if (!"snap-start".equals(System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"))) {
            throw new IllegalStateException("not restored");
          }
          return Map.of("statusCode", 200);
        }
      }
      """;
  private static final String FUNCTION =
      """
        %s:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Handler: com.example.Shop::handle
            Runtime: java25
            MemorySize: 512
            Timeout: 20
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    InstalledCriu.required(false);
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    // Other code each time, as a snapshot that was kept is not made again.
    Sources.compile(
        folder.resolve("classes"), SOURCE.replace("init of", folder.getFileName() + ": init of"));
    Files.writeString(
        folder.resolve("template.yaml"),
        "Resources:\n"
            + FUNCTION.formatted("Other")
            + FUNCTION.formatted("Called")
            + FUNCTION.formatted("Shop")
            + "      Environment: {Variables: {CALLED: !GetAtt Called.Arn}}\n");
  }

  @Test
  void its_cold_starts_are_restores_of_the_version_that_the_alias_leads_to() throws Exception {
    Transcript transcript =
        Transcript.of(
            "load",
            folder,
            "--function",
            "Shop",
            "--rate",
            "5",
            "--duration",
            "2s",
            "--out",
            folder.resolve("out"));
    JsonNode run =
        new ObjectMapper().readTree(folder.resolve("out/load.json").toFile()).at("/runs/0");
    assertEquals(10, run.path("answered").asInt(), transcript.out() + transcript.err());
    assertEquals(Set.of("RESTORE"), Set.copyOf(run.path("coldStarts").findValuesAsText("kind")));
    assertTrue(transcript.out().contains("function Shop:live, without HTTP"), transcript.out());
    assertTrue(transcript.err().contains("publishing Shop:1 ("), transcript.err());
    assertTrue(transcript.err().contains("publishing Called:1 ("), transcript.err());
    assertFalse(transcript.err().contains("publishing Other"), transcript.err());
  }
}
