package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.remedy.priming.SafeCall;
import thaw.snapshot.SnapshotStore;

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
    EnvironmentSpec version = runtime.spec(task, "example.Handler::handle", 1024, 10);
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
}
