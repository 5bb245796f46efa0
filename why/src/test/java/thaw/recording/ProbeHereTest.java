package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * Process test: the probe in a JVM like that of the tests, of whatever architecture it is and
 * without a compiler. Asks for nothing that an emulator of a processor lacks: perf events, exact
 * times.
 */
@Tag("linux")
@SideBySide
class ProbeHereTest {
  @TempDir Path folder;

  /** What is observed. */
  static final class Work {
    private Work() {}

    public static void main(String[] arguments) {
      long sum = 0;
      for (long i = 0; i < 30_000_000; i++) {
        sum += Long.hashCode(31 * i) ^ sum;
      }
      System.gc();
      System.out.println(sum);
    }
  }

  @Test
  void it_is_loaded_and_tells_of_the_jvm_s_life() throws Exception {
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    Probe probe = Probe.install(jdk, folder.resolve("cache"));
    Path samples = folder.resolve("samples");
    Probe.Orders orders =
        new Probe.Orders(
            Duration.ofMillis(1), Duration.ofMillis(2), Optional.of(Work.class.getName()));
    String agent = probe.options(false, orders).getFirst();
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                jdk.java().toString(),
                agent.replace("file=/tmp/" + probe.samples(), "file=" + samples),
                "-cp",
                Path.of(Work.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                Work.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertEquals(0, process.exitValue(), said);
    assertTrue(said.strip().matches("-?\\d+"), said);

    ProbeLog log = ProbeLog.read(samples);
    List<ProbeLog.Mark.Kind> marks =
        log.marks().stream().map(ProbeLog.Mark::kind).distinct().collect(Collectors.toList());
    assertTrue(marks.containsAll(List.of(ProbeLog.Mark.Kind.values())), marks.toString());
    assertEquals(0, log.dropped());
    ProbeLog.Loaded loaded = log.loaded().getFirst();
    assertEquals("L" + Work.class.getName().replace('.', '/') + ";", loaded.signature());
    assertTrue(loaded.java().length > 0, "the stack that loads it");
    assertTrue(log.threads().containsValue("main"), log.threads().toString());
    assertTrue(log.samples() > 0, "samples of a loop");
    assertTrue(
        log.methods().values().stream().anyMatch(method -> method.name().equals("main")),
        log.methods().toString());
  }
}
