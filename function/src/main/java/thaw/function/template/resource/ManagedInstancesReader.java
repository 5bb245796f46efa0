package thaw.function.template.resource;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import thaw.function.FunctionDefinition;
import thaw.function.ManagedInstances;
import thaw.template.ResourceProperties;

/**
 * Reads whether and how a function runs on managed instances, and refuses what AWS refuses there.
 * Which capacity provider it names has no meaning here.
 */
final class ManagedInstancesReader {
  private static final String CONFIG = "CapacityProviderConfig";
  private static final String SCALING = "FunctionScalingConfig";
  private static final int MOST_ENVIRONMENTS = 15_000;

  private ManagedInstancesReader() {}

  /** SAM's members, or CloudFormation's one level further down. */
  static Optional<ManagedInstances> read(ResourceProperties properties) {
    return properties
        .below(CONFIG)
        .map(config -> config.below("LambdaManagedInstancesCapacityProviderConfig").orElse(config))
        .map(config ->
            new ManagedInstances(
                config.wholeNumber(
                    "PerExecutionEnvironmentMaxConcurrency",
                    1,
                    ManagedInstances.MOST_CONCURRENCY,
                    "requests"),
                memoryPerVCpu(config),
                scaling(properties, "MinExecutionEnvironments"),
                scaling(properties, "MaxExecutionEnvironments")));
  }

  private static OptionalDouble memoryPerVCpu(ResourceProperties config) {
    String name = "ExecutionEnvironmentMemoryGiBPerVCpu";
    Optional<String> text = config.text(name);
    if (text.isEmpty()) {
      return OptionalDouble.empty();
    }
    try {
      double ratio = Double.parseDouble(text.get());
      if (ratio >= ManagedInstances.LEAST_GIB_PER_VCPU
          && ratio <= ManagedInstances.MOST_GIB_PER_VCPU) {
        return OptionalDouble.of(ratio);
      }
    } catch (NumberFormatException e) {
      // as one that is out of range
    }
    throw config.mistake(
        name, name + " must be 2 to 8: " + text.get(), "give it 2, 4 or 8, as Lambda demands");
  }

  private static OptionalInt scaling(ResourceProperties properties, String name) {
    return properties
        .below(SCALING)
        .map(below -> below.wholeNumber(name, 0, MOST_ENVIRONMENTS, "environments"))
        .orElse(OptionalInt.empty());
  }

  static boolean publishesLatest(ResourceProperties properties) {
    return properties.below(CONFIG).isPresent()
        && properties.text("PublishToLatestPublished").map(Boolean::parseBoolean).orElse(true);
  }

  /** Returns the function unless it does not fit managed instances, and refuses it otherwise. */
  static FunctionDefinition checked(FunctionDefinition function, ResourceProperties properties) {
    if (function.managed().isPresent()) {
      ManagedInstances.fault(
              function.runtime(),
              function.memory(),
              function.snapStart(),
              function.isolatesTenants())
          .ifPresent(fault -> {
            throw properties.mistake(CONFIG, fault, "change that, or remove " + CONFIG);
          });
    }
    return function;
  }
}
