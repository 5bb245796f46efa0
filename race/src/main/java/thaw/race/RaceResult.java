package thaw.race;

import java.nio.file.Path;
import java.util.List;
import thaw.app.shared.ProgramVersion;
import thaw.app.shared.SourcePlaces;

/**
 * The races that were found, and what was looked at.
 *
 * @param function its logical id
 * @param instrumented classes of the function that told of their accesses
 * @param seenInCodeOnly what requests may share without a guard, which no run has shown
 */
public record RaceResult(
    String function,
    int instrumented,
    long seed,
    RaceReport report,
    List<SharedSuspect> seenInCodeOnly) {
  /**
   * Tells whether no race was found. Suspects that were only seen in the code are no reason to
   * fail.
   */
  boolean isGood() {
    return report.isClean();
  }

  /**
   * Writes what was found in SARIF 2.1.0, with files relative to the current folder.
   *
   * @param source where the function's sources are below
   */
  void writeSarif(Path source, Path file) {
    RaceSarif.write(
        function,
        report,
        seenInCodeOnly,
        ProgramVersion.read(),
        SourcePlaces.of(Path.of(""), source)::of,
        file);
  }
}
