import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import thaw.app.bench.Axes;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchRequest;
import thaw.app.choice.SourceChoice;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.runtimeapi.log.Start;
import thaw.runtimeapi.Invocation;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.HostFacts;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.experiment.matrix.SnapStart;
import thaw.function.MemorySize;
import thaw.model.LambdaModel;
import thaw.model.LeaveOut;
import thaw.model.ModelFile;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.model.PublishedStarts;
import thaw.model.SourceSpread;
import thaw.model.Statistic;
import thaw.stats.PowerLaw;

/**
 * How far do figures of this machine tell those of AWS Lambda? Measures published cold starts of functions
 * that this repository has, or that are public and somebody has built, and writes the pairs (lambda-model.json, which the program reads) and
 * docs/measured/lambda-model.md: the fit, its residuals, and the check that leaves each pair out. Run it on
 * an idle machine: an init that takes three times as long here would make Lambda's look fast on every
 * other one. What the machine was busy with meanwhile stands in the file and on the page.
 *
 * <p>Run with {@code benchmarks/run PublishedFit [starts of each [project[=folder] ...]]}, or {@code
 * benchmarks/run PublishedFit page}, which writes the page alone, of the pairs that are there. A project
 * that is not among {@code functions} is measured where its folder is named, otherwise its pairs stay with
 * the machine and day of their measurement; so do those of all others where some are named: {@code
 * PublishedFit 12 micronaut=clone/micronaut}. A function's plain and restored starts, its memory sizes and
 * its JDK are those of its published figures. Whether a function is primed is up to its own hooks; only
 * where one has restored figures with and without priming, the primed one is of a snapshot after a call.
 */
public final class PublishedFit {
  private static final Path PAIRS = Path.of("bench/src/main/resources/thaw/model/lambda-model.json");
  private static final Path PAGE = Path.of("docs/measured/lambda-model.md");
  private static final Path PAIRS_TOLD = Path.of("docs/measured/lambda-model.tsv");
  private static final String HELLO = "hello";

  /** A start takes half a second at most, and throttling makes its first invocation one of several times. */
  private static final int FEWEST_STARTS_OF_HELLO = 40;

  private final int starts;
  private final Map<String, Path> folders;
  private final PublishedStarts published = PublishedStarts.read();
  private final Map<PublishedStarts.Cell, Double> figures = new LinkedHashMap<>();

  private PublishedFit(int starts, Map<String, Path> folders) {
    this.starts = starts;
    this.folders = folders;
  }

  public static void main(String[] arguments) throws Exception {
    boolean pageOnly = arguments.length > 0 && arguments[0].equals("page");
    PublishedStarts published = PublishedStarts.read();
    ModelFile file =
        pageOnly
            ? ModelFile.read()
            : new PublishedFit(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10, folders(arguments)).measured();
    Stream.concat(beware(file).stream(), remarks(file).stream())
        .forEach(each -> System.out.println("beware: " + each));
    if (!pageOnly) {
      Files.writeString(PAIRS, json(file));
    }
    Files.writeString(PAGE, page(published, file));
    Files.write(PAIRS_TOLD, told(published, file));
    System.out.println("written: " + (pageOnly ? "" : PAIRS + ", ") + PAGE);
  }

