package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.json.Json;
import thaw.sandbox.SandboxHost;

/**
 * Process test of serverless-java-container#805, rebuilt: a handler that has another thread make
 * its application context, and whose snapshot is taken before that is done. {@code thaw why} says
 * that the first request of a restored environment waits for it.
 */
@Tag("linux")
@SideBySide
class LateInitTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.util.concurrent.CompletableFuture;
      public class Late {
        private final CompletableFuture<String> context = CompletableFuture.supplyAsync(Late::make);
        private static String make() {
          try { Thread.sleep(1500); } catch (InterruptedException e) { throw new IllegalStateException(e); }
          return "made";
        }
        private String awaitContext() { return context.join(); }
        public String run() { return awaitContext(); }
      }
      """;

  private static final String TEMPLATE =
      """
      Resources:
        Late:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Handler: com.example.Late::run
            Runtime: java25
            MemorySize: 1769
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void function() throws Exception {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().hasMountNamespaces(), "this host permits no mount namespaces");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  @Test
  void a_context_that_is_not_ready_when_the_snapshot_is_taken_is_what_the_first_request_waits_for()
      throws Exception {
    Path out = folder.resolve("why");
    Transcript why = Transcript.of("why", folder, "--out", out, "--runs", 1);
    assertEquals(0, why.exit(), why.err());
    JsonNode document = Json.read(Files.readAllBytes(out.resolve("why.json"))).orElseThrow();
    assertEquals("restore", document.path("phases").path(0).path("name").asText());
    List<JsonNode> causes = new ArrayList<>();
    for (JsonNode phase : document.path("phases")) {
      if (phase.path("name").asText().equals("first invocation")) {
        phase.path("causes").forEach(causes::add);
      }
    }
    JsonNode largest =
        causes.stream()
            .max(Comparator.comparingDouble(each -> each.path("millis").asDouble()))
            .orElseThrow();
    assertEquals("waiting for another thread", largest.path("name").asText(), causes.toString());
    assertTrue(
        largest.path("millis").asDouble()
            > document.path("total").path("wallMillis").asDouble() / 2,
        document.path("total") + " " + largest);
    assertTrue(why.out().contains("com.example.Late.awaitContext"), why.out());
  }
}
