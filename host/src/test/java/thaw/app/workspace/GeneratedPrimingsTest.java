package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.remedy.priming.SafeCall;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.snapshot.SnapshotStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** With a real JVM. */
@SideBySide
class GeneratedPrimingsTest {
  private static final byte[] EVENT =
      """
      {"version":"2.0","rawPath":"/a","requestContext":{"http":{"method":"GET","path":"/a"}}}
      """
          .getBytes(StandardCharsets.UTF_8);

  private static final String CONTAINER =
      "package com.amazonaws.serverless.proxy.internal; public class LambdaContainerHandler {}";

  /** The young generation is so large that init and hooks do not fill it. */
  private static final int LARGE_MIB = 10_240;

  /** Its container answers nothing, so that the call fails where it is tried. */
  private static final String HANDLER =
      """
      package example;
      import com.amazonaws.serverless.proxy.internal.LambdaContainerHandler;
      import java.lang.management.ManagementFactory;
      public class Handler {
        private final LambdaContainerHandler container = new LambdaContainerHandler();
        public String handle(Object event) {
          return "served";
        }
      }
      """;

  private static final String ENDS_IN_THE_TRIAL =
      HANDLER.replace(
          "  public String",
          """
            public Handler() {
              for (String each : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
                if (each.startsWith("-javaagent:/var/thaw-")) {
                  throw new IllegalStateException("out of order");
                }
              }
            }
            public String\
          """);

  @TempDir Path folder;

  private GeneratedPrimings.Primed primed(RealRuntime runtime, Path task) throws Exception {
    return primed(runtime, task, 1024);
  }

  private GeneratedPrimings.Primed primed(RealRuntime runtime, Path task, int memoryMiB)
      throws Exception {
    EnvironmentSpec version = runtime.spec(task, "example.Handler::handle", memoryMiB, 10);
    return new GeneratedPrimings(
            runtime.instance(),
            Path.of(Sources.program(), "training-function"),
            new SnapshotStore(folder.resolve("primings")))
        .of(version, EVENT);
  }

  private static List<String> reasons(GeneratedPrimings.Primed primed) {
    return primed.used().priming().omitted().stream().map(SafeCall::reason).toList();
  }

  @Test
  void a_priming_whose_calls_were_tried_is_kept() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, HANDLER);
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      GeneratedPrimings.Primed first = primed(runtime, task);
      assertTrue(
          reasons(first).getFirst().startsWith("it fails: container 404: "), first::toString);
      assertEquals(first, primed(runtime, task));
      RuntimeProgram.Java java =
          assertInstanceOf(RuntimeProgram.Java.class, first.spec().program());
      assertEquals(
          java.jdk().feature() >= 21,
          java.jvmOptions().contains("-XX:+DisableExplicitGC"),
          "where a full collection undoes a part of the priming");
    }
  }

  @Test
  void a_priming_whose_calls_could_not_be_tried_says_why_and_is_made_anew_the_next_time()
      throws Exception {
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, ENDS_IN_THE_TRIAL);
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      GeneratedPrimings.Primed first = primed(runtime, task);
      String why = reasons(first).getFirst();
      assertTrue(why.startsWith("it could not be tried: "), why);
      assertTrue(why.endsWith("out of order"), why);
      GeneratedPrimings.Primed second = primed(runtime, task);
      assertEquals(reasons(first), reasons(second));
      assertNotEquals(first.spec(), second.spec()); // other files of steps
    }
  }

  /** The JVM's own, which are in the snapshot. */
  private static final String COUNTS =
      """
      package example;
      import java.lang.management.GarbageCollectorMXBean;
      import java.lang.management.ManagementFactory;
      public class Handler {
        public String handle(Object event) {
          String counts = "";
          for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            counts += each.getName() + (each.getCollectionCount() > 0 ? ": some. " : ": none. ");
          }
          return counts;
        }
      }
      """;

  @Test
  void before_the_snapshot_only_the_young_generation_is_collected() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), COUNTS);
    try (RealRuntime runtime = RealRuntime.open(folder)) {
      assumeTrue(runtime.instance().host().canIsolate(), "this host cannot isolate sandboxes");
      EnvironmentSpec version = primed(runtime, task, LARGE_MIB).spec();
      RuntimeProgram.Java java = assertInstanceOf(RuntimeProgram.Java.class, version.program());
      assumeTrue(java.jdk().feature() >= 21, "a JVM without barriers that collections arm");
      assertEquals("\"Copy: some. MarkSweepCompact: none. \"", restored(runtime, version));
      EnvironmentSpec untold =
          version.observed(List.of("-Dthaw.priming.uncollected=false"), List.of());
      assertEquals("\"Copy: none. MarkSweepCompact: none. \"", restored(runtime, untold));
    }
  }

  private String restored(RealRuntime runtime, EnvironmentSpec version) throws Exception {
    List<String> notes = Collections.synchronizedList(new ArrayList<>());
    EnvironmentSpec published =
        new Snapshots(
                runtime.instance(),
                Optional.of(InstalledCriu.required(!runtime.instance().host().isRootUser())),
                new SnapshotStore(folder.resolve("snapshots")),
                new FunctionArchives(
                    runtime.instance(), new SnapshotStore(folder.resolve("archives"))),
                notes::add)
            .published(version, "stream", _ -> {});
    assertTrue(published.snapshot().isPresent(), notes::toString);
    try (Environment clone =
        Environment.prepareWithLog(runtime.instance(), published, notes::add)) {
      assertInstanceOf(InitOutcome.Ready.class, clone.initialise(), notes::toString);
      InvocationOutcome outcome = clone.invoke(Invocation.of(EVENT)).outcome();
      return new String(
          assertInstanceOf(InvocationOutcome.Success.class, outcome, notes::toString).payload(),
          StandardCharsets.UTF_8);
    }
  }
}
