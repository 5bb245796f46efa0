package thaw.lab.reflection;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.Workbench;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/**
 * One fork of one benchmark of the course. JMH forks it from a JVM that does nothing but that, so
 * that the rounds of the lab interleave benchmarks as they do all other cases.
 *
 * @see <a href="https://github.com/openjdk/jmh">JMH</a>
 */
final class Jmh {
  static final int WARM_UPS = 3;
  static final int ITERATIONS = 5;
  static final int ITERATION_MILLIS = 100;

  /** The options of the JVM that forks: it ends soon, and asks nobody whether another JMH runs. */
  private static final List<String> FORKING =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djmh.ignoreLock=true");

  /** The collector of the measured JVM, so that it is not the number of CPUs that chooses. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Jmh() {}

  /**
   * The median of the iterations, in ns for one call.
   *
   * @param benchmark {@code package.Class.method}
   * @param options of the JVM that is measured
   */
  static double nanos(Workbench workbench, Jdk jdk, String benchmark, List<String> options)
      throws InterruptedException, SampleFailure {
    try {
      Path result = Files.createTempFile(workbench.folder(), "jmh-", ".json");
      try {
        workbench.run(jvm(workbench, jdk, benchmark, options, result));
        return median(Files.readString(result));
      } finally {
        Files.delete(result);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read what JMH has measured", e);
    }
  }

  private static Jvm jvm(
      Workbench workbench, Jdk jdk, String benchmark, List<String> options, Path result) {
    List<Path> classPath = new ArrayList<>(List.of(workbench.courseJar()));
    classPath.addAll(workbench.libraries("jmh"));
    List<String> forked = new ArrayList<>(List.of(COLLECTOR));
    forked.addAll(options);
    String iteration = ITERATION_MILLIS + "ms";
    return Jvm.on(
            jdk,
            classPath,
            "org.openjdk.jmh.Main",
            "^" + benchmark.replace(".", "\\.") + "$",
            "-f",
            "1",
            "-wi",
            Integer.toString(WARM_UPS),
            "-w",
            iteration,
            "-i",
            Integer.toString(ITERATIONS),
            "-r",
            iteration,
            "-foe",
            "true",
            "-jvmArgs",
            String.join(" ", forked),
            "-rf",
            "json",
            "-rff",
            result.toString())
        .with(FORKING)
        .with("-Djava.io.tmpdir=" + workbench.folder());
  }

  /**
   * @param results as JMH writes them
   */
  static double median(String results) throws SampleFailure {
    try {
      JsonNode all = JSON.readTree(results);
      JsonNode metric = all.path(0).path("primaryMetric");
      JsonNode median = metric.path("scorePercentiles").path("50.0");
      if (all.size() != 1 || !median.isNumber()) {
        throw new SampleFailure("JMH measured " + all.size() + " benchmarks in place of one");
      }
      if (!metric.path("scoreUnit").asText().equals("ns/op")) {
        throw new SampleFailure("not in ns/op: " + metric.path("scoreUnit").asText());
      }
      return median.doubleValue();
    } catch (JsonProcessingException e) {
      throw new SampleFailure("JMH wrote no JSON: " + e.getOriginalMessage());
    }
  }
}
