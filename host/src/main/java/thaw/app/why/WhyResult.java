package thaw.app.why;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.shared.ProgramVersion;
import thaw.app.shared.SourcePlaces;
import thaw.attribution.Explanation;
import thaw.attribution.warmup.WarmUp;
import thaw.explanation.WhySarif;

/**
 * Tells where the time of a cold start went, and where that is written.
 *
 * @param earlier what it is compared with
 * @param warmUp of a function on managed instances: its first requests
 * @param page HTML
 * @param files the page, JSON, and the profile in several formats
 */
public record WhyResult(
    Explanation explanation,
    Optional<Explanation> earlier,
    Optional<WarmUp> warmUp,
    Path page,
    List<Path> files) {
  public WhyResult {
    files = List.copyOf(files);
  }

  /**
   * Writes the findings in SARIF 2.1.0, with files relative to the current folder.
   *
   * @param source where the function's sources are below
   */
  public void writeSarif(Path source, Path file) {
    WhySarif.write(
        explanation, ProgramVersion.read(), SourcePlaces.of(Path.of(""), source)::of, file);
  }

  /** The explanation as data. */
  public Path json() {
    return page.resolveSibling("why.json");
  }
}
