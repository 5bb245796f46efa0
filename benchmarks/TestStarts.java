import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How long do tests wait for functions? Thirty tests with thaw-junit in three ways, in turn. Each run is
 * a JVM of its own with JUnit, and takes in the start and the end of the program {@code thaw run}.
 *
 * <ul>
 *   <li>of one function, as users write them: it is restored for the first test, and warm from then on;
 *   <li>each the first request of a function of its own, all restored from snapshots;
 *   <li>the same with a cold JVM each ({@code StartMode.COLD}).
 * </ul>
 *
 * <p>The first restored run makes the snapshots and is told apart. The function uses Jackson, Gson
 * and Guava in init, at 1024 MB.
 *
 * <p>Promised: a restored function is ready in at most 50 ms (the restore's duration in REPORT, the
 * median), and thirty tests of one function take at most one fifth of the time with a cold JVM each. The
 * ratio of thirty restores to thirty cold JVMs is printed beside it.
 *
 * <p>Run with {@code benchmarks/run TestStarts [ROUNDS [TESTS]]}; thaw-junit must have been built.
 */
public final class TestStarts {
  private static final double MOST_RESTORE_MILLIS = 50;
  private static final double MOST_RATIO = 0.2;
  private static final String ONE = "one function";
  private static final String EACH = "a restored function each";
  private static final String COLD = "a cold JVM each";

  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    int tests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 30;
    boolean kept;
    try (Lab lab = new Lab()) {
      Path event = Files.writeString(lab.work.resolve("order.json"), "{\"id\":\"a\",\"count\":3}");
      List<TestJvm.Call> calls = new ArrayList<>();
      for (int i = 0; i < tests; i++) {
        calls.add(new TestJvm.Call("Orders" + i, event));
      }
      Map<String, Way> ways = new LinkedHashMap<>();
      ways.put(ONE, new Way(OrdersApplication.in(lab, 1), Collections.nCopies(tests, calls.getFirst()), "FASTEST"));
      ways.put(EACH, new Way(OrdersApplication.in(lab, tests), calls, "FASTEST"));
      ways.put(COLD, new Way(ways.get(EACH).application(), calls, "COLD"));
      TestJvm jvm = new TestJvm(lab.work);
      for (String name : List.of(ONE, EACH)) {
        System.out.printf("first run, which makes the snapshots, %s: %.0f ms%n", name, ways.get(name).run(jvm).millis());
      }
      Map<String, List<Double>> totals = new LinkedHashMap<>();
      Map<String, List<Double>> waited = new LinkedHashMap<>();
      List<Double> restores = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        List<String> order = new ArrayList<>(ways.keySet());
        Collections.rotate(order, round);
        for (String name : order) {
          TestJvm.Run run = ways.get(name).run(jvm);
          require(run, name.equals(COLD) ? "COLD" : "RESTORED", name.equals(ONE));
          totals.computeIfAbsent(name, _ -> new ArrayList<>()).add(run.millis());
          waited.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(run.invocations());
          restores.addAll(run.restores());
        }
      }
      System.out.printf("%d tests, %d rounds in turn%n", tests, rounds);
      totals.forEach((mode, all) -> System.out.printf("  %-28s all tests: %s%n", mode, Lab.describe(all)));
      waited.forEach((mode, all) -> System.out.printf("  %-28s a test's request: %s%n", mode, Lab.describe(all)));
      double restore = Lab.quantiles(restores).median();
      double cold = Lab.quantiles(totals.get(COLD)).median();
      double ratio = Lab.quantiles(totals.get(ONE)).median() / cold;
      System.out.printf("  restore, as REPORT tells: %s; promised at most %.0f ms: %s%n",
          Lab.describe(restores), MOST_RESTORE_MILLIS, restore <= MOST_RESTORE_MILLIS ? "kept" : "BROKEN");
      System.out.printf("  one function to cold JVMs, all tests: %.2f; promised at most %.2f: %s%n",
          ratio, MOST_RATIO, ratio <= MOST_RATIO ? "kept" : "BROKEN");
      System.out.printf("  a restore each to cold JVMs, all tests: %.2f%n", Lab.quantiles(totals.get(EACH)).median() / cold);
      kept = restore <= MOST_RESTORE_MILLIS && ratio <= MOST_RATIO;
    }
    System.exit(kept ? 0 : 1);
  }

  private static void require(TestJvm.Run run, String start, boolean onlyFirst) {
    List<String> starts = onlyFirst ? run.starts().subList(0, 1) : run.starts();
    if (starts.stream().anyMatch(each -> !each.equalsIgnoreCase(start))) {
      throw new IllegalStateException("not all started as wanted, " + start + ": " + run.starts());
    }
  }

  /** How tests get their functions. */
  private record Way(Path application, List<TestJvm.Call> calls, String mode) {
    TestJvm.Run run(TestJvm jvm) throws Exception {
      return jvm.run(application, calls, mode, List.of(), Optional.empty());
    }
  }
}
