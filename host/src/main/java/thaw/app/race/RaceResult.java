package thaw.app.race;

import java.nio.file.Path;
import thaw.app.shared.ProgramVersion;
import thaw.app.shared.SourcePlaces;
import thaw.race.RaceReport;
import thaw.report.race.RaceSarif;

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

  /**
   * Writes what was found in SARIF 2.1.0, with files relative to the current folder.
   *
   * @param source where the function's sources are below
   */
  public void writeSarif(Path source, Path file) {
    RaceSarif.write(
        function, report, ProgramVersion.read(), SourcePlaces.of(Path.of(""), source)::of, file);
  }
}
