package thaw.app.race;

import thaw.race.RaceReport;

/**
 * What was found.
 *
 * @param function its logical id
 * @param instrumented classes of the function that told of their accesses
 */
public record RaceResult(String function, int instrumented, long seed, RaceReport report) {
  public boolean isGood() {
    return report.isClean();
  }
}
