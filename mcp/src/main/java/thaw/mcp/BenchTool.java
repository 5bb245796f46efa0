package thaw.mcp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.app.bench.Axes;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchRequest;
import thaw.app.bench.BenchResult;
import thaw.app.bench.GateChoice;
import thaw.app.shared.Progress;
import thaw.experiment.Sample;
import thaw.experiment.matrix.SnapStart;
import thaw.function.MemorySize;
import thaw.report.bench.TerminalReport;
import thaw.report.gate.GateTerminal;

/** Measures cold starts. */
record BenchTool(SessionResults results) implements JobTool {
  static final int COLUMNS = 100;

  private static final int FEW = 10;

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public String description() {
    return "Builds a Java Lambda function and measures its cold starts in fresh execution"
        + " environments: times of each phase with intervals, memory, loaded classes. Several"
        + " values of memory, jdk or snap_start are compared. Call it before and after an edit.";
  }

  @Override
  public ToolEffect effect() {
    return ToolEffect.RUNS_CODE;
  }

  @Override
  public ToolInput input() {
    return ToolInput.ofFunction()
        .with(
            "runs",
            ToolInput.Kind.NUMBER,
            "Cold starts of each variant. Default: " + FEW + ". More make intervals smaller.")
        .with("memory", ToolInput.Kind.NUMBERS, "Memory sizes in MB, in place of the configured.")
        .with("jdk", ToolInput.Kind.TEXTS, "JDKs in place of the one of the runtime: 17, 21, 25.")
        .with(
            "snap_start",
            ToolInput.Kind.TEXTS,
            "How the function starts: " + SnapStart.OPTIONS + ".")
        .with(
            "fixed",
            ToolInput.Kind.TEXT,
            "A folder that fix has written: measures its function as it is and with the kept remedies.")
        .with(
            "against",
            ToolInput.Kind.TEXT,
            "Another build of the same functions, as source: measured in turn with this one, and"
                + " compared by CPU time, classes, memory and package size. The safest answer to"
                + " whether an edit made a start slower.")
        .with(
            "baseline",
            ToolInput.Kind.TEXT,
            "Absolute path of a baseline.json that an earlier bench has left beside its"
                + " summary.json: compares with it.")
        .with(
            "most_runs",
            ToolInput.Kind.NUMBER,
            "Most cold starts of each variant, if a comparison needs more than runs."
                + " Default: "
                + GateChoice.MOST_RUNS
                + ".")
        .with(
            "explain",
            ToolInput.Kind.FLAG,
            "With against: explains both builds when something has grown, and names libraries,"
                + " methods and lines.");
  }

  @Override
  public ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException {
    Axes axes =
        new Axes(
            arguments.numbers("memory").stream().map(MemorySize::onDemand).toList(),
            arguments.texts("jdk"),
            arguments.texts("snap_start").stream().map(SnapStart::of).toList(),
            List.of());
    Path out = results.next(name());
    BenchRequest request =
        BenchRequest.of(arguments.source(), out)
            .with()
            .names(arguments.text("function").stream().toList())
            .axes(axes)
            .fixed(arguments.path("fixed"))
            .event(arguments.event())
            .timeout(arguments.timeout())
            .runs(arguments.number("runs").orElse(FEW))
            .gate(
                GateChoice.NONE
                    .with()
                    .against(arguments.text("against"))
                    .baseline(arguments.path("baseline"))
                    .mostRuns(arguments.number("most_runs").orElse(GateChoice.MOST_RUNS))
                    .explain(arguments.isSet("explain"))
                    .build())
            .build();
    BenchResult result = BenchJob.run(request, new News(news));
    return new ToolAnswer(
        TerminalReport.render(result.experiment(), COLUMNS, false)
            + result.gate().map(each -> GateTerminal.render(each, COLUMNS, false)).orElse("")
            + verdict(result)
            + "Report: "
            + result.page()
            + "\n",
        results.add(name(), out, files(result)));
  }

  private static String verdict(BenchResult result) {
    if (!result.isGood()) {
      return "Not good: a start failed, something is over its budget, or has grown.\n";
    }
    return result.isOpen() ? "Open: something could not be decided; the reason is above.\n" : "";
  }

  private static List<Path> files(BenchResult result) {
    List<Path> files = new ArrayList<>(List.of(result.summary(), result.samples()));
    result.comparison().ifPresent(files::add);
    return files;
  }

  /** Each sample is a step. */
  private record News(JobNews news) implements BenchListener {
    @Override
    public Progress progress() {
      return news;
    }

    @Override
    public void planned(int samples, Path folder) {
      news.expect(samples);
    }

    @Override
    public void measured(Sample sample, int done, int total) {
      news.step("%s: cold start %d of %d".formatted(sample.name(), done, total));
    }
  }
}
