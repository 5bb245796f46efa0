package thaw.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Coverage-guided fuzzing by Jazzer, in a JVM of its own: for a moment in each build, for longer by
 * {@code -Dthaw.fuzz.seconds=600}. What it finds is in the message, as a file's bytes. It begins
 * with what was kept of earlier runs in {@code src/test/corpus}, a line of Base64 for each input;
 * {@code -Dthaw.fuzz.keep=true} keeps short inputs of this one there.
 */
class FuzzTest {
  private static final int SECONDS = Integer.getInteger("thaw.fuzz.seconds", 6);
  private static final Path CORPUS = Path.of("src/test/corpus");
  private static final int LARGEST = 64 * 1024;
  private static final int LARGEST_KEPT = 256;
  private static final int MOST_KEPT = 400;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"JSON", "YAML", "CBOR", "PLAIN_BINARY", "PROTOBUF", "FIX"})
  void what_once_made_new_code_run_breaks_no_reader(String format) throws Exception {
    FuzzTarget.fuzzerInitialize(new String[] {format});
    for (byte[] input : kept(format)) {
      FuzzTarget.fuzzerTestOneInput(input);
    }
    for (byte[] input : samples(format)) {
      FuzzTarget.fuzzerTestOneInput(input);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"YAML", "PROTOBUF"})
  void no_bytes_break_a_reader(String format) throws Exception {
    fuzz(format);
  }

  @Tag("thorough") // Each is one more format; the test of what was kept reads all of them
  @ParameterizedTest
  @ValueSource(strings = {"JSON", "CBOR", "PLAIN_BINARY", "FIX"})
  void no_bytes_break_a_reader_of_the_other_formats(String format) throws Exception {
    fuzz(format);
  }

  private void fuzz(String format) throws Exception {
    Path log = folder.resolve("log");
    Path seeds = Files.createDirectory(folder.resolve("seeds"));
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    List<byte[]> inputs = new ArrayList<>(samples(format));
    inputs.addAll(kept(format));
    for (int i = 0; i < inputs.size(); i++) {
      Files.write(seeds.resolve("seed" + i), inputs.get(i));
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
                    "--target_class=thaw.wire.FuzzTarget",
                    "--target_args=" + format,
                    "--instrumentation_includes=thaw.wire.**",
                    "--reproducer_path=" + folder,
                    "-artifact_prefix=" + folder + "/",
                    "-max_len=" + LARGEST,
                    "-timeout=20",
                    "-max_total_time=" + SECONDS,
                    corpus.toString(),
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
    if (Boolean.getBoolean("thaw.fuzz.keep")) {
      keep(corpus, format);
    }
  }

  /** Documents of all shapes, those of 60 KB included. */
  private static List<byte[]> samples(String name) throws ReflectiveOperationException {
    Format format = (Format) Format.class.getField(name).get(null);
    List<byte[]> samples = new ArrayList<>();
    List<FuzzShapes.Known<?>> all = FuzzShapes.of(format);
    for (int i = 0; i < all.size(); i++) {
      if (FuzzShapes.has(format, all.get(i))) {
        samples.addAll(samples(format, i, all.get(i)));
      }
    }
    return samples;
  }

  private static <T> List<byte[]> samples(Format format, int number, FuzzShapes.Known<T> known) {
    List<byte[]> samples = new ArrayList<>();
    for (T sample : known.samples()) {
      byte[] document = format.write(sample, known.shape());
      byte[] input = new byte[document.length + 1];
      input[0] = (byte) number;
      System.arraycopy(document, 0, input, 1, document.length);
      assertTrue(input.length <= LARGEST, () -> input.length + " bytes are cut off");
      samples.add(input);
    }
    return samples;
  }

  private static List<byte[]> kept(String format) throws IOException {
    Path file = CORPUS.resolve(format + ".txt");
    return Files.exists(file)
        ? Files.readAllLines(file, US_ASCII).stream().map(Base64.getDecoder()::decode).toList()
        : List.of();
  }

  /** The shortest first, and what there was before. */
  private static void keep(Path corpus, String format) throws IOException {
    TreeSet<String> lines =
        new TreeSet<>(
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
    for (byte[] before : kept(format)) {
      lines.add(Base64.getEncoder().encodeToString(before));
    }
    try (Stream<Path> files = Files.list(corpus)) {
      for (Path file : files.toList()) {
        if (Files.size(file) <= LARGEST_KEPT) {
          lines.add(Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
        }
      }
    }
    Files.createDirectories(CORPUS);
    Files.write(
        CORPUS.resolve(format + ".txt"), lines.stream().limit(MOST_KEPT).toList(), US_ASCII);
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
