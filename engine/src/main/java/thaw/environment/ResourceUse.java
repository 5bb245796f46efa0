package thaw.environment;

import java.util.List;
import java.util.Optional;

/**
 * The resources that an environment uses.
 *
 * @param cpuPercent of its vCPUs; more than 100 where nothing limits them
 * @param memoryPercent of its memory
 */
public record ResourceUse(double cpuPercent, double memoryPercent) {
  public static final ResourceUse NONE = new ResourceUse(0, 0);

  /** Returns the average of environments of one size; it is empty when there are none. */
  public static Optional<ResourceUse> average(List<ResourceUse> all) {
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ResourceUse(
                all.stream().mapToDouble(ResourceUse::cpuPercent).average().orElse(0),
                all.stream().mapToDouble(ResourceUse::memoryPercent).average().orElse(0)));
  }
}
