package thaw.platform.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityProviderTest {
  @Test
  void so_many_environments_are_needed_as_would_use_no_more_than_the_target() {
    var halfUsed = new CapacityProvider.Range(1, 5, OptionalDouble.of(50));
    assertEquals(2, halfUsed.atUse(2, 50));
    assertEquals(3, halfUsed.atUse(2, 51));
    assertEquals(4, halfUsed.atUse(2, 100));
    assertEquals(5, halfUsed.atUse(4, 100), "no more than there may be");
    assertEquals(2, halfUsed.atUse(2, 1), "none ends for that");
    assertEquals(2, new CapacityProvider.Range(1, 5, OptionalDouble.empty()).atUse(2, 100));
  }

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
    assertEquals(
        OptionalDouble.empty(), new CapacityProvider("fleet", Map.of(), Map.of(), 0).cpuTarget());
  }

  private static OptionalDouble target(String scaling) throws Exception {
    return new CapacityProvider(
            "fleet",
            Map.of("CapacityProviderScalingConfig", new ObjectMapper().readTree(scaling)),
            Map.of(),
            0)
        .cpuTarget();
  }
}
