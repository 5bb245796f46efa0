package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.function.ManagedInstances;

/**
 * What functions say of the capacity provider that they run on. Here all are this machine, and only
 * the use of CPUs at which they are scaled has a meaning.
 */
public final class CapacityProvider {
  private static final String CPU_USE = "LambdaCapacityProviderAverageCPUUtilization";

  private CapacityProvider() {}

  /**
   * The use of a capacity provider by a function: which one it runs on, and how.
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

  /**
   * The numbers of environments that a version of a function is to have; null where nobody gave
   * one.
   */
  public record Scaling(@Nullable Integer least, @Nullable Integer most) {
    public static final Scaling DEFAULT = new Scaling(null, null);

    /** AWS's three, unless there may not be so many. */
    public int leastOrDefault() {
      int three = ManagedInstances.DEFAULT_ENVIRONMENTS;
      return least != null ? least : most == null ? three : Math.min(three, most);
    }

    /**
     * Returns the most environments. Where nobody gave a number, there are no more than there must
     * be: this machine has no others.
     */
    public int mostOrDefault() {
      return most != null
          ? most
          : Math.max(leastOrDefault(), ManagedInstances.DEFAULT_ENVIRONMENTS);
    }
  }

  /**
   * Returns the use of CPUs, in percent, at which there are to be more environments, where
   * instances are scaled by hand ({@code ScalingMode: Manual}). AWS does not say from which use on
   * it scales otherwise.
   *
   * @param members of the API's description of a capacity provider
   */
  public static OptionalDouble cpuTarget(Map<String, JsonNode> members) {
    JsonNode scaling = members.get("CapacityProviderScalingConfig");
    if (scaling != null) {
      for (JsonNode policy : scaling.path("ScalingPolicies")) {
        double target = policy.path("TargetValue").asDouble();
        if (policy.path("PredefinedMetricType").asText().equals(CPU_USE) && target > 0) {
          return OptionalDouble.of(target);
        }
      }
    }
    return OptionalDouble.empty();
  }
}
