package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Coverage-guided fuzzing by Jazzer, in a JVM of its own: for a moment in each build, for longer by
 * {@code -Dthaw.fuzz.seconds=600}. What it finds is in the message, as a file's bytes.
 */
class FuzzTest {
  private static final int SECONDS = Integer.getInteger("thaw.fuzz.seconds", 4);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "YAML", "NAMED_BINARY", "NUMBERED_BINARY", "PLAIN_BINARY"})
  void no_bytes_break_a_reader(String format) throws Exception {
    Path log = folder.resolve("log");
    Path seeds = Files.createDirectory(folder.resolve("seeds"));
    Files.write(
        seeds.resolve("order"),
        ((Format) Format.class.getField(format).get(null)).write(Order.SAMPLE, Order.SHAPE));
    Process fuzzer =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "com.code_intelligence.jazzer.Jazzer",
                    "--target_class=thaw.wire.FuzzTarget",
                    "--target_args=" + format,
                    "--instrumentation_includes=thaw.wire.**",
                    "--reproducer_path=" + folder,
                    "-artifact_prefix=" + folder + "/",
                    "-max_len=1000",
                    "-max_total_time=" + SECONDS,
                    Files.createDirectory(folder.resolve("corpus")).toString(),
                    seeds.toString()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertTrue(fuzzer.waitFor(SECONDS + 120, TimeUnit.SECONDS), () -> text(log));
      assertEquals(0, fuzzer.exitValue(), () -> text(log));
      assertTrue(text(log).contains("Done "), () -> text(log));
    } finally {
      fuzzer.destroyForcibly();
    }
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
