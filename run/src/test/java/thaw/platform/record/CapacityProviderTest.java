package thaw.platform.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityProviderTest {
  @Test
  void the_target_is_that_of_the_policy_for_cpus() throws Exception {
    assertEquals(
        OptionalDouble.of(70.5),
        target(
            """
            {"ScalingMode": "Manual", "ScalingPolicies": [
              {"PredefinedMetricType": "LambdaCapacityProviderAverageGPUUtilization", "TargetValue": 30},
              {"PredefinedMetricType": "LambdaCapacityProviderAverageCPUUtilization", "TargetValue": 70.5}]}
            """));
    assertEquals(OptionalDouble.empty(), target("{\"ScalingMode\": \"Auto\"}"));
    assertEquals(OptionalDouble.empty(), CapacityProvider.cpuTarget(Map.of()));
  }

  private static OptionalDouble target(String scaling) throws Exception {
    return CapacityProvider.cpuTarget(
        Map.of("CapacityProviderScalingConfig", new ObjectMapper().readTree(scaling)));
  }
}
