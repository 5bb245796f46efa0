package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.app.bench.BenchListener;
import thaw.app.shared.Progress;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Plan;
import thaw.experiment.Variant;
import thaw.experiment.matrix.SnapStart;
import thaw.function.Application;
import thaw.problem.UserMistake;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SummaryJson;

/** Every package of a function beside the function as it is: cold start, memory, size. */
final class PackageComparison {
  private static final long ORDER = 1;
  private static final String PLAIN = "plain zip";
  private static final String SNAP_START = ", SnapStart";

  private final Workspace workspace;
  private final Application application;
  private final Packaging packaging;
  private final ImageChoice image;
  private final int runs;
  private final Path out;
  private final BenchListener listener;
  private final Progress progress;

  /**
   * @param out gets the report
   */
  PackageComparison(
      Workspace workspace,
      Application application,
      Packaging packaging,
      ImageChoice image,
      int runs,
      Path out,
      BenchListener listener) {
    this.workspace = workspace;
    this.application = application;
    this.packaging = packaging;
    this.image = image;
    this.runs = runs;
    this.out = out;
    this.listener = listener;
    this.progress = listener.progress();
  }

  /**
   * @param plain the function as it is
   * @param plan what is packaged
   * @param scratch a folder of ours
   */
  ComparisonResult run(EnvironmentSpec plain, PackagePlan plan, Path scratch)
      throws IOException, InterruptedException {
    byte[] event = plan.events().getFirst();
    List<Variant> variants = new ArrayList<>();
    Map<String, Long> sizes = new LinkedHashMap<>();
    Variants starts = new Variants(workspace, application, _ -> event, progress);
    if (plain
        .function()
        .snapStart()) { // as it is deployed today, so all others are compared with it
      add(snapshot(plain, PLAIN, starts), PLAIN + SNAP_START, event, variants);
    }
    variants.add(variant(PLAIN, plain, event));
    sizes.put(PLAIN, plain.code().codeSizeBytes());
    for (PackageWay way : PackageWay.values()) {
      String name = "--to " + way.name().toLowerCase(Locale.ROOT);
      if (way == PackageWay.WORKER) {
        continue; // of all functions, and nothing of AWS's
      }
      if (way == PackageWay.MANAGED && plan.kept().remedies().isEmpty()) {
        continue; // the plain zip
      }
      Path folder = Files.createDirectories(scratch.resolve(way.name()));
      Packaging.Made made =
          packaging.made(way, plan, image, folder, Files.createDirectory(folder.resolve("made")));
      variants.add(variant(name, made.spec(), event));
      sizes.put(name, made.bytes());
      if (way == PackageWay.IMAGE
          || (way == PackageWay.MANAGED && (plan.snapStart() || plain.function().snapStart()))) {
        add(snapshot(made.spec(), name, starts), name + SNAP_START, event, variants);
      }
    }
    Plan experiment =
        new Plan(
            plan.function().logicalId() + ", packaged",
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
      return new Experiment(experiment, workspace.instance(), out, listener).run();
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
      progress.line("warning: %s with SnapStart is left out: %s".formatted(name, e.getMessage()));
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
