package thaw.report.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import thaw.json.Json;
import thaw.load.ColdRequest;
import thaw.load.LoadResult;
import thaw.model.FittedModel;
import thaw.model.ModelPhase;
import thaw.model.Statistic;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.Text;
import thaw.report.shared.LambdaOutlook;
import thaw.report.shared.LambdaRow;
import thaw.report.shared.LambdaTold;
import thaw.report.shared.LambdaView;

/**
 * The prediction of what AWS Lambda shows for the cold starts in load runs.
 *
 * @param times of cold requests, as {@code REPORT} has them on both sides
 * @param shares of runs whose cold requests are of one kind
 */
public record LoadLambda(LambdaOutlook times, List<LambdaColdShare> shares) {
  private static final ObjectMapper MAPPER = Json.written().build();

  private static final String NOTHING =
      "No run has cold starts whose times are those of the function.";

  private static final List<String> UNTOLD =
      List.of(
          "warm requests. The model is of cold starts, so there are no quantiles of all requests on"
              + " Lambda.",
          "cold starts after a pause or of a new version. Lambda ends idle environments when it"
              + " likes.");

  public LoadLambda {
    shares = List.copyOf(shares);
  }

  /** Predicts from those runs whose cold starts the host did not slow down. */
  public static LoadLambda of(List<LoadResult> runs, LambdaView view) {
    LambdaTold all = new LambdaTold(view.fitted().model());
    List<LambdaColdShare> shares = new ArrayList<>();
    String nothing = NOTHING;
    for (LoadResult run : runs) {
      if (run.use().host().wasLimit() && !run.coldStarts().isEmpty()) {
        nothing = "%s: %s".formatted(run.plan().name(), run.use().host().words());
        all.addUntold(nothing);
        continue;
      }
      int before = all.rows().size();
      if (isOfUnprimed(run, view.fitted())) {
        nothing = "%s. %s".formatted(run.plan().name(), LambdaView.UNPRIMED);
        all.addUntold(nothing);
      }
      add(run, all, view.fitted());
      List<LambdaRow> own = all.rows().subList(before, all.rows().size());
      if (own.size() == 1 && isOfOneKind(run)) {
        shares.add(LambdaColdShare.of(run, own.getFirst()));
      }
    }
    LambdaOutlook times = view.of(all, nothing, UNTOLD);
    return new LoadLambda(times, times.rows().isEmpty() ? List.of() : shares);
  }

  private static boolean isOfOneKind(LoadResult run) {
    return run.coldStarts().stream().map(ColdRequest::kind).distinct().count() == 1;
  }

  /** Returns the note on what a load measures of a request and REPORT does not have. */
  private static String unreported(String run, double responseMillis, double reportedMillis) {
    return "what a client of %s waits for. The figures are those of REPORT, Init Duration or Restore Duration and Duration together. Here a cold request had its response %s ms after it was due, and REPORT has %s ms of that (medians). On Lambda the network and the service take the rest, of which no figure is published."
        .formatted(run, Figures.millis(responseMillis), Figures.millis(reportedMillis));
  }

  /** A load's starts from snapshots are those of the function as it is. */
  private static boolean isOfUnprimed(LoadResult run, FittedModel fitted) {
    return !fitted.tellsUnprimed()
        && run.coldStarts().stream().anyMatch(cold -> cold.kind() == ColdRequest.Kind.RESTORE);
  }

  private static void add(LoadResult run, LambdaTold told, FittedModel fitted) {
    for (ColdRequest.Kind kind : ColdRequest.Kind.values()) {
      List<ColdRequest> all =
          run.coldStarts().stream().filter(cold -> cold.kind() == kind).toList();
      boolean isTold = kind == ColdRequest.Kind.INIT || fitted.tellsUnprimed();
      if (isTold && !all.isEmpty()) {
        ModelPhase phase =
            kind == ColdRequest.Kind.RESTORE ? ModelPhase.RESTORED : ModelPhase.TOTAL;
        int before = told.rows().size();
        double reported = median(all, ColdRequest::reportedMillis);
        told.add(run.plan().name(), phase, reported);
        if (told.rows().size() > before) {
          told.addUntold(
              unreported(run.plan().name(), median(all, ColdRequest::responseMillis), reported));
        }
      }
    }
  }

  private static double median(List<ColdRequest> all, ToDoubleFunction<ColdRequest> of) {
    return Statistic.MEDIAN.of(all.stream().mapToDouble(of).toArray());
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public String render(int columns, boolean ansi) {
    TerminalLines lines = new TerminalLines(columns, ansi);
    lines.section("cold starts as expected on Lambda");
    shares.forEach(share -> lines.wrapped("  ", Text.clean(share.words()), Ink.PLAIN));
    times.addTo(lines, "run");
    return lines.text();
  }

  /** Returns the words of each share for a page. */
  public List<String> sentences() {
    return shares.stream().map(share -> Text.clean(share.words())).toList();
  }

  /** The member {@code asLambda} of {@code load.json}. */
  ObjectNode json() {
    ObjectNode document = times.json();
    document.set("coldRequests", MAPPER.valueToTree(shares));
    return document;
  }
}
