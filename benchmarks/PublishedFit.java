import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import thaw.app.bench.Axes;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchRequest;
import thaw.app.choice.SourceChoice;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.runtimeapi.Invocation;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.experiment.matrix.SnapStart;
import thaw.model.LambdaModel;
import thaw.model.LeaveOut;
import thaw.model.ModelFile;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.model.PublishedStarts;
import thaw.stats.PowerLaw;

/**
 * How far do figures of this machine tell those of AWS Lambda? Measures every published cold start whose
 * function this repository has, and writes the pairs (lambda-model.json, which the program reads) and
 * docs/measured/lambda-model.md: the fit, its residuals, and the check that leaves each pair out. Run it on
 * an idle machine: an init that takes three times as long here would make Lambda's look fast on every
 * other one. What the machine was busy with meanwhile stands in the file and on the page.
 *
 * <p>Run with {@code benchmarks/run PublishedFit [starts of each [project=folder ...]]}, or {@code
 * benchmarks/run PublishedFit page}, which writes the page alone, of the pairs that are there. A project
 * that is not among {@code functions} is measured where its folder is named, otherwise its pairs stay; so
 * do the pairs of all others where some are named: {@code PublishedFit 12 micronaut=clone/micronaut}.
 */
public final class PublishedFit {
  private static final Path PAIRS = Path.of("host/src/main/resources/thaw/model/lambda-model.json");
  private static final Path PAGE = Path.of("docs/measured/lambda-model.md");

