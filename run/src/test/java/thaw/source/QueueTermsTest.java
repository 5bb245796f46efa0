package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueTermsTest {
  private static QueueTerms terms(String settings) throws Exception {
    return QueueTerms.of(
        new ObjectMapper().readValue(settings, new TypeReference<Map<String, JsonNode>>() {}));
  }

  @Test
  void each_provisioned_poller_has_ten_batches_at_once() throws Exception {
    assertEquals(
        40,
        terms("{\"ProvisionedPollerConfig\":{\"MinimumPollers\":2,\"MaximumPollers\":4}}")
            .concurrency());
  }

  @Test
  void else_the_scaling_config_says_how_many() throws Exception {
    assertEquals(3, terms("{\"ScalingConfig\":{\"MaximumConcurrency\":3}}").concurrency());
    assertTrue(terms("{}").concurrency() >= 5);
  }
}
