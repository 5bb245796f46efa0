package thaw.cli.document;

import java.util.List;
import thaw.app.race.RaceResult;
import thaw.race.RaceReport;
import thaw.race.SharedSuspect;

/** The result of {@code thaw race} for other programs. */
public record RaceDocument(
    String format,
    String function,
    int instrumented,
    long seed,
    List<RaceReport.Race> races,
    List<SharedSuspect> seenInCodeOnly,
    List<RaceReport.UnlikeResponse> responses,
    int unlike) {
  private static final String FORMAT = "thaw-race-1";

  public static RaceDocument of(RaceResult result) {
    RaceReport report = result.report();
    return new RaceDocument(
        FORMAT,
        result.function(),
        result.instrumented(),
        result.seed(),
        report.races(),
        result.seenInCodeOnly(),
        report.responses(),
        report.unlike());
  }
}
