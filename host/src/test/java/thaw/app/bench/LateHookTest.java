package thaw.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/**
 * Process test: a priming hook of an object that only the first request makes, as of an
 * application-scoped bean, does not run before the snapshot.
 */
@Tag("linux")
@Thorough("It starts two functions four times in four ways; SnapStartRunTest has the verdicts")
@StartsProcesses("It compares how long restores take")
class LateHookTest {
  private static final String[] SOURCES = {
    """
    package com.example;
    import com.amazonaws.services.lambda.crac.Context;
    import com.amazonaws.services.lambda.crac.Core;
    import com.amazonaws.services.lambda.crac.Resource;
    public class Bean implements Resource {
      private long state;
      private long spent;
      private int rounds;
      public Bean() { Core.getGlobalContext().register(this); }
      public void beforeCheckpoint(Context<? extends Resource> context) { connect(); }
      public void afterRestore(Context<? extends Resource> context) {}
      public String answer() { return Long.toString(connect()); }
      private long connect() {
        for (int i = 0; state == 0 && i < 20; i++) { work(); }
        return state;
      }
      private void work() {
        long sum = 1;
        for (int i = 0; i < 40_000_000; i++) { sum = sum * 31 + (sum >>> 7) + i; }
        spent += sum;
        if (++rounds == 20) { state = spent | 1; }
      }
    }
    """,
    """
    package com.example;
    public class Lazy {
      private static Bean bean;
      public String run(java.util.Map<String, String> event) {
        if (bean == null) { bean = new Bean(); }
        return bean.answer();
      }
    }
    """,
    """
    package com.example;
    public class Early {
      private static final Bean BEAN = new Bean();
      public String run(java.util.Map<String, String> event) { return BEAN.answer(); }
    }
    """
  };

  private static final String FUNCTION =
      """
        %1$s:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: classes
            Handler: com.example.%1$s::run
            MemorySize: 1769
            Timeout: 60
      """;

  @TempDir Path folder;

  @Test
  void a_hook_that_the_first_request_registers_primes_nothing_and_its_work_is_named()
      throws Exception {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Sources.compile(folder.resolve("classes"), SOURCES);
    Files.writeString(
        folder.resolve("template.yaml"),
        "Transform: AWS::Serverless-2016-10-31\nResources:\n"
            + FUNCTION.formatted("Lazy")
            + FUNCTION.formatted("Early"));
    Path event = Files.writeString(folder.resolve("event.json"), "{\"name\": \"a\"}");
    Path out = folder.resolve("out");
    Transcript transcript =
        Transcript.of("snapstart", folder, "--runs", 4, "--event", event, "--out", out);
    assertEquals(0, transcript.exit(), transcript.err() + transcript.out());

    JsonNode document = new ObjectMapper().readTree(out.resolve("snapstart.json").toFile());
    Map<String, Double> medians = new HashMap<>();
    for (JsonNode function : document.path("functions")) {
      for (JsonNode gain : function.path("gains")) {
        medians.put(
            function.path("function").asText() + " " + gain.path("priming").asText(),
            gain.path("restoredMillis").path("p50").asDouble());
      }
    }
    assertTrue(medians.get("Early OWN") < medians.get("Lazy OWN") / 2, medians::toString);
    assertTrue(medians.get("Lazy EVENT") < medians.get("Lazy OWN") / 2, medians::toString);
    JsonNode lazy = document.path("risks").get(0);
    assertEquals("Lazy", lazy.path("function").asText());
    assertTrue(
        lazy.path("risks").toString().contains("com.example.Bean."), () -> lazy.toPrettyString());
    JsonNode early = document.path("risks").get(1);
    assertFalse(
        early.path("risks").toString().contains("com.example.Bean."), () -> early.toPrettyString());
  }
}
