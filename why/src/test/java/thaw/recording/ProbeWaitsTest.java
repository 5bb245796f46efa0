package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.StartsProcesses;

/** A main thread that is blocked, in the ways in which functions are. */
@Tag("jvm")
@StartsProcesses("It compares samples with how long a thread waited")
class ProbeWaitsTest {
  /** Measures each wait itself and writes {@code name begin end} of each, in nanoseconds. */
  private static final String WORK =
      """
      import java.net.*;
      import java.nio.file.*;
      import java.util.concurrent.locks.LockSupport;
      public class Work {
        interface Wait { void run() throws Exception; }
        static final StringBuilder times = new StringBuilder();
        public static void main(String[] arguments) throws Exception {
          ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
          Thread slow = new Thread(() -> {
            try (Socket socket = server.accept()) {
              socket.getInputStream().read();
              Thread.sleep(400);
              socket.getOutputStream().write(1);
            } catch (Exception e) {
              e.printStackTrace();
            }
          });
          slow.start();
          Thread main = Thread.currentThread();
          time("sleep", () -> Thread.sleep(400));
          time("park", () -> LockSupport.parkNanos(400_000_000L));
          try (Socket socket = new Socket("127.0.0.1", server.getLocalPort())) {
            socket.getOutputStream().write(1);
            time("127.0.0.1:" + server.getLocalPort(), () -> socket.getInputStream().read());
          }
          Process process = new ProcessBuilder("sleep", "0.4").start();
          time("waitFor", process::waitFor);
          Files.writeString(Path.of("times"), times.toString());
        }
        static void time(String name, Wait wait) throws Exception {
          long begin = System.nanoTime();
          wait.run();
          times.append(name + " " + begin + " " + System.nanoTime() + "\\n");
        }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void each_wait_has_its_place_kind_peer_and_duration(int feature) throws Exception {
    ProfiledRun seen = new ProbedJvm(feature, folder, WORK).run().profiled();
    Map<String, ProfiledRun.Span> times = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve("times"))) {
      String[] words = line.split(" ");
      times.put(words[0], new ProfiledRun.Span(Long.parseLong(words[1]), Long.parseLong(words[2])));
    }
    String peer = times.keySet().stream().filter(name -> name.contains(":")).findFirst().get();
    check(seen, times.get("sleep"), "java.lang.Thread.sleep", ThreadSample.Wait.Kind.LOCK, "");
    check(
        seen, times.get("park"), "jdk.internal.misc.Unsafe.park", ThreadSample.Wait.Kind.LOCK, "");
    check(
        seen,
        times.get(peer),
        "sun.nio.ch.NioSocketImpl.read",
        ThreadSample.Wait.Kind.NETWORK,
        peer);
    check(
        seen,
        times.get("waitFor"),
        "java.lang.ProcessImpl.waitFor",
        ThreadSample.Wait.Kind.LOCK,
        "");
  }

  /** The JVM sleeps and parks on futexes: of what kind such a wait is, its Java frames say. */
  private static void check(
      ProfiledRun seen,
      ProfiledRun.Span span,
      String method,
      ThreadSample.Wait.Kind kind,
      String peer) {
    List<ThreadSample> waits =
        seen.waits().stream()
            .filter(wait -> wait.nanos() >= span.beginNanos() && wait.nanos() < span.endNanos())
            .toList();
    ThreadSample longest =
        waits.stream()
            .max((a, b) -> Long.compare(a.weightNanos(), b.weightNanos()))
            .orElseThrow(() -> new AssertionError("no wait in " + method));
    List<String> frames = longest.frames().stream().map(Frame::text).toList();
    assertTrue(frames.contains(method), method + " in " + frames);
    assertTrue(frames.contains("Work.main"), frames.toString());
    assertEquals(kind, longest.waits().kind(), method);
    assertEquals(peer, longest.waits().peer(), method);
    double took = span.endNanos() - span.beginNanos();
    double recorded = longest.weightNanos() + (double) seen.lookNanos();
    assertEquals(1, recorded / took, 0.2, method);
  }
}
