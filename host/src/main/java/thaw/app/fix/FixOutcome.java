package thaw.app.fix;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a job that makes a cold start shorter.
 *
 * @param searched absent where an earlier result was applied
 * @param applied absent where nothing was to be applied, or nothing gains
 */
public record FixOutcome(Optional<FixSearched> searched, Optional<Applied> applied) {
  /**
   * A result in the work tree.
   *
   * @param files that were changed
   * @param packages commands that make a package with what is no change of a file
   */
  public record Applied(List<Path> files, List<String> packages) {
    public Applied {
      files = List.copyOf(files);
      packages = List.copyOf(packages);
    }
  }

  /** Returns whether the function starts sooner with it. */
  public boolean isGood() {
    return applied.isPresent() || searched.map(each -> each.result().gains()).orElse(false);
  }
}
