package thaw.lab.result;

import java.util.Map;
import java.util.Optional;

/**
 * One measurement of one case.
 *
 * @param round from 1; in each round every case comes once
 * @param values by {@link Quantity#key}; empty when it failed
 * @param failure why there are no values
 */
public record Measurement(
    Case subject, int round, Map<String, Double> values, Optional<String> failure) {
  public Measurement {
    values = Map.copyOf(values);
  }
}
