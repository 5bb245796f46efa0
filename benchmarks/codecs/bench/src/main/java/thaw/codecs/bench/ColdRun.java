package thaw.codecs.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import thaw.codecs.Order;

/**
 * The first order that a codec writes and reads, each time in a JVM of its own that has the jars of
 * this codec only. In each round the order of codecs is another one.
 */
final class ColdRun {
  static final String DEFAULT = "cold";
  static final String CACHED = "cold-aot";
  static final String CLASSES = "classes";
  private static final int CLASS_RUNS = 3;
  private static final String NOTHING = "nothing";

  private static final String FROM_JAR = " source: file:";

  /** What a child has before the measured part. */
  private static final List<String> HARNESS =
      List.of(
          "codecs.ColdChild ",
          "codecs.ThreadCpu ",
          "codecs.Orders ",
          "codecs.MeasuredCodec ",
          "codecs.Begin ");

  private final Path jars;
  private final Path out;
  private final BenchSamples samples;
  private final Random random = new Random(8);

  ColdRun(Path jars, Path out, BenchSamples samples) {
    this.jars = jars;
    this.out = out;
    this.samples = samples;
  }

  private record Shot(String kind, MeasuredLibrary library, int round) {}

  void run(List<MeasuredLibrary> libraries, int rounds) throws IOException, InterruptedException {
    List<MeasuredLibrary> all = new ArrayList<>(libraries);
    all.add(new MeasuredLibrary(NOTHING, "an empty main", List.of(), List.of()));
    for (int round = 1; round <= rounds; round++) {
      List<Shot> shots = new ArrayList<>();
      for (MeasuredLibrary library : all) {
        shots.add(new Shot(DEFAULT, library, round));
        shots.add(new Shot(CACHED, library, round));
        if (round <= CLASS_RUNS && !library.name().equals(NOTHING)) {
          shots.add(new Shot(CLASSES, library, round));
        }
      }
      Collections.shuffle(shots, random);
      for (Shot shot : shots) {
        if (samples.of(shot.kind(), shot.library().name(), "" + shot.round()).isEmpty()) {
          take(shot);
        }
      }
      System.err.println("cold: round " + round + " of " + rounds);
    }
  }

  private void take(Shot shot) throws IOException, InterruptedException {
    List<String> key = List.of(shot.kind(), shot.library().name(), "" + shot.round());
    MeasuredLibrary library = shot.library();
    switch (shot.kind()) {
      case DEFAULT -> add(key, child(library, List.of()));
      case CACHED ->
          add(key, child(library, List.of("-XX:AOTCache=" + cache(library), "-XX:AOTMode=on")));
      case CLASSES -> countClasses(key, library);
      default -> throw new IllegalStateException(shot.kind());
    }
  }

  private void add(List<String> key, List<String> values) throws IOException {
    if (!values.isEmpty()) {
      samples.add(key, values);
    }
  }

  /** Made by one run that does what is measured; again when a jar is newer. */
  private Path cache(MeasuredLibrary library) throws IOException, InterruptedException {
    Path cache = out.resolve(library.name() + ".aot");
    long newest = 0;
    for (Path jar : classPath(library)) {
      newest = Math.max(newest, Files.getLastModifiedTime(jar).toMillis());
    }
    if (!Files.exists(cache) || Files.getLastModifiedTime(cache).toMillis() < newest) {
      Files.deleteIfExists(cache);
      child(library, List.of("-XX:AOTCacheOutput=" + cache));
    }
    return cache;
  }

  private List<Path> classPath(MeasuredLibrary library) throws IOException {
    List<Path> classPath = new ArrayList<>();
    try (Stream<Path> files = Files.list(jars)) {
      for (Path jar : files.sorted().toList()) {
        String name = jar.getFileName().toString();
        if (name.startsWith("codecs-order") || library.jars().stream().anyMatch(name::startsWith)) {
          classPath.add(jar);
        }
      }
    }
    return classPath;
  }

  /** CPU ns, wall ns, size, ns of each of the next, CPU ms of the process; nothing if it failed. */
  private List<String> child(MeasuredLibrary library, List<String> flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(library.flags());
    command.addAll(flags);
    command.add("-cp");
    command.add(String.join(":", classPath(library).stream().map(Path::toString).toList()));
    command.add("thaw.codecs.ColdChild");
    command.add(library.name());
    Path errors = out.resolve("errors.txt");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    for (String line : printed.lines().toList()) {
      if (line.startsWith("sample\t")) {
        List<String> values = List.of(line.split("\t"));
        String shown = values.get(6);
        if (library.name().equals(NOTHING) || shown.equals(Order.sample().toString())) {
          return values.subList(1, 6);
        }
        System.err.println(library.name() + " decoded something else: " + shown);
        return List.of();
      }
    }
    System.err.println(library.name() + " ended with " + exit + ": " + printed);
    try (Stream<String> lines = Files.lines(errors)) {
      lines.limit(5).forEach(line -> System.err.println("  " + line));
    }
    return List.of();
  }

  /** How many are loaded between the two classes that mark the measured part, and from jars. */
  private void countClasses(List<String> key, MeasuredLibrary library)
      throws IOException, InterruptedException {
    Path log = out.resolve("classes-" + library.name() + ".txt");
    if (child(library, List.of("-Xlog:class+load:file=" + log)).isEmpty()) {
      return;
    }
    int loaded = 0;
    int fromJars = 0;
    boolean counting = false;
    for (String line : Files.readAllLines(log)) {
      if (line.contains(" thaw.codecs.End ")) {
        break;
      }
      if (counting) {
        loaded++;
        fromJars += line.contains(FROM_JAR) ? 1 : 0;
      }
      if (!counting && line.contains(FROM_JAR) && HARNESS.stream().noneMatch(line::contains)) {
        throw new IllegalStateException("loaded before the measured part: " + line);
      }
      counting |= line.contains(" thaw.codecs.Begin ");
    }
    samples.add(key, List.of("" + loaded, "" + fromJars));
  }
}
