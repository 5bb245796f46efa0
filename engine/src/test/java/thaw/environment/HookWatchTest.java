package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.runtimeapi.SharedSession;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.Hang;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.IsolatedSandbox;
import thaw.sandbox.SandboxSpec;

/** A real isolated sandbox. */
@Tag("linux")
@SideBySide
class HookWatchTest {
  private static final long BYTES = 256 * 1024 * 1024;

  @TempDir Path folder;
  private final List<PlatformEvent> events = new ArrayList<>();

  @Test
  void that_time_is_up_is_told_though_the_box_has_ended_meanwhile() throws Exception {
    try (RealRuntime real = RealRuntime.open(folder)) {
      assumeTrue(real.instance().host().canIsolate(), "this host cannot isolate sandboxes");
      EnvironmentSpec spec = real.spec(folder, "a.Handler", 256, 10);
      SandboxSpec box =
          new SandboxSpec(Map.of(), List.of(), Path.of("/"), List.of(), CpuLimit.whole(2), BYTES);
      IsolatedSandbox sandbox = real.instance().prepareIsolated("isolated", box);
      EventLog eventLog = new EventLog(stamped -> events.add(stamped.event()));
      try (var process =
          new RuntimeProcess<>(sandbox, new SharedSession(1), spec, Map.of(), eventLog)) {
        sandbox.parkRestore(
            () -> {
              throw new IOException("no restore here");
            },
            () -> {});
        sandbox.start();
        sandbox.exit().get(1, TimeUnit.MINUTES);
        sandbox.close();
        HookWatch.of(process, spec.program(), true, eventLog).tellWhereItHangs();
      }
    }
    PlatformEvent.HungAt told =
        assertInstanceOf(PlatformEvent.HungAt.class, events.getLast(), events::toString);
    assertEquals(Hang.silent("CRIU has not ended the restore"), told.hang());
  }
}
