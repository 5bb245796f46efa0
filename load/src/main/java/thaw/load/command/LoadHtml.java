package thaw.load.command;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import thaw.load.Failure;
import thaw.load.HostUse;
import thaw.load.LayerTax;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

/**
 * Runs of load as one HTML file that needs no network. Verdicts and tables are there without any
 * script; the charts are drawn by the page's own script from the data that it carries.
 */
final class LoadHtml {

  private static final PageFrame FRAME =
      PageFrame.of(
          "page.css uPlot.min.css load/load.css",
          "tips.js basics.js charts.js uPlot.iife.min.js load/load-charts.js load/load-page.js");

  private LoadHtml() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param taxes none unless layers were compared
   * @param goals what was to be reached; none unless somebody wanted some
   */
  static void write(List<LoadResult> runs, List<LayerTax> taxes, List<LoadGoal> goals, Path file) {
    AtomicFile.write(file, page(runs, taxes, goals));
  }

  static String page(List<LoadResult> runs, List<LayerTax> taxes, List<LoadGoal> goals) {
    return PageOutput.text(out ->
        JteloadGenerated.render(
            out,
            PageOutput.NO_INTERCEPTOR,
            FRAME.with(LoadData.of(runs, goals)),
            title(runs),
            measured(runs),
            new LoadHeadline(runs),
            runs,
            taxes));
  }

  private static String title(List<LoadResult> runs) {
    List<String> schedules =
        runs.stream().map(run -> run.plan().schedule().toString()).distinct().toList();
    List<String> targets =
        runs.stream().map(run -> Text.clean(run.plan().target())).distinct().toList();
    String load =
        (targets.size() == 1 ? targets.getFirst() : Figures.counted(targets.size(), "target"))
            + ": "
            + (schedules.size() == 1 ? schedules.getFirst() : "several schedules");
    OptionalDouble busiest =
        runs.stream()
            .map(run -> run.use().host())
            .filter(HostUse::wasLimit)
            .mapToDouble(HostUse::share)
            .max();
    return busiest.isEmpty()
        ? load
        : load
            + ", limited by the host (%s busy)".formatted(Figures.percent(busiest.getAsDouble()));
  }

  private static String measured(List<LoadResult> runs) {
    Optional<String> begun =
        runs.stream().map(LoadResult::begun).min(Comparator.naturalOrder()).map(Figures::minute);
    long requests = runs.stream().mapToLong(LoadResult::sent).sum();
    return "Open-loop load: %s, %s sent%s."
        .formatted(
            Figures.counted(runs.size(), "run"),
            Figures.counted(requests, "request"),
            begun.map(minute -> ", from " + minute).orElse(""));
  }

  /** Returns a kind of failure in words for people. */
  static String kind(Failure.Kind kind) {
    return switch (kind) {
      case UNKNOWN_HOST -> "unknown host";
      case NOT_CONNECTED -> "no connection";
      case TLS -> "TLS";
      case CLOSED -> "closed before the answer";
      case TIMEOUT -> "no answer in time";
      case PROTOCOL -> "not HTTP";
      case STATUS -> "other status";
      case BODY -> "other body";
      case FUNCTION_ERROR -> "function error";
      case THROTTLED -> "throttled";
      case UNANSWERED -> "unanswered at the end";
    };
  }
}
