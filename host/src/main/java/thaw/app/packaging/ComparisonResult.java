package thaw.app.packaging;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import thaw.experiment.ExperimentResult;

/**
 * Every package of a function beside the function as it is.
 *
 * @param sizes bytes of what is deployed, compressed, by the names of the variants
 * @param page HTML
 */
public record ComparisonResult(ExperimentResult experiment, Map<String, Long> sizes, Path page) {
  public ComparisonResult {
    sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
  }
}
