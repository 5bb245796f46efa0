package thaw.environment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.RealRuntime;
import thaw.fixture.Sources;
import thaw.snapshot.CriuCommand;

/** Functions that are dumped and restored, for real. */
@Tag("linux")
class SnapshotTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.util.Map;
      public class Counting {
        static final String ID = java.util.UUID.randomUUID().toString();
        static int calls;
        static { System.out.println("initialised"); }
        public Map<String, Object> handle(Map<String, Object> event) {
          System.out.println("called");
          return Map.of("id", ID, "calls", ++calls, "event", event);
        }
      }
      """;

  @TempDir Path folder;
  private RealRuntime runtime;
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() {
    assumeTrue(System.getenv("THAW_CRIU") != null, "no CRIU");
    runtime = RealRuntime.open(folder);
    assumeTrue(runtime.instance().host().canMakeCells(), "this host permits no cells");
  }

  @AfterEach
  void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  private static CriuCommand criu() {
    String criu = System.getenv("THAW_CRIU");
    return new CriuCommand(
        List.of(criu), Path.of(criu), new thaw.snapshot.CriuVersion(4, 2, "4.2"), false);
  }

  private void log(PlatformEvent.Stamped event) {
    event.text().ifPresent(log::add);
  }

  private SnapshotResult take(EnvironmentSpec spec) throws Exception {
    return new SnapshotTaking(runtime.instance(), criu())
        .take(spec, Files.createDirectory(folder.resolve("snapshot")), "stream", this::log);
  }

  @Test
  void clones_go_on_where_the_function_was_initialised() throws Exception {
    Path task = folder.resolve("task");
    Sources.compile(task, SOURCE);
    EnvironmentSpec spec = runtime.spec(task, "com.example.Counting::handle", 512, 10);
    SnapshotResult result = take(spec);
    Snapshot snapshot =
        assertInstanceOf(SnapshotResult.Taken.class, result, result + " " + log).snapshot();
    String first = null;
    for (int i = 0; i < 3; i++) {
      log.clear();
      try (Environment clone =
          Environment.prepare(
              runtime.instance(), spec.restoredFrom(snapshot), "stream", this::log)) {
        InitOutcome outcome = clone.initialise();
        assertInstanceOf(InitOutcome.Ready.class, outcome, outcome + " " + log);
        for (int call = 1; call <= 2; call++) {
          InvocationResult answer = clone.invoke(Invocation.of("{\"n\":1}".getBytes(UTF_8)));
          InvocationOutcome.Success success =
              assertInstanceOf(InvocationOutcome.Success.class, answer.outcome(), log::toString);
          String text = new String(success.payload(), UTF_8);
          assertTrue(text.contains("\"calls\":" + call), text);
          String id = text.replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
          first = first == null ? id : first;
          assertEquals(first, id, "made in the init phase, as on Lambda");
        }
      }
      System.err.println(String.join("\n", log));
    }
  }
}
