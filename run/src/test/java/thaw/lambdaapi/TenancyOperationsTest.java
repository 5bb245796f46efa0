package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.ProvisionedRequest;

/** What functions whose environments belong to tenants cannot have. */
@SideBySide
class TenancyOperationsTest {
  private static final String INVALID = "InvalidParameterValueException";
  private static final String ISOLATED = "PER_TENANT";
  private static final String MAPPINGS = "/2015-03-31/event-source-mappings";
  private static final String CONCURRENCY =
      "/2019-09-30/functions/pets/provisioned-concurrency?Qualifier=";

  @TempDir Path folder;

  private static FunctionRecord pets(@Nullable String one, @Nullable String latest) {
    FunctionRecord made =
        FunctionRecord.of(
            "pets", false, StillApi.version(FunctionVersion.LATEST, latest), Map.of());
    return made.withPublished(StillApi.version("1", one), made.latest());
  }

  @Test
  void a_version_that_isolates_tenants_gets_no_provisioned_environments() throws Exception {
    try (StillApi api = StillApi.open(folder, pets(ISOLATED, null))) {
      String message =
          api.refused(
              400, INVALID, "PUT", CONCURRENCY + 1, "{\"ProvisionedConcurrentExecutions\":1}");
      assertTrue(message.contains("tenant isolation"), message);
      api.refused(404, "ProvisionedConcurrencyConfigNotFoundException", "GET", CONCURRENCY + 1, "");
    }
  }

  @Test
  void no_event_source_is_polled_for_a_function_that_isolates_tenants() throws Exception {
    String queue = "\"EventSourceArn\":\"arn:aws:sqs:us-east-1:123456789012:q\"}";
    try (StillApi api = StillApi.open(folder, pets(null, ISOLATED))) {
      String message =
          api.refused(400, INVALID, "POST", MAPPINGS, "{\"FunctionName\":\"pets\"," + queue);
      assertTrue(message.contains("tenant isolation"), message);
      JsonNode made = api.ok(202, "POST", MAPPINGS, "{\"FunctionName\":\"pets:1\"," + queue);
      String one = MAPPINGS + "/" + made.path("UUID").asText();
      api.ok(202, "PUT", one, "{\"BatchSize\":5}");
      message = api.refused(400, INVALID, "PUT", one, "{\"FunctionName\":\"pets\"}");
      assertTrue(message.contains("tenant isolation"), message);
    }
  }

  @Test
  void provisioned_concurrency_that_was_kept_starts_nothing_where_tenants_are_isolated()
      throws Exception {
    FunctionRecord kept = pets(ISOLATED, null);
    kept = kept.withProvisioned("1", new ProvisionedRequest(1, 0));
    try (StillApi api = StillApi.open(folder, kept)) {
      JsonNode config = api.ok(200, "GET", CONCURRENCY + 1, "");
      assertEquals("FAILED", config.path("Status").asText());
      assertTrue(
          config.path("StatusReason").asText().contains("tenant isolation"), config.toString());
    }
  }
}
