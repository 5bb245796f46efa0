package thaw.platform.record;

import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A name for a version, or for two of them by weight.
 *
 * @param weights versions that get a share of the requests, 0 to 1; the rest goes to {@code
 *     version}
 */
public record Alias(
    String name,
    String version,
    String description,
    Map<String, Double> weights,
    String revisionId) {
  public Alias {
    weights = Map.copyOf(weights);
  }

  /**
   * @param random 0 (inclusive) to 1 (exclusive)
   */
  public String choose(DoubleSupplier random) {
    if (weights.isEmpty()) {
      return version;
    }
    double left = random.getAsDouble();
    for (Map.Entry<String, Double> share : weights.entrySet()) {
      left -= share.getValue();
      if (left < 0) {
        return share.getKey();
      }
    }
    return version;
  }
}
