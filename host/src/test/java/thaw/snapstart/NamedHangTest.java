package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.Environment;
import thaw.environment.SnapshotResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.fixture.HangingHook;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.log.HungThread;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Bind;
import thaw.snapshot.CriuCommand;

/** Process test: a restore that hangs is named soon, whatever it waits for. */
@Tag("linux")
@Thorough("It waits for five restores that hang; SnapshotTest has one that is ended")
@SideBySide
class NamedHangTest {
  /** Of the product: nobody should wait for longer. */
  private static final Duration LIMIT = Duration.ofSeconds(15);

  /** What is waited for, by the hook's choice. */
  private static final Map<String, String> WAITS =
      new TreeMap<>(
          Map.of(
              "socket", "waited for a socket (connected: 127.0.0.1:5432)",
              "lock", "waited for a lock, a java.lang.Object, which thread \"keeper\" held at",
              "sleep", "slept",
              "dns", "waited for a name server (DNS)",
              "loop", "computed: it may never end"));

  private static final int DNS = 53;

  @TempDir Path folder;
  private RealRuntime runtime;
  private CriuCommand criu;

  /**
   * @param named from the begin of the restore until it was told where it hangs
   */
  private record Named(HungThread at, Duration named) {}

  @BeforeEach
  void open() throws Exception {
    criu = InstalledCriu.required(false);
    runtime = RealRuntime.openIsolated(folder);
  }

  @AfterEach
  void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  /** It asks a name server over TCP, as others do when an answer is long. */
  private EnvironmentSpec version(Path task, String wait) throws Exception {
    Path names =
        Files.writeString(
            folder.resolve("resolv.conf"), "nameserver 192.0.2.53\noptions use-vc timeout:30\n");
    Path order = Files.writeString(folder.resolve("nsswitch.conf"), "hosts: files dns\n");
    return runtime
        .spec(task, HangingHook.HANDLER, 1769, 30, HangingHook.option(wait))
        .withVersion("1")
        .bound(
            List.of(
                Bind.readOnly(names, Path.of("/etc/resolv.conf")),
                Bind.readOnly(order, Path.of("/etc/nsswitch.conf"))));
  }

  private Named named(EnvironmentSpec version, Path taken) throws Exception {
    Snapshot snapshot =
        assertInstanceOf(
                SnapshotResult.Taken.class,
                new SnapshotTaking(runtime.instance(), criu)
                    .take(version, Files.createDirectory(taken), "stream", _ -> {}))
            .snapshot();
    List<PlatformEvent.Stamped> events = Collections.synchronizedList(new ArrayList<>());
    try (Environment clone =
        Environment.prepare(
            runtime.instance(), version.restoredFrom(snapshot), "stream", events::add)) {
      assertInstanceOf(InitOutcome.TimedOut.class, clone.initialise(), events::toString);
    }
    PlatformEvent.Stamped began = first(events, PlatformEvent.RestoreStart.class);
    // Where a restore waits for CPUs its time is up later, and it is told before that as well.
    PlatformEvent.Stamped told = first(events, PlatformEvent.HungAt.class);
    PlatformEvent.HungAt hung = (PlatformEvent.HungAt) told.event();
    return new Named(
        assertInstanceOf(HungThread.class, hung.hang()),
        Duration.ofNanos(told.nanos() - began.nanos()));
  }

  private static PlatformEvent.Stamped first(
      List<PlatformEvent.Stamped> events, Class<? extends PlatformEvent> type) {
    return events.stream()
        .filter(each -> type.isInstance(each.event()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(type.getSimpleName() + " is not in " + events));
  }

  @Test
  void five_restores_that_hang_are_named_within_15_seconds() throws Exception {
    Path task = HangingHook.compile(folder.resolve("task"));
    Map<String, Future<Named>> all = new TreeMap<>();
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      runtime.instance().egress().detour(DNS, mute.getLocalPort()); // which accepts nobody
      for (String wait : WAITS.keySet()) {
        EnvironmentSpec version = version(task, wait);
        all.put(wait, threads.submit(() -> named(version, folder.resolve("snapshot-" + wait))));
      }
    }
    for (Map.Entry<String, String> expected : WAITS.entrySet()) {
      String wait = expected.getKey();
      Named named = all.get(wait).get();
      assertEquals(
          "afterRestore of the resource com.example.Hook", named.at().hook().orElse(""), wait);
      assertTrue(named.at().waitsFor().startsWith(expected.getValue()), named::toString);
      assertTrue(named.named().compareTo(LIMIT) < 0, () -> wait + ": " + named);
    }
  }
}
