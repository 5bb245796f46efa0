package thaw.app.why;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;

/**
 * Where the time of a cold start went, and where that is written.
 *
 * @param earlier what it is compared with
 * @param page HTML
 * @param files the page, JSON, and the profile in several formats
 */
public record WhyResult(
    Explanation explanation, Optional<Explanation> earlier, Path page, List<Path> files) {
  public WhyResult {
    files = List.copyOf(files);
  }

  /** The explanation as data. */
  public Path json() {
    return page.resolveSibling("why.json");
  }
}
