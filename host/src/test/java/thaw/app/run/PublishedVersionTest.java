package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.cli.Transcript;
import thaw.fixture.FreePorts;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.kernel.Deadline;

/** Versions with SnapStart as clients of {@code thaw run} see them. */
@Tag("linux")
@SideBySide
class PublishedVersionTest {
  private static final String SOURCE =
      """
      package com.example;
      import com.amazonaws.services.lambda.crac.Context;
      import com.amazonaws.services.lambda.crac.Core;
      import com.amazonaws.services.lambda.crac.Resource;
      import java.util.Map;
      public class Kept implements Resource {
        static int calls;
        public Kept() { Core.getGlobalContext().register(this); }
        public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
          if ("true".equals(System.getenv("BROKEN"))) throw new IllegalStateException("no such table");
        }
        public void afterRestore(Context<? extends Resource> context) {}
        public Map<String, Object> handle(Map<String, Object> event) {
          return Map.of("calls", ++calls, "how", System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"));
        }
      }
      """;
  private static final String TEMPLATE =
      """
      Resources:
        Kept:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: kept
            CodeUri: classes
            Handler: com.example.Kept::handle
            Runtime: java25
            MemorySize: 512
            Timeout: 20
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
        Broken:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: broken
            CodeUri: classes
            Handler: com.example.Kept::handle
            Runtime: java25
            MemorySize: 512
            Timeout: 20
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
            Environment: {Variables: {BROKEN: "true"}}
      """;

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void write() throws Exception {
    InstalledCriu.required(false);
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
  }

  private String configuration(RunProcess life, String function) throws Exception {
    URI address =
        URI.create(
            "http://127.0.0.1:"
                + life.port()
                + "/2015-03-31/functions/"
                + function
                + "/configuration?Qualifier=live");
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
  }

  private String awaitState(RunProcess life, String function, String state) {
    String[] last = {""};
    Deadline.await(
        Duration.ofSeconds(90),
        function + " is " + state,
        () -> {
          try {
            last[0] = configuration(life, function);
            return last[0].contains("\"State\":\"" + state + "\"");
          } catch (Exception e) {
            throw new IllegalStateException(life.text(), e);
          }
        });
    return last[0];
  }

  private HttpResponse<String> invoked(RunProcess life, String function) throws Exception {
    return client.send(life.invocation(function, "{}").build(), BodyHandlers.ofString());
  }

  @Test
  void an_alias_leads_to_a_version_that_is_restored_and_latest_is_not() throws Exception {
    try (RunProcess life =
        RunProcess.start(List.of(), FreePorts.next(), folder.resolve("log"), folder.toString())) {
      String active = awaitState(life, "kept", "Active");
      assertTrue(active.contains("\"OptimizationStatus\":\"On\""), active);
      assertEquals("{\"calls\":1,\"how\":\"snap-start\"}", sorted(invoked(life, "kept:live")));
      assertTrue(life.text().contains("RESTORE_START"), life::text);
      assertTrue(Transcript.of("ps").out().contains(" (SnapStart)"));
      Deadline.await(
          Duration.ofSeconds(10),
          "a report",
          () -> life.text().contains("Billed Restore Duration"));
      assertEquals("{\"calls\":1,\"how\":\"on-demand\"}", sorted(invoked(life, "kept")));

      String failed = awaitState(life, "broken", "Failed");
      assertTrue(failed.contains("no such table"), failed);
      assertTrue(life.text().contains("broken:1 is not published: "), life::text);
      HttpResponse<String> refused = invoked(life, "broken:live");
      assertFalse(refused.statusCode() == 200, refused::body);
      assertTrue(refused.body().contains(" s ago; it is tried again after "), refused::body);
      assertTrue(
          life.text().matches("(?s).*publishing (kept|broken):1 \\(\\d of \\d\\): .*"), life::text);
      assertEquals(2, life.text().split("broken:1 is not published: ", -1).length, life::text);
      assertEquals(200, invoked(life, "broken").statusCode(), "$LATEST has no hooks");
    }
  }

  private static String sorted(HttpResponse<String> answer) {
    String body = answer.body();
    return body.startsWith("{\"how\"")
        ? body.replaceAll("\\{(\"how\":[^,]*),(\"calls\":\\d+)}", "{$2,$1}")
        : body;
  }
}
