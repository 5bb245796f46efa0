package thaw.race;

import java.util.List;

/** The result of {@code thaw race} for other programs. */
record RaceDocument(
    String format,
    String function,
    int instrumented,
    long seed,
    List<RaceReport.Race> races,
    List<SharedSuspect> seenInCodeOnly,
    List<RaceReport.UnlikeResponse> responses,
    int unlike) {
  private static final String FORMAT = "thaw-race-1";

  static RaceDocument of(RaceResult result) {
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
