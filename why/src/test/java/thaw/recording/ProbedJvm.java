package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import thaw.fixture.Sources;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * A JVM with the probe in it, without sandbox and runtime client: {@code Work.main} of a test's
 * source. The program's end is a normal one, and its memory map is kept.
 */
final class ProbedJvm {
  private static final long PATIENCE_SECONDS = 60;
  private static final String START =
      """
      public class Start {
        public static void main(String[] arguments) throws Exception {
          Work.main(arguments);
          java.nio.file.Path maps = java.nio.file.Path.of("/proc/self/maps");
          java.nio.file.Files.write(java.nio.file.Path.of(System.getProperty("maps")), java.nio.file.Files.readAllBytes(maps));
        }
      }
      """;

  private final Jdk jdk;
  private final Path folder;
  private final Path classes;
  private final List<String> prefix = new ArrayList<>();
  private final List<String> jvm = new ArrayList<>();
  private final StringBuilder more = new StringBuilder();
  private Duration interval = Duration.ofMillis(1);
  private Optional<String> className = Optional.empty();
  private Path samples;
  private boolean probed = true;

  /**
   * @param feature the JDK's; where there is none the test is skipped
   * @param folder gets all files, may exist
   * @param work source of the class {@code Work}
   */
  ProbedJvm(int feature, Path folder, String work) throws IOException {
    Jdks found = Jdks.find(System.getenv(), Path.of(System.getProperty("user.home")));
    Optional<Jdk> wanted = found.ofFeature(feature);
    assumeTrue(wanted.isPresent(), "no JDK " + feature);
    jdk = wanted.get();
    this.folder = folder;
    classes = Sources.compile(folder.resolve("classes"), START, work);
    samples = folder.resolve("samples");
  }

  ProbedJvm every(Duration cpuTime) {
    interval = cpuTime;
    return this;
  }

  Duration interval() {
    return interval;
  }

  /** Options of the probe that the product does not use. */
  ProbedJvm probe(String option) {
    more.append(',').append(option);
    return this;
  }

  ProbedJvm jvm(String... options) {
    jvm.addAll(List.of(options));
    return this;
  }

  ProbedJvm asking(String forClass) {
    className = Optional.of(forClass);
    return this;
  }

  ProbedJvm writing(Path file) {
    samples = file;
    return this;
  }

  /** The same program without the probe. */
  ProbedJvm bare() {
    probed = false;
    return this;
  }

  /** What the command stands behind, such as another user. */
  ProbedJvm behind(String... command) {
    prefix.addAll(List.of(command));
    return this;
  }

  /**
   * @param map empty when the program was killed
   */
  record Seen(int exit, String output, Path samples, Optional<MemoryMap> map) {
    ProbeLog log() throws IOException {
      return ProbeLog.read(samples);
    }

    ProfiledRun profiled() throws IOException {
      ProbeLog log = log();
      Stacks stacks =
          new Stacks(map.orElseThrow(), KernelSymbols.ofThisHost(), Path::of, log.methods());
      return RecordingAssembly.of(log, List.of(), stacks, 0);
    }
  }

  /**
   * Runs it to a good end, sampled as often as this machine can. Where a signal takes most of an
   * interval, hardly anything else runs: then half as often, and so are the next runs.
   *
   * @param patience for one that is sampled
   */
  Seen runAsOftenAsItCan(Duration shortest, Duration patience)
      throws IOException, InterruptedException {
    every(shortest);
    while (interval.toNanos() < 1_000_000) {
      Process process = start();
      try {
        if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
          return good(process);
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
      every(interval.multipliedBy(2));
    }
    return run();
  }

  /** Runs it to its end, which must be a good one. */
  Seen run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    try {
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it hangs: " + output());
      return good(process);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private Seen good(Process ended) throws IOException {
    Seen seen = seen(ended.exitValue());
    assertEquals(0, seen.exit(), seen.output());
    return seen;
  }

  Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(jdk.java().toString());
    command.addAll(jvm);
    command.add("-Dmaps=" + folder.resolve("maps"));
    command.addAll(List.of("-cp", classes.toString()));
    if (probed) {
      command.add(agent(Probe.install(jdk, folder.resolve("cache"))));
    }
    command.add("Start");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("JAVA") || name.startsWith("JDK"));
    builder.environment().putAll(Map.of("LANG", "C.UTF-8"));
    return builder
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("output").toFile())
        .start();
  }

  /** The agent's option, with the file in the test's folder instead of /tmp. */
  private String agent(Probe probe) {
    String option =
        probe
            .options(false, new Probe.Orders(interval, Duration.ofMillis(2), className))
            .getFirst();
    return option.replace("file=/tmp/" + probe.samples(), "file=" + samples) + more;
  }

  Path samples() {
    return samples;
  }

  Seen seen(int exit) throws IOException {
    Path maps = folder.resolve("maps");
    Optional<MemoryMap> map =
        Files.exists(maps)
            ? Optional.of(MemoryMap.parse(Files.readString(maps)))
            : Optional.empty();
    return new Seen(exit, output(), samples, map);
  }

  String output() throws IOException {
    return Files.readString(folder.resolve("output"));
  }
}
