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
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** Process test: {@code thaw snapstart} of a function whose init is slow, with real restores. */
@Tag("linux")
@Thorough("It runs three kinds of priming; PrimingRunTest and SnapshotTest look at one each")
@StartsProcesses("It compares how long starts and restores take")
class SnapStartRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Only verdicts are asserted, by an init that takes much longer than any restore. */
  private static final String[] FUNCTION = {
    """
    package com.example;
    public class Slow {
      static final java.util.Random RANDOM = new java.util.Random();
      static final String KEY = System.getenv("AWS_ACCESS_KEY_ID");
      static {
        try { Thread.sleep(1500); } catch (InterruptedException e) { throw new Error(e); }
      }
      public String run(java.util.Map<String, String> event) {
        return new Values().text() + new Waiting().text() + RANDOM.nextInt();
      }
    }
    """,
    "package com.example; public class Values { String text() { return \"done\"; } }",
    """
    package com.example;
    public class Waiting {
      static final long SINCE = System.nanoTime();
      String text() { return " after " + (System.nanoTime() - SINCE); }
    }
    """
  };

  /** As a container that starts its context in init, and anew for the first request. */
  private static final String[] TWICE = {
    """
    package org.springframework.context.support;
    public class AbstractApplicationContext {
      private long sum;
      public void refresh() {
        for (int i = 0; i < 60_000_000; i++) {
          sum = sum * 31 + (sum >>> 7) + i;
        }
      }
      public long sum() { return sum; }
    }
    """,
    """
    package com.example;
    import org.springframework.context.support.AbstractApplicationContext;
    public class Twice {
      static final AbstractApplicationContext FIRST = started();
      static AbstractApplicationContext started() {
        AbstractApplicationContext context = new AbstractApplicationContext();
        context.refresh();
        return context;
      }
      public long run(java.util.Map<String, String> event) {
        return started().sum() - FIRST.sum();
      }
    }
    """
  };

  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Slow:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: classes
            Handler: com.example.Slow::run
            MemorySize: 1769
        Twice:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: twice
            Handler: com.example.Twice::run
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void function() throws IOException {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Sources.compile(folder.resolve("classes"), FUNCTION);
    Sources.compile(folder.resolve("twice"), TWICE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Files.writeString(folder.resolve("event.json"), "{\"name\": \"a\"}");
  }

  private static Transcript measured(String function, Path out, String... more) {
    List<Object> words =
        new ArrayList<>(
            List.of("snapstart", folder, "--function", function, "--runs", 4, "--out", out));
    words.addAll(List.of("--event", folder.resolve("event.json")));
    words.addAll(List.of(more));
    Transcript transcript = Transcript.of(words.toArray());
    assertEquals(0, transcript.exit(), transcript.err() + transcript.out());
    return transcript;
  }

  @Test
  void each_kind_of_restore_has_its_verdict_and_the_priming_is_written() throws IOException {
    Path out = folder.resolve("result");
    Transcript transcript = measured("Slow", out);

    JsonNode document = JSON.readTree(out.resolve("snapstart.json").toFile());
    JsonNode gains = document.at("/functions/0/gains");
    assertEquals(List.of("OWN", "GENERATED", "EVENT"), gains.findValuesAsText("priming"));
    assertEquals(List.of("PAYS", "PAYS", "PAYS"), gains.findValuesAsText("verdict"));
    String said = transcript.out().replaceAll("\\s+", " ");
    assertTrue(said.contains("with generated priming: pays here: it saves "), said);

    List<String> steps = Files.readAllLines(out.resolve("priming/Slow/thaw-priming.txt"));
    assertTrue(steps.contains("initialise com.example.Values"), steps::toString);
    assertTrue(steps.contains("load com.example.Waiting"), steps::toString);
    assertTrue(steps.contains("event {\"name\":\"a\"}"), steps::toString);
    String source = Files.readString(out.resolve("priming/Slow/GeneratedPriming.java"));
    assertTrue(source.startsWith("package com.example;"), source);
    assertFalse(transcript.err().contains("thaw priming: "), transcript.err());
    List<String> kinds = document.at("/risks/0/risks").findValuesAsText("kind");
    assertTrue(kinds.contains("NOT_UNIQUE"), document::toString);
    assertTrue(kinds.contains("CREDENTIALS"), document::toString);
    assertFalse(kinds.contains("DEAD_CONNECTION"), document::toString);
    assertTrue(transcript.out().contains("    not unique: com.example.Slow.RANDOM"));
    assertTrue(Files.exists(Path.of(document.at("/risks/0/explanation").asText())));
    assertEquals("[\"-XX:+DisableExplicitGC\"]", document.at("/primings/0/jvmOptions").toString());
    assertTrue(transcript.out().contains("its JVM also has -XX:+DisableExplicitGC"));
    assertEquals(
        1, document.at("/primings/0/calls").findValuesAsText("reason").size(), document::toString);
  }

  @Test
  void a_context_that_is_made_twice_is_told_with_its_place_at_each_size() throws IOException {
    Path out = folder.resolve("twice-result");
    Transcript transcript = measured("Twice", out, "--memory", "1024,1769");

    JsonNode document = JSON.readTree(out.resolve("snapstart.json").toFile());
    assertEquals(
        List.of("Twice", "Twice"), document.path("functions").findValuesAsText("function"));
    assertEquals(1, document.path("primings").size());
    for (int size : new int[] {1_024, 1_769}) {
      String head = "Twice, %,d MB, ".formatted(size);
      assertTrue(transcript.out().contains(head), transcript.out());
    }
    String again = "    context made twice: Spring's application context is made after the restore";
    String place = "asked for at com.example.Twice.started(Twice.java:";
    String text = transcript.out().replaceAll("\\s+", " ");
    assertEquals(2, text.split(java.util.regex.Pattern.quote(again.strip()), -1).length - 1, text);
    assertEquals(2, text.split(java.util.regex.Pattern.quote(place), -1).length - 1, text);
    assertTrue(Files.exists(out.resolve("why/Twice-1024/why.html")));
    assertTrue(Files.exists(out.resolve("why/Twice-1769/why.html")));
  }
}
