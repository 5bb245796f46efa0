import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.NewMachine;
import thaw.runtimeapi.Invocation;
import thaw.experiment.HostFacts;
import thaw.model.Statistic;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * Does one factor for the processor lead from cold starts here to those on Lambda, init and first
 * invocation, on three runtimes at four sizes? Measures a stream handler that does nothing with this
 * machine's page cache and with {@code --page-cache lambda}, all cells in turn, and writes
 * docs/measured/new-machine.md.
 *
 * <p>Run with {@code benchmarks/run NewMachineFit [starts of each [folder of a JDK ...]]}: JDKs 17, 21
 * and 25 are needed, those that Thaw finds by itself or those of the folders. On an idle machine it
 * takes some 3 minutes with 10 starts; a first invocation's mean needs 40.
 */
public final class NewMachineFit {
  private static final Path PAGE = Path.of("docs/measured/new-machine.md");
  private static final int[] SIZES = {128, 256, 512, 1024};
  private static final double WITHIN = 0.3;
  private static final int STEPS = 400;

  /**
   * lambda-perf, x86-64, zip, ten cold starts on each of 184 days of 2026, in the order of SIZES: of init the
   * median of all some 1,830 single starts, of the first invocation, of which each day has the mean alone, the
   * median of these means.
   */
  private static final Map<Integer, double[][]> PUBLISHED = new LinkedHashMap<>();

  static {
    PUBLISHED.put(17, new double[][] {{210.9, 211.1, 210.2, 210.5}, {4.81, 2.35, 2.36, 2.30}});
    PUBLISHED.put(21, new double[][] {{249.5, 249.2, 251.8, 252.3}, {96.81, 35.40, 31.66, 6.73}});
    PUBLISHED.put(25, new double[][] {{214.9, 214.0, 213.0, 213.5}, {240.39, 96.40, 27.65, 10.79}});
  }

  /** What was published of each phase, and so is taken here. */
  private static final Statistic[] STATISTICS = {Statistic.MEDIAN, Statistic.MEAN};

  private record Point(int jdk, int memory, boolean isNew) {}

  /** A figure of the page; phase 0 is init, 1 the first invocation. */
  private record Cell(int jdk, int size, int phase, double warm, double here, double published) {}

  private final Lab lab;
  private final Map<Integer, Jdk> jdks;
  private final Map<Point, List<double[]>> taken = new LinkedHashMap<>();

  private NewMachineFit(Lab lab, Map<Integer, Jdk> jdks) {
    this.lab = lab;
    this.jdks = jdks;
  }

  public static void main(String[] arguments) throws Exception {
    int starts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    Map<Integer, Jdk> jdks = new LinkedHashMap<>();
    for (int feature : PUBLISHED.keySet()) {
      Jdks given = Jdks.among(Arrays.stream(arguments).skip(1).map(Path::of).toList());
      jdks.put(feature, given.ofFeature(feature).orElseGet(() -> Lab.jdk(feature)));
    }
    try (Lab lab = new Lab()) {
      NewMachineFit fit = new NewMachineFit(lab, jdks);
      fit.measure(starts);
      Files.writeString(PAGE, fit.page(starts));
    }
    System.out.println("written: " + PAGE);
  }

  private void measure(int starts) throws Exception {
    for (int jdk : jdks.keySet()) {
      for (int size : SIZES) {
        taken.put(new Point(jdk, size, false), new ArrayList<>());
        taken.put(new Point(jdk, size, true), new ArrayList<>());
      }
    }
    for (int jdk : jdks.keySet()) { // archives, and this machine's page cache
      start(new Point(jdk, 1024, false));
      start(new Point(jdk, 1024, true));
    }
    Random random = new Random(1);
    for (int i = 0; i < starts; i++) {
      List<Point> order = new ArrayList<>(taken.keySet());
      Collections.shuffle(order, random);
      for (Point point : order) {
        taken.get(point).add(start(point));
      }
    }
  }