  private final int starts;
  private final Map<String, Path> folders;
  private final Map<String, Double> medians = new LinkedHashMap<>();
  private final Set<String> remarks = new LinkedHashSet<>();
  private String machine = "";

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
            : new PublishedFit(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10, folders(arguments)).measured(published);
    file.remarks().forEach(each -> System.out.println("beware: " + each));
    if (!pageOnly) {
      Files.writeString(PAIRS, json(file));
    }
    Files.writeString(PAGE, page(published, file));
    System.out.println("written: " + PAIRS + ", " + PAGE);
  }

  private static Map<String, Path> folders(String[] arguments) {
    Map<String, Path> folders = new LinkedHashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String[] parts = arguments[i].split("=", 2);
      folders.put(parts[0], parts.length > 1 ? Path.of(parts[1]) : Path.of("functions", parts[0]));
    }
    return folders;
  }

  private ModelFile measured(PublishedStarts published) throws Exception {
    Map<String, Set<String>> projects = new LinkedHashMap<>();
    for (PublishedStarts.Cell cell : published.cells()) {
      Path here = Path.of("functions", cell.project());
      if (folders.isEmpty() && (cell.project().equals("hello") || Files.isDirectory(here))) {
        folders.put(cell.project(), here);
      }
    }
    for (PublishedStarts.Cell cell : published.cells()) {
      projects.computeIfAbsent(cell.project(), any -> new LinkedHashSet<>()).add(cell.function());
    }
    for (Map.Entry<String, Path> project : folders.entrySet()) {
      if (project.getKey().equals("hello")) {
        try (Lab lab = new Lab()) {
          hello(lab, published);
        }
      } else {
        functions(project.getKey(), project.getValue(), List.copyOf(projects.get(project.getKey())), published);
      }
    }
    ModelFile known = Files.exists(PAIRS) ? ModelFile.read() : new ModelFile("", "", 0, List.of(), List.of());
    List<ModelPair> pairs = new ArrayList<>();
    for (PublishedStarts.Cell cell : published.cells()) {
      if (!folders.containsKey(cell.project())) {
        known.pairs().stream()
            .filter(each -> each.project().equals(cell.project()) && published.pair(cell, each.localMillis()).equals(each))
            .forEach(pairs::add);
        continue;
      }
      Double local = medians.get(key(cell.project(), cell.function(), cell.memoryMiB(), cell.jdk(), cell.phase()));
      if (local == null) {
        remarks.add("no figure here of " + cell.function() + ", " + cell.phase().label());
      } else {
        pairs.add(published.pair(cell, Math.round(local * 100) / 100.0));
      }
    }
    return new ModelFile(machine, LocalDate.now(ZoneOffset.UTC).toString(), starts, List.copyOf(remarks), pairs);
  }

  private static String key(String project, String function, int memory, int jdk, ModelPhase phase) {
    return project + " " + function + " " + memory + " " + jdk + " " + phase;
  }

  private void functions(String project, Path folder, List<String> names, PublishedStarts published) throws Exception {
    BenchRequest request =
        BenchRequest.of(SourceChoice.of(folder), Files.createTempDirectory("thaw-model-")).withNames(names).withRuns(starts);
    boolean isForeign = !folder.startsWith("functions");
    boolean both = isForeign && published.cells().stream().anyMatch(each -> each.project().equals(project) && each.phase() == ModelPhase.RESTORED);
    // One template has the plain function; its restored one differs in SnapStart alone.
    ExperimentResult result =
        BenchJob.run(
                both ? request.withAxes(new Axes(List.of(), List.of(), List.of(SnapStart.NONE, SnapStart.SNAPSHOT), List.of())) : request,
                new BenchListener() {
                  @Override
                  public void measured(thaw.experiment.Sample sample, int done, int total) {
                    System.out.printf("%s %d of %d%n", sample.name(), done, total);
                  }
                })
            .experiment();
    machine = result.host().cpuModel() + ", " + result.host().cpus() + " CPUs";
    result.warnings().stream().filter(Warning::ofMachine).forEach(each -> remarks.add(each.message() + " (" + project + ": " + each.evidence() + ")"));
    for (VariantResult variant : result.variants()) {
      int memory = variant.setting().orElseThrow().memoryMiB();
      boolean restored = variant.beginning() == Metric.RESTORE;
      String function = variant.name().split(" ", 2)[0];
      int jdk = published.cells().stream().filter(each -> each.project().equals(project) && each.function().equals(function)).findFirst().orElseThrow().jdk();
      put(project, function, variant, memory, jdk, restored ? ModelPhase.RESTORED : ModelPhase.TOTAL, Metric.TOTAL);
      if (!restored) {
        put(project, function, variant, memory, jdk, ModelPhase.INIT, Metric.INIT);
        put(project, function, variant, memory, jdk, ModelPhase.FIRST, Metric.HANDLER);
      }
    }
  }

  private void put(String project, String function, VariantResult variant, int memory, int jdk, ModelPhase phase, Metric metric) {
    Optional.ofNullable(variant.distributions().get(metric))
        .ifPresent(each -> medians.put(key(project, function, memory, jdk, phase), each.p50()));
  }

  private void hello(Lab lab, PublishedStarts published) throws Exception {
    record Point(int jdk, int memory) {}
    Map<Point, List<double[]>> taken = new LinkedHashMap<>();
    for (PublishedStarts.Cell cell : published.cells()) {
      if (cell.project().equals("hello")) {
        taken.putIfAbsent(new Point(cell.jdk(), cell.memoryMiB()), new ArrayList<>());
      }
    }
    Random random = new Random(1);
    for (int i = -1; i < starts; i++) {
      List<Point> order = new ArrayList<>(taken.keySet());
      Collections.shuffle(order, random);
      for (Point point : order) {
        try (Environment environment =
            Environment.prepareWithLog(lab.instance, lab.hello(Lab.jdk(point.jdk()), point.memory()), line -> {})) {
          environment.initialise();
          InvocationResult result = environment.invoke(Invocation.of(Lab.EVENT));
          if (i >= 0) {
            taken.get(point).add(
                new double[] {
                  result.init().orElseThrow().toNanos() / 1e6,
                  result.duration().toNanos() / 1e6,
                  result.startToResponse().orElseThrow().toNanos() / 1e6
                });
          }
        }
      }
    }
    taken.forEach((point, all) -> {
      ModelPhase[] phases = {ModelPhase.INIT, ModelPhase.FIRST, ModelPhase.TOTAL};
      for (int i = 0; i < phases.length; i++) {
        int at = i;
        medians.put(
            key("hello", "Hello", point.memory(), point.jdk(), phases[i]),
            Lab.quantiles(all.stream().map(each -> each[at]).toList()).median());
      }
    });
  }

  private static String json(ModelFile file) {
    StringBuilder text = new StringBuilder();
    text.append("{\"machine\": \"%s\", \"measured\": \"%s\", \"starts\": %d,%n".formatted(file.machine(), file.measured(), file.starts()));
    text.append(" \"remarks\": [").append(String.join(", ", file.remarks().stream().map(each -> "\"" + each + "\"").toList())).append("],\n \"pairs\": [\n");
    List<String> lines = new ArrayList<>();
    for (ModelPair each : file.pairs()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  {\"source\": \"%s\", \"project\": \"%s\", \"function\": \"%s\", \"runtime\": \"%s\", \"jdk\": %d, \"memoryMiB\": %d, \"phase\": \"%s\", \"localMillis\": %s, \"lambdaMillis\": %s, \"fitted\": %s}",
              each.source(), each.project(), each.function(), each.runtime(), each.jdk(), each.memoryMiB(), each.phase(), each.localMillis(), each.lambdaMillis(), each.fitted()));
    }
    return text.append(String.join(",\n", lines)).append("]}\n").toString();
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

        `benchmarks/run PublishedFit` wrote this page. It measures every published cold start whose function this repository has, sets both figures beside each other, and fits for
        each phase a line through the logarithms, `Lambda = factor × here ^ exponent`. Where fewer than %d pairs reach over a factor of %s, the exponent is 1. The interval is the one
        for a new function, with %.0f %%.

        Here: %s, on %s, %d starts of each, JDK 17 for `java17`, JDK 25 for all others.%s

        """
            .formatted(PowerLaw.FEWEST_FOR_SLOPE, plain(PowerLaw.LEAST_REACH), 100 * LambdaModel.CONFIDENCE, file.machine(), file.measured(), file.starts(),
                file.remarks().isEmpty() ? "" : " Beware: " + String.join("; ", file.remarks()) + "."));
    page.append("## Sources\n\n| source | what | where | date |\n| --- | --- | --- | --- |\n");
    for (PublishedStarts.Source each : published.sources()) {
      page.append("| %s | %s | %s | %s |%n".formatted(each.id(), each.what(), each.where(), each.date()));
    }
    page.append("\n## The lines\n\n| phase | pairs | factor | exponent | spread of the deviations, as a factor |\n| --- | --- | --- | --- | --- |\n");
    for (ModelPhase phase : ModelPhase.values()) {
      PowerLaw line = model.lines().get(phase);
      if (line != null) {
        page.append(String.format(Locale.ROOT, "| %s | %d | %.2f | %.2f | %.2f |%n", phase.label(), line.count(), Math.exp(line.intercept()), line.slope(), Math.exp(line.spread())));
      }
    }
    page.append(
        """

        ## How far off

        Each pair is told by a model that does not know it: by all other pairs, and, which is harder, by the pairs of other sources only. *Off by* is a factor, 1.00 is exact.

        | without | told | median off by | largest | in the interval |
        | --- | --- | --- | --- | --- |
        """);
    page.append(summary("the pair", pairOut.where(true))).append(summary("its source", sourceOut.where(true))).append(summary("what is not fitted, told by the rest", pairOut.where(false)));
    page.append("\n| source | function | runtime | MB | phase | here, ms | published, ms | told without the pair, ms | off by |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (LeaveOut.ToldPair each : pairOut.checks()) {
      ModelPair pair = each.pair();
      page.append(
          String.format(
              Locale.ROOT,
              "| %s | `%s` | %s | %d | %s | %s | %s | %s (%s to %s)%s | %.2f |%n",
              pair.source(), pair.function(), pair.runtime(), pair.memoryMiB(), pair.phase().label(),
              plain(pair.localMillis()), plain(pair.lambdaMillis()),
              plain(each.told().millis()), plain(each.told().low()), plain(each.told().high()),
              (each.isInside() ? "" : ", missed") + (pair.fitted() ? "" : "; not fitted"), each.error()));
    }
    page.append(
        """

        ## What to believe

        - The line has no cause in it. Init differs by pages of code, JDK and archive that come from cold storage on Lambda and are in the page cache here; the first invocation by the
          processor, by network round trips, and by the age of the runtime: the figures of 2023 are of Java 11 and 17, and some of the functions here run on JDK 25.
        - The figures of SVS403 are shown and not fitted: one start a step, of 2019, on a runtime and by an SDK that Lambda no longer had in any other source. Its hello world took 87 ms; those of
          2026 take more than 200.
        - The factors are those of the machine above. Elsewhere use them for orders of magnitude only, or measure pairs of your own with
          [`thaw bench --on lambda`](../aws/on-lambda.md).
        """);
    return page.toString();
  }

  private static String summary(String without, LeaveOut out) {
    int all = out.checks().size() + out.untold().size();
    return out.checks().isEmpty()
        ? "| %s | 0 of %d | | | |%n".formatted(without, all)
        : String.format(
            Locale.ROOT, "| %s | %d of %d | %.2f | %.2f | %d of %d |%n",
            without, out.checks().size(), all, out.medianError(), out.worstError(), out.inside(), out.checks().size());
  }

  private static String plain(double value) {
    return value >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
  }
}