  private static Map<String, Path> folders(String[] arguments) {
    Map<String, Path> folders = new LinkedHashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String[] parts = arguments[i].split("=", 2);
      folders.put(parts[0], parts.length > 1 ? Path.of(parts[1]) : Path.of("functions", parts[0]));
    }
    return folders;
  }

  private List<PublishedStarts.Cell> cells(String project) {
    return published.cells().stream().filter(each -> each.project().equals(project)).toList();
  }

  /** Those that were named, else those that are in this repository. */
  private Map<String, Path> chosen() {
    Map<String, Path> usual = new LinkedHashMap<>();
    for (PublishedStarts.Cell cell : published.cells()) {
      Path here = Path.of("functions", cell.project());
      if (cell.project().equals(HELLO) || Files.isDirectory(here)) {
        usual.put(cell.project(), here);
      }
    }
    return folders.isEmpty() ? usual : folders;
  }

  private ModelFile measured() throws Exception {
    Map<String, Path> all = chosen();
    Map<String, ModelFile.MeasuredProject> projects = new LinkedHashMap<>();
    ModelFile known = Files.exists(PAIRS) ? ModelFile.read() : new ModelFile(List.of(), List.of());
    known.projects().forEach(each -> projects.put(each.project(), each));
    for (Map.Entry<String, Path> project : all.entrySet()) {
      if (cells(project.getKey()).isEmpty()) {
        throw new IllegalArgumentException("nothing is published of the project " + project.getKey());
      }
      projects.put(
          project.getKey(),
          project.getKey().equals(HELLO) ? hello() : functions(project.getKey(), project.getValue()));
    }
    List<ModelPair> pairs = new ArrayList<>();
    for (PublishedStarts.Cell cell : published.cells()) {
      if (!all.containsKey(cell.project())) {
        known.pairs().stream().filter(cell::isOf).forEach(pairs::add);
      } else if (figures.containsKey(cell)) {
        pairs.add(published.pair(cell, Math.round(figures.get(cell) * 100) / 100.0));
      }
    }
    known.pairs().stream()
        .filter(each -> !all.containsKey(each.project()))
        .filter(each -> published.cells().stream().noneMatch(cell -> cell.isOf(each)))
        .forEach(each ->
            System.out.println(
                "beware: dropped, as no published figure is that of this pair any more (measure " + each.project() + " again): " + each));
    return new ModelFile(List.copyOf(projects.values()), pairs);
  }

  private static String today() {
    return LocalDate.now(ZoneOffset.UTC).toString();
  }

  private static String machine(Host host) {
    return host.cpuModel() + ", " + host.cpus() + " CPUs";
  }

  /** All functions on one JDK at a time, each in turn with the others. */
  private ModelFile.MeasuredProject functions(String project, Path folder) throws Exception {
    Set<String> remarks = new LinkedHashSet<>();
    String machine = "";
    List<PublishedStarts.Cell> all = cells(project);
    for (int jdk : all.stream().map(PublishedStarts.Cell::jdk).distinct().toList()) {
      List<PublishedStarts.Cell> cells = all.stream().filter(each -> each.jdk() == jdk).toList();
      ExperimentResult result =
          BenchJob.run(
                  BenchRequest.of(SourceChoice.of(folder), Files.createTempDirectory("thaw-model-"))
                      .withNames(cells.stream().map(PublishedStarts.Cell::function).distinct().toList())
                      .withRuns(starts)
                      .withAxes(axes(cells, jdk, folder)),
                  new BenchListener() {
                    @Override
                    public void measured(Sample sample, int done, int total) {
                      System.out.printf("%s %d of %d%n", sample.name(), done, total);
                    }
                  })
              .experiment();
      machine = machine(result.host());
      result.warnings().stream().filter(Warning::ofMachine).forEach(each -> remarks.add(each.message() + " (" + each.evidence() + ")"));
      result.variants().forEach(variant -> take(cells, variant));
    }
    all.stream()
        .filter(each -> !figures.containsKey(each))
        .forEach(each -> remarks.add("no figure here of " + each.function() + ", " + each.phase().label()));
    return new ModelFile.MeasuredProject(project, machine, today(), starts, List.copyOf(remarks));
  }

  /** Functions of this repository say themselves how they start; of others one template has both. */
  private static Axes axes(List<PublishedStarts.Cell> cells, int jdk, Path folder) {
    Set<SnapStart> kinds = new LinkedHashSet<>();
    if (!folder.startsWith("functions")) {
      for (PublishedStarts.Cell each : cells) {
        kinds.add(
            switch (each.phase()) {
              case INIT, FIRST, TOTAL -> SnapStart.NONE;
              case RESTORED -> hasBoth(cells, each.function()) ? SnapStart.SNAPSHOT_PRIMING : SnapStart.SNAPSHOT;
              case RESTORED_UNPRIMED -> SnapStart.SNAPSHOT;
            });
      }
    }
    return new Axes(
        cells.stream().map(PublishedStarts.Cell::memoryMiB).distinct().map(MemorySize::new).toList(),
        List.of(String.valueOf(jdk)), List.copyOf(kinds), List.of());
  }

  /** Whether one function has restored figures with and without priming. */
  private static boolean hasBoth(List<PublishedStarts.Cell> cells, String function) {
    return cells.stream()
            .filter(each -> each.function().equals(function) && (each.phase() == ModelPhase.RESTORED || each.phase() == ModelPhase.RESTORED_UNPRIMED))
            .map(PublishedStarts.Cell::phase)
            .distinct()
            .count()
        == 2;
  }

  private void take(List<PublishedStarts.Cell> cells, VariantResult variant) {
    String function = variant.name().split(" ", 2)[0];
    int memory = variant.setting().orElseThrow().memoryMiB();
    boolean isRestored = variant.beginning() == Metric.RESTORE;
    boolean isAfterCall = variant.start().equals(Start.RESTORED_HOT.words());
    for (PublishedStarts.Cell cell : cells) {
      boolean isOfStart =
          switch (cell.phase()) {
            case INIT, FIRST, TOTAL -> !isRestored && !variant.isArchived();
            case RESTORED -> isRestored && isAfterCall == hasBoth(cells, function);
            case RESTORED_UNPRIMED -> isRestored && !isAfterCall;
          };
      if (isOfStart && cell.function().equals(function) && cell.memoryMiB() == memory) {
        double[] values =
            variant.samples().stream()
                .filter(sample -> sample.failure() == null)
                .map(sample -> value(cell.phase(), sample))
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        if (values.length > 0) {
          figures.put(cell, cell.statistic().of(values));
        }
      }
    }
  }

  private static OptionalDouble value(ModelPhase phase, Sample sample) {
    return switch (phase) {
      case INIT -> value(sample, Metric.INIT);
      case FIRST -> value(sample, Metric.HANDLER);
      case TOTAL, RESTORED, RESTORED_UNPRIMED -> sample.beginningAndFirstMillis();
    };
  }

  private static OptionalDouble value(Sample sample, Metric metric) {
    Double value = sample.values().get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private ModelFile.MeasuredProject hello() throws Exception {
    record Point(int jdk, int memory) {}
    int all = Math.max(starts, FEWEST_STARTS_OF_HELLO);
    Map<Point, Map<ModelPhase, List<Double>>> taken = new LinkedHashMap<>();
    cells(HELLO).forEach(cell -> taken.putIfAbsent(new Point(cell.jdk(), cell.memoryMiB()), new EnumMap<>(ModelPhase.class)));
    String machine;
    Random random = new Random(1);
    try (Lab lab = new Lab()) {
      machine = machine(HostFacts.read(lab.instance.host()));
      for (int i = -1; i < all; i++) {
        List<Point> order = new ArrayList<>(taken.keySet());
        Collections.shuffle(order, random);
        for (Point point : order) {
          try (Environment environment =
              Environment.prepareWithLog(lab.instance, lab.hello(Lab.jdk(point.jdk()), point.memory()), line -> {})) {
            environment.initialise();
            InvocationResult result = environment.invoke(Invocation.of(Lab.EVENT));
            if (i >= 0) {
              double init = result.init().orElseThrow().toNanos() / 1e6;
              double first = result.duration().toNanos() / 1e6;
              add(taken.get(point), ModelPhase.INIT, init);
              add(taken.get(point), ModelPhase.FIRST, first);
              add(taken.get(point), ModelPhase.TOTAL, init + first);
            }
          }
        }
        System.out.printf("hello %d of %d%n", i + 1, all);
      }
    }
    for (PublishedStarts.Cell cell : cells(HELLO)) {
      figures.put(cell, cell.derived() ? 0 : figure(taken.get(new Point(cell.jdk(), cell.memoryMiB())).get(cell.phase()), cell));
    }
    // A sum of two published figures is compared with the sum of the same two here.
    for (PublishedStarts.Cell cell : cells(HELLO).stream().filter(PublishedStarts.Cell::derived).toList()) {
      figures.put(cell, figures.keySet().stream().filter(each -> each.isBeside(cell)).mapToDouble(figures::get).sum());
    }
    return new ModelFile.MeasuredProject(HELLO, machine, today(), all, List.of());
  }

  private static void add(Map<ModelPhase, List<Double>> taken, ModelPhase phase, double millis) {
    taken.computeIfAbsent(phase, any -> new ArrayList<>()).add(millis);
  }

  private static double figure(List<Double> values, PublishedStarts.Cell cell) {
    return cell.statistic().of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private static String json(ModelFile file) {
    StringBuilder text = new StringBuilder("{\"projects\": [\n");
    List<String> projects = new ArrayList<>();
    for (ModelFile.MeasuredProject each : file.projects()) {
      projects.add(
          "  {\"project\": %s, \"machine\": %s, \"measured\": \"%s\", \"starts\": %d, \"remarks\": [%s]}"
              .formatted(
                  quoted(each.project()), quoted(each.machine()), each.measured(), each.starts(),
                  String.join(", ", each.remarks().stream().map(PublishedFit::quoted).toList())));
    }
    text.append(String.join(",\n", projects)).append("],\n \"pairs\": [\n");
    List<String> lines = new ArrayList<>();
    for (ModelPair each : file.pairs()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  {\"source\": %s, \"project\": %s, \"function\": %s, \"runtime\": %s, \"jdk\": %d, \"memoryMiB\": %d, \"phase\": \"%s\", \"statistic\": \"%s\", \"derived\": %s, \"localMillis\": %s, \"lambdaMillis\": %s, \"fitted\": %s}",
              quoted(each.source()), quoted(each.project()), quoted(each.function()), quoted(each.runtime()), each.jdk(), each.memoryMiB(), each.phase(), each.statistic(), each.derived(), each.localMillis(), each.lambdaMillis(), each.fitted()));
    }
    return text.append(String.join(",\n", lines)).append("]}\n").toString();
  }

  /** What makes the whole less sure than its intervals say, besides the remarks on projects. */
  private static List<String> beware(ModelFile file) {
    PublishedStarts published = PublishedStarts.read();
    List<String> all = new ArrayList<>();
    long others =
        file.pairs().stream()
            .filter(each -> published.cells().stream().noneMatch(cell -> cell.isOf(each) && cell.statistic() == each.statistic()))
            .count();
    if (others > 0) {
      all.add("%d figures here are of another statistic than the published ones".formatted(others));
    }
    if (file.machines().size() > 1) {
      all.add("figures of several machines are mixed: " + String.join("; ", file.machines()));
    }
    return all;
  }

  private static List<String> remarks(ModelFile file) {
    return file.projects().stream()
        .flatMap(each -> each.remarks().stream().map(remark -> each.project() + ": " + remark))
        .toList();
  }

  private static String page(PublishedStarts published, ModelFile file) throws IOException {
    List<ModelPair> pairs = file.pairs();
    LambdaModel model = LambdaModel.of(pairs);
    LeaveOut pairOut = LeaveOut.onePair(pairs);
    LeaveOut sourceOut = LeaveOut.oneSource(pairs);
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Figures as on Lambda: the fit

        `benchmarks/run PublishedFit` wrote this page. It measures published cold starts of functions that this repository has, or that are [public](published-functions.md), and fits lines through the
        logarithms: `Lambda = factor × here ^ exponent`. Where fewer than %d pairs reach over a factor of %s, the exponent is 1. A line gives no figure for times beyond a factor of %s of its pairs.

        - **Figures** are those of `REPORT`: init is `Init Duration`, the first invocation `Duration`, a whole start the sum of the two, or of `Restore Duration` and `Duration`.
        - **Statistic.** Medians or means, as published. `hello` is started at least %d times at each size, because its first invocations were published as means.
        - **Sums** of two published figures are checked; no line goes through them.
        - **Init and whole starts share a line**, so no init is longer than its start.
        - **The interval** is for a new function of a new source, with %.0f %% ([why](../decisions/0051-interval-of-a-new-source.md)). The spread between sources of all phases is a factor of %s, from %d cases with %d
          degrees of freedom.

        """
            .formatted(
                PowerLaw.FEWEST_FOR_SLOPE, plain(PowerLaw.LEAST_REACH), plain(PowerLaw.LEAST_REACH), FEWEST_STARTS_OF_HELLO, 100 * LambdaModel.CONFIDENCE,
                model.sourceSpread().map(each -> plain(Math.exp(each.spread()))).orElse("none"), model.sourceSpread().map(SourceSpread::cases).orElse(0),
                model.sourceSpread().map(SourceSpread::freedom).orElse(0)));
    List<String> days = file.projects().stream().map(each -> each.measured().toString()).sorted().toList();
    page.append(
        "Measured here from %s to %s: %d projects, on %s. Of %d of them the file of pairs says what made the figures less sure, such as a busy machine.%n"
            .formatted(
                days.getFirst(), days.getLast(), file.projects().size(), String.join("; ", file.machines()),
                file.projects().stream().filter(each -> !each.remarks().isEmpty()).count()));
    List<String> whole = beware(file);
    if (!whole.isEmpty()) {
      page.append("\nBeware: ").append(String.join("; ", whole)).append(".\n");
    }
    page.append("\n## Sources\n\n| source | what | where | date |\n| --- | --- | --- | --- |\n");
    for (PublishedStarts.Source each : published.sources()) {
      page.append("| %s | %s | %s | %s |%n".formatted(each.id(), each.what(), each.where(), each.date()));
    }
    page.append("\n## The lines\n\n| phase | pairs | here, ms | factor | exponent | spread that its interval has, as a factor | spread between its own sources, as a factor | interval in the middle: times or divided by |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (ModelPhase phase : ModelPhase.values()) {
      model.line(phase).ifPresent(line ->
          page.append(String.format(Locale.ROOT, "| %s | %d | %s to %s | %.2f | %.2f | %.2f | %s | %.2f |%n", phase.label(), line.count(), plain(line.least()), plain(line.most()),
              Math.exp(line.intercept()), line.slope(), Math.exp(line.spread()), between(model, phase), line.factor(Math.exp(line.meanLogX()), LambdaModel.CONFIDENCE))));
    }
    page.append(
        """

        The lines of init and of whole starts without a snapshot are one, through the pairs of both.

        ## How far off

        Each pair is predicted from the pairs of all other functions, and, which is harder, from those of other sources only. *Without the pair* also leaves out all other pairs of the same function,
        memory size and JDK. *Off by* is a factor, 1.00 is exact. [lambda-model.tsv](lambda-model.tsv) has each pair.

        | without | predicted | median off by | largest | in the interval |
        | --- | --- | --- | --- | --- |
        """);
    page.append(summary("the pair", pairOut.where(ModelPair::fitted)))
        .append(summary("the pair, sums counted too", pairOut.where(each -> each.fitted() || each.derived())))
        .append(summary("its source", sourceOut.where(ModelPair::fitted)))
        .append(byPhase(sourceOut.where(ModelPair::fitted)))
        .append(summary("its source, sums counted too", sourceOut.where(each -> each.fitted() || each.derived())))
        .append(summary("sources that are not fitted, from the rest", pairOut.where(each -> !each.fitted() && !each.derived())));
    page.append(
        """

        ## What to believe

        - The line has no cause in it. Init differs by what comes from cold storage on Lambda, the first invocation by processor, network and the age of the runtime: figures of 2023 are of Java 11 and 17.
        - The figures of SVS403 are shown and not fitted: one start a step, in 2019, on a runtime that is gone.
        - The factors are those of the %s above. Elsewhere use them for orders of magnitude, or measure pairs of your own with [`thaw bench --on lambda`](../aws/on-lambda.md).
        """
            .formatted(file.machines().size() == 1 ? "machine" : file.machines().size() + " machines"));
    return page.toString();
  }

  /** Each pair, and what a model without it predicts. */
  private static List<String> told(PublishedStarts published, ModelFile file) {
    LeaveOut out = LeaveOut.onePair(file.pairs());
    List<String> rows = new ArrayList<>();
    rows.add("source\tfunction\truntime\tJDK here\tMB\tphase\there, ms\tpublished, ms\tpredicted without the pair, ms\toff by");
    for (LeaveOut.ToldPair each : out.checks()) {
      ModelPair pair = each.pair();
      rows.add(
          row(published, pair)
              + String.format(
                  Locale.ROOT, "%s (%s to %s)%s\t%.2f",
                  plain(each.told().millis()), plain(each.told().low()), plain(each.told().high()),
                  (each.isInside() ? "" : ", missed") + (pair.fitted() || pair.derived() ? "" : "; not fitted"), each.error()));
    }
    out.untold().forEach(pair -> rows.add(row(published, pair) + "none\t"));
    return rows;
  }

  /** What was measured, up to what is predicted. */
  private static String row(PublishedStarts published, ModelPair pair) {
    Statistic there =
        published.cells().stream().filter(each -> each.isOf(pair)).findFirst().map(PublishedStarts.Cell::statistic).orElse(Statistic.MEDIAN);
    return "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t"
        .formatted(
            pair.source(), pair.function(), pair.runtime(), pair.jdk(), pair.memoryMiB(), pair.phase().label() + (pair.derived() ? " (sum)" : ""),
            plain(pair.localMillis()) + named(pair, pair.statistic()), plain(pair.lambdaMillis()) + named(pair, there));
  }

  /** A median is what is usual; a sum has the statistics of its parts. */
  private static String named(ModelPair pair, Statistic statistic) {
    return pair.derived() || statistic == Statistic.MEDIAN ? "" : ", " + statistic.label();
  }

  private static String summary(String without, LeaveOut out) {
    int all = out.checks().size() + out.untold().size();
    return out.checks().isEmpty()
        ? "| %s | 0 of %d | | | |%n".formatted(without, all)
        : String.format(
            Locale.ROOT, "| %s | %d of %d | %.2f | %.2f | %d of %d |%n",
            without, out.checks().size(), all, out.medianError(), out.worstError(), out.inside(), out.checks().size());
  }

  private static String byPhase(LeaveOut out) {
    StringBuilder rows = new StringBuilder();
    for (ModelPhase phase : ModelPhase.values()) {
      LeaveOut own = out.where(each -> each.phase() == phase);
      if (!own.checks().isEmpty()) {
        rows.append(summary("its source, of " + phase.label(), own));
      }
    }
    return rows.toString();
  }

  private static String between(LambdaModel model, ModelPhase phase) {
    SourceSpread own = model.lineSpreads().get(phase);
    return own == null
        ? "none: no other source reaches it"
        : String.format(Locale.ROOT, "%.2f, %d cases", Math.exp(own.spread()), own.cases());
  }

  private static String plain(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }
}