  private double[] start(Point point) throws Exception {
    EnvironmentSpec spec = lab.hello(jdks.get(point.jdk()), point.memory());
    try (Environment environment =
        Environment.prepareWithLog(lab.instance, point.isNew() ? spec.onNewMachine() : spec, line -> {})) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of(Lab.EVENT));
      return new double[] {millis(result.init().orElseThrow()), millis(result.duration())};
    }
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private double figure(int jdk, int memory, boolean isNew, int phase) {
    return STATISTICS[phase].of(taken.get(new Point(jdk, memory, isNew)).stream().mapToDouble(each -> each[phase]).toArray());
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (int phase = 0; phase < 2; phase++) {
      for (int jdk : jdks.keySet()) {
        for (int i = 0; i < SIZES.length; i++) {
          cells.add(
              new Cell(
                  jdk, SIZES[i], phase, figure(jdk, SIZES[i], false, phase), figure(jdk, SIZES[i], true, phase),
                  PUBLISHED.get(jdk)[phase][i]));
        }
      }
    }
    return cells;
  }

  private interface Value {
    double of(Cell cell);
  }

  private static boolean fits(double here, double published, double factor) {
    return Math.abs(here * factor / published - 1) <= WITHIN;
  }

  private static long within(List<Cell> cells, Value here, double factor) {
    return cells.stream().filter(each -> fits(here.of(each), each.published(), factor)).count();
  }

  /** Of all factors with which most cells fit, the one in the middle. */
  private static double factor(List<Cell> cells, Value here) {
    List<Double> best = new ArrayList<>();
    long most = -1;
    for (int i = 0; i <= STEPS; i++) {
      double factor = 0.5 * Math.pow(8, (double) i / STEPS); // 0.5 to 4
      long fitting = within(cells, here, factor);
      if (fitting > most) {
        best.clear();
        most = fitting;
      }
      if (fitting == most) {
        best.add(factor);
      }
    }
    return best.get(best.size() / 2);
  }

  private String page(int starts) throws IOException {
    List<Cell> cells = cells();
    double factor = factor(cells, Cell::here);
    double warmFactor = factor(cells, Cell::warm);
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Cold starts of a new machine, beside Lambda's

        `benchmarks/run NewMachineFit` wrote this page. It starts a stream handler that does nothing with this machine's page cache (*warm here*), and with `--page-cache lambda` (*here*): JDK, runtime client
        and code come from storage, %s ms a read and %,d MB/s, and up to Java 21 an agent looks at each class ([why](../decisions/0040-new-machine.md)).

        Here: %s, %d CPUs, on %s; %d starts of each, in turn; JDKs: %s. There: github.com/maxday/lambda-perf, x86-64, zip, ten cold starts on each of 184 days of 2026. Init is a median on both sides, there of
        some 1,830 starts. The first invocation is there the median of the days' means, here the mean of all starts.

        | files from | factor for the processor | cells within %.0f %% | of them init | first invocation |
        | --- | --- | --- | --- | --- |
        """
            .formatted(
                plain(NewMachine.READ_COST.latency().toNanos() / 1e6), NewMachine.READ_COST.bytesPerSecond() / 1_000_000,
                HostFacts.read(lab.instance.host()).cpuModel(), Runtime.getRuntime().availableProcessors(), LocalDate.now(ZoneOffset.UTC), starts,
                String.join(", ", jdks.values().stream().map(Jdk::label).toList()), 100 * WITHIN));
    summary(page, "this machine's page cache", cells, Cell::warm, warmFactor);
    summary(page, "storage, `--page-cache lambda`", cells, Cell::here, factor);
    page.append(
        """

        The factor is one for all cells: of all with which most cells fit, the one in the middle. It holds for this machine.

        | phase | runtime | MB | warm here, ms | here, ms | times the factor | Lambda, ms | ratio | within %.0f %% |
        | --- | --- | --- | --- | --- | --- | --- | --- | --- |
        """
            .formatted(100 * WITHIN));
    for (Cell each : cells) {
      double told = each.here() * factor;
      page.append(
          "| %s | java%d | %d | %s | %s | %s | %s | %.2f | %s |%n"
              .formatted(
                  each.phase() == 0 ? "init" : "first invocation", each.jdk(), each.size(), plain(each.warm()), plain(each.here()), plain(told),
                  plain(each.published()), told / each.published(), fits(each.here(), each.published(), factor) ? "yes" : "no"));
    }
    return page.toString();
  }

  private static void summary(StringBuilder page, String files, List<Cell> cells, Value here, double factor) {
    List<Cell> inits = cells.stream().filter(each -> each.phase() == 0).toList();
    List<Cell> firsts = cells.stream().filter(each -> each.phase() == 1).toList();
    page.append(
        "| %s | %.2f | %d of %d | %d of %d | %d of %d |%n"
            .formatted(
                files, factor, within(cells, here, factor), cells.size(), within(inits, here, factor), inits.size(),
                within(firsts, here, factor), firsts.size()));
  }

  private static String plain(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }
}
