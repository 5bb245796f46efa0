package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.function.ManagedInstances;

/**
 * Instances that functions run on. Here all are this machine: what is said of them is kept and
 * given back.
 *
 * @param members of the API's description, as they are shown
 */
public record CapacityProvider(
    String name, Map<String, JsonNode> members, Map<String, String> tags, long modifiedMillis) {
  /**
   * That a function runs on one, and how.
   *
   * @param concurrency requests that one environment takes at a time; null for AWS's default
   * @param memoryGiBPerVCpu null for AWS's default
   */
  public record Use(String arn, @Nullable Integer concurrency, @Nullable Double memoryGiBPerVCpu) {
    public ManagedInstances instances() {
      return new ManagedInstances(
          concurrency == null ? OptionalInt.empty() : OptionalInt.of(concurrency),
          memoryGiBPerVCpu == null ? OptionalDouble.empty() : OptionalDouble.of(memoryGiBPerVCpu));
    }
  }

  /** How many environments a version of a function is to have; null where nobody said it. */
  public record Scaling(@Nullable Integer least, @Nullable Integer most) {
    public static final Scaling DEFAULT = new Scaling(null, null);

    /** AWS's three, unless there may not be so many. */
    public int leastOrDefault() {
      int three = ManagedInstances.DEFAULT_ENVIRONMENTS;
      return least != null ? least : most == null ? three : Math.min(three, most);
    }

    /** Where nobody said it, there are no more than there must be: this machine has no others. */
    public int mostOrDefault() {
      return most != null
          ? most
          : Math.max(leastOrDefault(), ManagedInstances.DEFAULT_ENVIRONMENTS);
    }
  }

  public String arn() {
    return Arn.capacityProvider(name);
  }

  public CapacityProvider withTags(Map<String, String> other) {
    return new CapacityProvider(name, members, other, modifiedMillis);
  }
}
