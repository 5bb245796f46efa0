import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.environment.InvocationResult;
import thaw.recording.Recorder;
import thaw.recording.Recording;
import thaw.recording.Window;
import thaw.sandbox.jdk.Jdk;
import thaw.stats.MedianInterval;

/**
 * What does it cost a cold start to be put on record from outside ({@code thaw why}'s baseline
 * run)? Such starts beside those of {@code thaw bench}, interleaved in one run; compared are init and first
 * invocation together, by the wall clock and by the CPU time of all threads. The promise: paired
 * ratios of 0.99 to 1.01.
 *
 * <p>Run with {@code benchmarks/run BaselineRunCost [pairs] [JDK feature version ...]}.
 */
public final class BaselineRunCost {
  /** Milliseconds of one start. */
  private record Cost(double wall, double cpu) {}

  public static void main(String[] arguments) throws Exception {
    int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
    List<Integer> jdks = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      jdks.add(Integer.parseInt(arguments[i]));
    }
    boolean within = true;
    try (Lab lab = new Lab()) {
      Path code = lab.compile("Busy", Lab.BUSY);
      for (int feature : jdks.isEmpty() ? List.of(25, 17) : jdks) {
        within &= measure(lab, code, Lab.jdk(feature), pairs);
      }
    }
    System.exit(within ? 0 : 1);
  }

  private static boolean measure(Lab lab, Path code, Jdk jdk, int pairs) throws Exception {
    EnvironmentSpec spec = lab.function(jdk, 1769, code, Lab.BUSY_HANDLER);
    List<Cost> recorded = new ArrayList<>();
    List<Cost> plain = new ArrayList<>();
    Random random = new Random(1);
    for (int i = -2; i < pairs; i++) {
      List<Boolean> order = new ArrayList<>(List.of(true, false));
      Collections.shuffle(order, random);
      for (boolean onRecord : order) {
        Cost cost = onRecord ? recorded(lab, spec) : plain(lab, spec);
        if (i >= 0) {
          (onRecord ? recorded : plain).add(cost);
        }
      }
    }
    System.out.printf("%s, %d pairs, init and first invocation at 1769 MB%n", jdk.label(), pairs);
    System.out.println("  on record, wall " + Lab.describe(recorded.stream().map(Cost::wall).toList()));
    System.out.println("  as bench,  wall " + Lab.describe(plain.stream().map(Cost::wall).toList()));
    List<Double> wall = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      wall.add(recorded.get(i).wall() / plain.get(i).wall());
      cpu.add(recorded.get(i).cpu() / plain.get(i).cpu());
    }
    return report("wall", wall) & report("CPU", cpu);
  }

  private static boolean report(String name, List<Double> ratios) {
    double ratio = Lab.quantiles(ratios).median();
    MedianInterval interval = MedianInterval.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
    Lab.Verdict verdict = Lab.Verdict.of(interval, 0.99, 1.01);
    System.out.printf("  paired ratio of %-4s %.3f (95 %% interval %.3f..%.3f; promised: 0.990..1.010, %s)%n",
        name, ratio, interval.low(), interval.high(), verdict);
    return verdict != Lab.Verdict.BROKEN;
  }

  private static Cost recorded(Lab lab, EnvironmentSpec spec) throws InterruptedException {
    Recording recording = new Recorder(lab.instance, spec, Lab.EVENT, 0, line -> {}).baseline();
    long wall = recording.windows().stream().mapToLong(Window::nanos).sum();
    return new Cost(wall / 1e6, recording.windows().getLast().after().usage().cpuNanos() / 1e6);
  }

  private static Cost plain(Lab lab, EnvironmentSpec spec) throws InterruptedException {
    try (Environment environment = Environment.prepareWithLog(lab.instance, spec, line -> {})) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of(Lab.EVENT));
      long wall = result.init().orElseThrow().toNanos() + result.duration().toNanos();
      return new Cost(wall / 1e6, environment.inspection().usage().cpuNanos() / 1e6);
    }
  }
}
