package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Instances that functions would run on. There are none on this machine: what is said of them is
 * kept and given back.
 *
 * @param members of the API's description, as they are shown
 */
public record CapacityProvider(
    String name, Map<String, JsonNode> members, Map<String, String> tags, long modifiedMillis) {
  /**
   * A function's wish to run on one.
   *
   * @param concurrency requests that one environment takes at a time; null for AWS's default
   * @param memoryGiBPerVCpu null for AWS's default
   */
  public record Use(String arn, @Nullable Integer concurrency, @Nullable Double memoryGiBPerVCpu) {}

  /** How many environments a version of a function is to have; null where nobody said it. */
  public record Scaling(@Nullable Integer least, @Nullable Integer most) {}

  public String arn() {
    return Arn.capacityProvider(name);
  }

  public CapacityProvider withTags(Map<String, String> other) {
    return new CapacityProvider(name, members, other, modifiedMillis);
  }
}
