package thaw.platform;

import java.util.OptionalDouble;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Arn;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;

/**
 * Which versions of functions are to run on capacity providers, and how many environments they are
 * to have. Refuses to know instances: see {@link Definitions}.
 *
 * @param activity whether a version of a function, by its name, is to have environments
 */
public record CapacityProviders(
    KeptResources providers,
    Registry registry,
    BiFunction<String, FunctionVersion, Activity> activity) {
  /** {@link CapacityProvider#cpuTarget}; empty for one that is not known, as of a template. */
  OptionalDouble cpuTarget(String arn) {
    return providers
        .find(arn)
        .map(provider -> CapacityProvider.cpuTarget(provider.members()))
        .orElse(OptionalDouble.empty());
  }

  /**
   * @param scaling null to have AWS's defaults again
   * @throws Refused when the version is not to run on a capacity provider
   */
  public FunctionVersion scale(
      String function, String version, CapacityProvider.@Nullable Scaling scaling) {
    FunctionVersion scaled = managed(registry.get(function), version);
    registry.change(function, record -> record.withScaling(version, scaling));
    return scaled;
  }

  /** Whether a version is to have environments; active as well where it is on none of these. */
  public Activity activity(String function, FunctionVersion version) {
    return activity.apply(function, version);
  }

  /** Returns how many environments a version is to have; null where nobody said it. */
  public CapacityProvider.@Nullable Scaling scaling(String function, String version) {
    FunctionRecord record = registry.get(function);
    managed(record, version);
    return record.scaling().get(version);
  }

  private static FunctionVersion managed(FunctionRecord function, String qualifier) {
    FunctionVersion version =
        function
            .version(qualifier)
            .orElseThrow(() -> Refused.functionNotFound(Arn.function(function.name(), qualifier)));
    if (version.settings().capacity() == null) {
      throw Refused.invalid(
          "The function version "
              + Arn.function(function.name(), qualifier)
              + " has no CapacityProviderConfig. A scaling configuration is for functions on Lambda"
              + " Managed Instances.");
    }
    return version;
  }
}
