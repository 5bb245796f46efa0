import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import thaw.environment.Environment;
import thaw.runtimeapi.Invocation;
import thaw.environment.InvocationResult;

/**
 * Does the resource model have the shape that daily measurements on AWS show (lambda-perf, a trivial
 * stream handler)? Init must not depend on the memory size, as it runs on boosted CPU; the first
 * invocation must fall with it at least as fast as the CPU share grows. The promise: init at 128 MB
 * within 1.15 of init at 1024 MB on each JDK, and on JDK 25 a first invocation at 128 MB at least 8
 * times that at 1024 MB. All sizes interleaved in one run.
 *
 * <p>Run with {@code benchmarks/run ResourceModel [starts of each] [JDK feature version ...]}.
 */
public final class ResourceModel {
  private static final List<Integer> SIZES = List.of(128, 256, 512, 1024);

  public static void main(String[] arguments) throws Exception {
    int starts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    List<Integer> jdks = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      jdks.add(Integer.parseInt(arguments[i]));
    }
    boolean kept = true;
    try (Lab lab = new Lab()) {
      for (int feature : jdks.isEmpty() ? List.of(25, 17) : jdks) {
        kept &= measure(lab, feature, starts);
      }
    }
    System.exit(kept ? 0 : 1);
  }

  private static boolean measure(Lab lab, int feature, int starts) throws Exception {
    Map<Integer, List<Double>> inits = new LinkedHashMap<>();
    Map<Integer, List<Double>> firsts = new LinkedHashMap<>();
    SIZES.forEach(size -> {
      inits.put(size, new ArrayList<>());
      firsts.put(size, new ArrayList<>());
    });
    Random random = new Random(1);
    for (int i = -1; i < starts; i++) {
      List<Integer> order = new ArrayList<>(SIZES);
      Collections.shuffle(order, random);
      for (int size : order) {
        try (Environment environment =
            Environment.prepareWithLog(lab.instance, lab.hello(Lab.jdk(feature), size), line -> {})) {
          environment.initialise();
          InvocationResult result = environment.invoke(Invocation.of(Lab.EVENT));
          if (i >= 0) {
            inits.get(size).add(result.init().orElseThrow().toNanos() / 1e6);
            firsts.get(size).add(result.duration().toNanos() / 1e6);
          }
        }
      }
    }
    System.out.printf("%s, %d starts of each size%n", Lab.jdk(feature).label(), starts);
    for (int size : SIZES) {
      System.out.printf("  %4d MB  init  %s%n", size, Lab.describe(inits.get(size)));
      System.out.printf("           first %s%n", Lab.describe(firsts.get(size)));
    }
    double init = Lab.quantiles(inits.get(128)).median() / Lab.quantiles(inits.get(1024)).median();
    double first = Lab.quantiles(firsts.get(128)).median() / Lab.quantiles(firsts.get(1024)).median();
    System.out.printf("  init 128 MB / 1024 MB %.2f (promised: at most 1.15)%n", init);
    System.out.printf(
        "  first invocation 128 MB / 1024 MB %.1f%s%n",
        first, feature == 25 ? " (promised: at least 8)" : "");
    return init <= 1.15 && (feature != 25 || first >= 8);
  }
}
