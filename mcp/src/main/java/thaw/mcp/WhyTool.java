package thaw.mcp;

import java.nio.file.Path;
import java.util.Optional;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyRequest;
import thaw.app.why.WhyResult;
import thaw.experiment.matrix.SnapStart;
import thaw.explanation.WhyTerminal;

/** Explains a cold start. */
record WhyTool(SessionResults results) implements JobTool {
  @Override
  public String name() {
    return "why";
  }

  @Override
  public String description() {
    return "Explains where the time of a function's cold start goes: phases, causes, libraries,"
        + " methods, and findings with evidence, the source line and a remedy.";
  }

  @Override
  public ToolEffect effect() {
    return ToolEffect.RUNS_CODE;
  }

  @Override
  public ToolInput input() {
    return ToolInput.ofStart()
        .with(
            "runs",
            ToolInput.Kind.NUMBER,
            "Profiled cold starts, and as many baseline ones. Default: "
                + WhyRequest.DEFAULT_RUNS
                + ".")
        .with(
            "snap_start",
            ToolInput.Kind.TEXT,
            "How the function starts: " + SnapStart.OPTIONS + ".")
        .with(
            "compare",
            ToolInput.Kind.TEXT,
            "Path of an earlier why.json, or of its folder: shows what has changed since.");
  }

  @Override
  public ToolAnswer run(ToolArguments arguments, JobNews news) throws InterruptedException {
    Optional<SnapStart> start = arguments.text("snap_start").map(SnapStart::of);
    Path out = results.next(name());
    WhyRequest request =
        WhyRequest.of(arguments.source(), arguments.function(), out)
            .with()
            .event(arguments.event())
            .start(start)
            .runs(arguments.number("runs").orElse(WhyRequest.DEFAULT_RUNS))
            .earlier(arguments.path("compare"))
            .build();
    WhyResult result = WhyJob.explain(request, news);
    return new ToolAnswer(
        WhyTerminal.render(
            result.explanation(), result.earlier(), result.page(), BenchTool.COLUMNS, false),
        results.add(
            name(),
            out,
            result.files().stream().filter(file -> file.toString().endsWith(".json")).toList()));
  }
}
