package thaw.wire.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.wire.Format;
import thaw.wire.Shape;

/**
 * Coverage-guided fuzzing of the descriptions of events by Jazzer, in a JVM of its own: for a
 * moment in each build, for longer by {@code -Dthaw.fuzz.seconds=600}.
 */
class EventFuzzTest {
  private static final int SECONDS = Integer.getInteger("thaw.fuzz.seconds", 6);
  private static final int LARGEST = 64 * 1024;

  @TempDir Path folder;

  @Test
  void no_bytes_break_an_event() throws Exception {
    fuzz("JSON");
  }

  @Tag("thorough") // It starts the fuzzer once more; that of the module wire has this format, too
  @Test
  void no_bytes_break_an_event_of_cbor() throws Exception {
    fuzz("CBOR");
  }

  private void fuzz(String format) throws Exception {
    Path log = folder.resolve("log");
    Path seeds = Files.createDirectory(folder.resolve("seeds"));
    for (int i = 0; i < EventFuzzTarget.TYPES.size(); i++) {
      Files.write(seeds.resolve("event" + i), seed(format, i));
    }
    Process fuzzer =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    "-Xmx512m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=" + (SECONDS > 6 ? 4 : 1), // C2 pays in long runs only
                    "-cp",
                    System.getProperty("java.class.path"),
                    "com.code_intelligence.jazzer.Jazzer",
                    "--target_class=thaw.wire.events.EventFuzzTarget",
                    "--target_args=" + format,
                    "--instrumentation_includes=thaw.**",
                    "--reproducer_path=" + folder,
                    "-artifact_prefix=" + folder + "/",
                    "-max_len=" + LARGEST,
                    "-timeout=20",
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

  /** An event with a value in each field. */
  private static byte[] seed(String format, int type) throws ReflectiveOperationException {
    byte[] document =
        written((Format) Format.class.getField(format).get(null), EventFuzzTarget.TYPES.get(type));
    byte[] seed = new byte[document.length + 1];
    seed[0] = (byte) type;
    System.arraycopy(document, 0, seed, 1, document.length);
    return seed;
  }

  private static <T> byte[] written(Format format, Class<T> type) {
    Shape<T> shape = EventTypes.shape(type);
    return format.write(type.cast(new Filled(1, 0).object(type)), shape);
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
