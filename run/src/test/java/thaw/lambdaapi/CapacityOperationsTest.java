package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;

/** What changes of a capacity provider make of it, and by which name it has tags. */
@SideBySide
class CapacityOperationsTest {
  private static final String PROVIDERS = "/2025-11-30/capacity-providers";
  private static final String TAGS = "/2017-03-31/tags/";

  @TempDir Path folder;

  private StillApi open() throws Exception {
    StillApi api = StillApi.open(folder);
    api.ok(
        202,
        "POST",
        PROVIDERS,
        """
        {"CapacityProviderName": "ours",
         "VpcConfig": {"SubnetIds": ["subnet-1"], "SecurityGroupIds": ["sg-1"]},
         "PermissionsConfig":
           {"CapacityProviderOperatorRoleArn": "arn:aws:iam::123456789012:role/r"}}
        """);
    return api;
  }

  private static String scaling(String members) {
    return "{\"CapacityProviderScalingConfig\":" + members + "}";
  }

  @Test
  void a_change_of_the_scaling_keeps_its_defaults() throws Exception {
    try (StillApi api = open()) {
      JsonNode changed =
          api.ok(202, "PUT", PROVIDERS + "/ours", scaling("{\"MaxVCpuCount\":10}"))
              .path("CapacityProvider");
      assertEquals(
          new ObjectMapper().readTree("{\"MaxVCpuCount\":10,\"ScalingMode\":\"Auto\"}"),
          changed.path("CapacityProviderScalingConfig"));
      assertEquals("x86_64", changed.at("/InstanceRequirements/Architectures/0").asText());
    }
  }

  @Test
  void a_change_that_does_not_fit_leaves_all_as_it_was() throws Exception {
    try (StillApi api = open()) {
      String message =
          api.refused(
              400,
              "InvalidParameterValueException",
              "PUT",
              PROVIDERS + "/ours",
              scaling("{\"ScalingMode\":\"Manual\"}"));
      assertTrue(message.contains("ScalingPolicies is required"), message);
      JsonNode kept = api.ok(200, "GET", PROVIDERS + "/ours", "").path("CapacityProvider");
      assertEquals("Auto", kept.at("/CapacityProviderScalingConfig/ScalingMode").asText());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"us-east-1:999999999999", "eu-west-1:123456789012"})
  void a_provider_of_another_account_or_region_has_no_tags_here(String place) throws Exception {
    try (StillApi api = open()) {
      api.ok(200, "GET", TAGS + arn("us-east-1:123456789012"), "");
      for (String method : new String[] {"GET", "POST"}) {
        String message =
            api.refused(
                404,
                "ResourceNotFoundException",
                method,
                TAGS + arn(place),
                "{\"Tags\":{\"a\":\"b\"}}");
        assertTrue(message.contains("Capacity provider not found"), message);
      }
    }
  }

  private static String arn(String place) {
    String arn = "arn:aws:lambda:" + place + ":capacity-provider:ours";
    return URLEncoder.encode(arn, StandardCharsets.UTF_8);
  }
}
