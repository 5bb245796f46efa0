package thaw.codecs.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link Hot} for each codec, object and kind of JVM, a fork each. */
final class HotRun {
  static final String KIND = "hot";
  static final String C2 = "C2";
  static final String C1 = "C1";
  static final String POLLUTED = "polluted";

  private static final int WARMUPS = 3;
  private static final int ITERATIONS = 5;
  private static final int ITERATION_MILLIS = 200;

  private final BenchSamples samples;

  HotRun(BenchSamples samples) {
    this.samples = samples;
  }

  private record Shot(MeasuredLibrary library, String object, String mode) {}

  void run(List<MeasuredLibrary> libraries, List<String> objects) throws IOException {
    List<Shot> shots = new ArrayList<>();
    for (MeasuredLibrary library : libraries) {
      for (String object : objects) {
        for (String mode : List.of(C2, C1, POLLUTED)) {
          if (isMeasured(library, object, mode)
              && samples.of(KIND, library.name(), object, mode).isEmpty()) {
            shots.add(new Shot(library, object, mode));
          }
        }
      }
    }
    for (int i = 0; i < shots.size(); i++) {
      Shot shot = shots.get(i);
      System.err.printf(
          "hot: %d of %d: %s %s %s%n",
          i + 1, shots.size(), shot.library().name(), shot.object(), shot.mode());
      take(shot);
    }
  }

  /** Wire in all ways; the others under C1 and as an order once, with 14 fields. */
  private static boolean isMeasured(MeasuredLibrary library, String object, String mode) {
    boolean order = object.equals("order");
    if (order && MeasuredLibrary.SPLIT.contains(library)) {
      return false;
    }
    return switch (mode) {
      case C2 -> true;
      case C1 -> library.isWire() || object.equals("14");
      default -> library.isWire() && object.equals("14");
    };
  }

  private void take(Shot shot) throws IOException {
    List<String> flags = new ArrayList<>(shot.library().flags());
    flags.add("--sun-misc-unsafe-memory-access=allow");
    if (shot.mode().equals(C1)) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    RunResult result;
    try {
      result =
          new Runner(
                  new OptionsBuilder()
                      .include(Hot.class.getName())
                      .param("codec", shot.library().name())
                      .param("object", shot.object())
                      .param("polluted", "" + shot.mode().equals(POLLUTED))
                      .jvmArgs(flags.toArray(String[]::new))
                      .addProfiler(GCProfiler.class)
                      .forks(1)
                      .warmupIterations(WARMUPS)
                      .warmupTime(TimeValue.milliseconds(ITERATION_MILLIS))
                      .measurementIterations(ITERATIONS)
                      .measurementTime(TimeValue.milliseconds(ITERATION_MILLIS))
                      .shouldFailOnError(true)
                      .verbosity(VerboseMode.SILENT)
                      .build())
              .runSingle();
    } catch (RunnerException e) {
      System.err.println(shot + " failed: " + e.getMessage());
      return;
    }
    samples.add(List.of(KIND, shot.library().name(), shot.object(), shot.mode()), values(result));
  }

  /** Median wall ns, CPU ns, bytes allocated, size, least and largest wall ns. */
  private static List<String> values(RunResult run) {
    BenchmarkResult result = run.getBenchmarkResults().iterator().next();
    double[] nanos =
        result.getIterationResults().stream()
            .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
            .sorted()
            .toArray();
    double cpu = 0;
    double size = 0;
    long operations = 0;
    for (IterationResult iteration : result.getIterationResults()) {
      Map<String, Result> secondary = iteration.getSecondaryResults();
      cpu += secondary.get("cpuNanos").getScore();
      size = secondary.get("size").getScore();
      operations += iteration.getMetadata().getAllOps();
    }
    double bytes = run.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    return List.of(
        "" + nanos[nanos.length / 2],
        "" + cpu / operations,
        "" + bytes,
        "" + size,
        "" + nanos[0],
        "" + nanos[nanos.length - 1]);
  }
}
