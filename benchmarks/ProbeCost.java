import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.recording.Probe;
import thaw.sandbox.Bind;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.SandboxHost;
import thaw.stats.MedianInterval;

/**
 * What does the probe cost the main thread of a cold start? The same function with the probe idle,
 * sampling, and with the log of class loads, beside itself without, interleaved in one run. What is
 * compared is the main thread's CPU time from the start of the JVM to the end of the first
 * invocation, as the kernel counts it: on a busy machine a wall clock would say nothing. The promise:
 * idle at most 1 %, at 1 ms at most 10 %.
 *
 * <p>Run with {@code benchmarks/run ProbeCost [rounds] [JDK feature version ...]}; needs mount
 * namespaces.
 */
public final class ProbeCost {
  private static final Path IN_BOX = Path.of("/var/thaw");
  private static final String LOG = "-Xlog:class+load=info:file=/tmp/classes.log:timenanos,tid:filecount=0";

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
    List<Integer> jdks = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      jdks.add(Integer.parseInt(arguments[i]));
    }
    boolean within = true;
    try (Lab lab = new Lab(SandboxHost.probe().observable())) {
      Path code = lab.compile("Busy", Lab.BUSY);
      for (int feature : jdks.isEmpty() ? List.of(25, 17) : jdks) {
        within &= measure(lab, code, Lab.jdk(feature), rounds);
      }
    }
    System.exit(within ? 0 : 1);
  }

  private static boolean measure(Lab lab, Path code, Jdk jdk, int rounds) throws Exception {
    EnvironmentSpec plain = lab.function(jdk, 1769, code, Lab.BUSY_HANDLER);
    Probe probe = Probe.install(jdk, lab.work.resolve("probe"));
    Map<String, EnvironmentSpec> variants = new LinkedHashMap<>();
    variants.put("nothing", plain);
    variants.put("the same again", plain);
    variants.put("log of class loads", with(plain, probe, List.of(LOG)));
    variants.put("probe idle", with(plain, probe, List.of(agent(probe, 0))));
    variants.put("probe at 1 s", with(plain, probe, List.of(agent(probe, 1_000_000_000)))); // no samples
    variants.put("probe at 1 ms", with(plain, probe, List.of(agent(probe, 1_000_000))));
    variants.put("probe at 0.5 ms", with(plain, probe, List.of(agent(probe, 500_000))));
    variants.put("probe at 1 ms, log", with(plain, probe, List.of(agent(probe, 1_000_000), LOG)));
    variants.put("probe at 0.5 ms, log", with(plain, probe, List.of(agent(probe, 500_000), LOG)));
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    variants.keySet().forEach(name -> millis.put(name, new ArrayList<>()));
    Random random = new Random(1);
    for (int i = -1; i < rounds; i++) {
      List<String> order = new ArrayList<>(variants.keySet());
      Collections.shuffle(order, random);
      for (String name : order) {
        double cpu = mainThreadMillis(lab, variants.get(name));
        if (i >= 0) {
          millis.get(name).add(cpu);
        }
      }
    }
    return report(jdk, millis);
  }

  private static boolean report(Jdk jdk, Map<String, List<Double>> millis) {
    List<Double> base = millis.get("nothing");
    System.out.printf("%s, %d rounds, CPU time of the main thread until the first invocation's end%n", jdk.label(), base.size());
    Map<String, Double> promised = Map.of("probe idle", 1.01, "probe at 1 ms", 1.10);
    boolean kept = true;
    for (String name : millis.keySet()) {
      double[] ratios = new double[base.size()];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = millis.get(name).get(i) / base.get(i);
      }
      double ratio = median(ratios);
      MedianInterval interval = MedianInterval.of(ratios);
      System.out.printf("  %-22s p50 %6.1f ms, paired ratio %.3f (95 %% interval %.3f..%.3f)%n",
          name, Lab.quantiles(millis.get(name)).median(), ratio, interval.low(), interval.high());
      if (promised.containsKey(name)) {
        Lab.Verdict verdict = Lab.Verdict.of(interval, 0, promised.get(name));
        System.out.printf("  %-22s promised: at most %.2f, %s%n", "", promised.get(name), verdict);
        kept &= verdict != Lab.Verdict.BROKEN;
      }
    }
    return kept;
  }

  private static double median(double[] values) {
    List<Double> list = new ArrayList<>();
    for (double value : values) {
      list.add(value);
    }
    return Lab.quantiles(list).median();
  }

  private static EnvironmentSpec with(EnvironmentSpec plain, Probe probe, List<String> options) {
    return plain.observed(options, List.of(Bind.readOnly(probe.library().getParent(), IN_BOX)));
  }

  private static String agent(Probe probe, long intervalNanos) {
    return "-agentpath:" + IN_BOX.resolve(probe.library().getFileName())
        + "=file=/tmp/samples,interval=" + intervalNanos + ",wall=2000000";
  }

  /** The first thread is the launcher, the second one runs {@code main}. */
  private static double mainThreadMillis(Lab lab, EnvironmentSpec spec) throws InterruptedException {
    StringBuilder log = new StringBuilder();
    try (Environment environment = Environment.prepareWithLog(lab.instance, spec, line -> log.append(line).append('\n'))) {
      environment.initialise();
      environment.respond(Invocation.of(Lab.EVENT), outcome -> {});
      if (!(environment.conclude().outcome() instanceof InvocationOutcome.Success)) {
        throw new IllegalStateException("the function failed: " + log);
      }
      return environment.inspection().reading().threads().stream().limit(2).mapToLong(thread -> thread.onCpuNanos()).sum() / 1e6;
    }
  }
}
