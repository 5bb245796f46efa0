package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.bench.BenchListener;
import thaw.app.workspace.Variants;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Plan;
import thaw.experiment.Variant;
import thaw.experiment.matrix.SnapStart;
import thaw.problem.UserMistake;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SummaryJson;

/** Every package of a function beside the function as it is: cold start, memory, size. */
final class PackageComparison {
  private static final long ORDER = 1;
  private static final String PLAIN = "plain zip";
  private static final String SNAP_START = ", SnapStart";

  private final PackageOrder order;
  private final BenchListener listener;
  private final Path out;
  private final int runs;

  /**
   * @param order its request says how often packages start, and where the report goes
   */
  PackageComparison(PackageOrder order, BenchListener listener) {
    this.order = order;
    this.listener = listener;
    this.out = order.again().request().out();
    this.runs = order.again().request().runs();
  }

  /**
   * @param plain the function as it is
   */
  ComparisonResult run(EnvironmentSpec plain) throws IOException, InterruptedException {
    PackagePlan plan = order.plan();
    byte[] event = plan.events().getFirst();
    List<Variant> variants = new ArrayList<>();
    Map<String, Long> sizes = new LinkedHashMap<>();
    Variants starts =
        new Variants(
            order.workspace(), order.again().application(), _ -> event, listener.progress());
    if (plain
        .function()
        .snapStart()) { // as it is deployed today, so all others are compared with it
      add(snapshot(plain, PLAIN, starts), PLAIN + SNAP_START, event, variants);
    }
    variants.add(variant(PLAIN, plain, event));
    sizes.put(PLAIN, plain.code().codeSizeBytes());
    for (PackageWay way : PackageWay.values()) {
      String name = "--to " + way.word();
      if (way == PackageWay.WORKER) {
        continue; // of all functions, and nothing of AWS's
      }
      if (way == PackageWay.MANAGED && plan.kept().remedies().isEmpty()) {
        continue; // the plain zip
      }
      Path folder = Files.createDirectories(order.scratch().resolve(way.name()));
      MadePackage made = Recipes.made(way, order.in(folder));
      variants.add(variant(name, made.spec(), event));
      sizes.put(name, made.bytes());
      if (way == PackageWay.IMAGE
          || (way == PackageWay.MANAGED && (plan.snapStart() || plain.function().snapStart()))) {
        add(snapshot(made.spec(), name, starts), name + SNAP_START, event, variants);
      }
    }
    Plan experiment =
        new Plan(
            plan.function().shown() + ", packaged",
            variants,
            runs,
            ORDER,
            Plan.PageCacheState.WARM);
    ExperimentResult result = measured(experiment);
    SummaryJson.write(result, out.resolve("summary.json"));
    HtmlReport.write(result, out.resolve("report.html"));
    return new ComparisonResult(result, sizes, out.resolve("report.html"));
  }

  private ExperimentResult measured(Plan experiment) throws InterruptedException {
    listener.planned(experiment.variants().size() * runs, out);
    try {
      return new Experiment(experiment, order.workspace().instance(), out, listener).run();
    } finally {
      listener.ended();
    }
  }

  /**
   * Returns the function with SnapStart, or leaves it out with a warning where this host cannot run
   * it.
   */
  private Optional<EnvironmentSpec> snapshot(EnvironmentSpec spec, String name, Variants starts)
      throws InterruptedException {
    try {
      return Optional.of(starts.started(spec, Optional.of(SnapStart.SNAPSHOT), name));
    } catch (UserMistake e) {
      listener
          .progress()
          .line("warning: %s with SnapStart is left out: %s".formatted(name, e.getMessage()));
      return Optional.empty();
    }
  }

  private static void add(
      Optional<EnvironmentSpec> spec, String name, byte[] event, List<Variant> variants) {
    spec.ifPresent(present -> variants.add(variant(name, present, event)));
  }

  private static Variant variant(String name, EnvironmentSpec spec, byte[] event) {
    return new Variant(
        name,
        "%s, %d MB, %s, %s"
            .formatted(
                spec.function().handler(),
                spec.function().memory().mebibytes(),
                spec.program().label(),
                spec.start().words()),
        spec,
        event);
  }
}
