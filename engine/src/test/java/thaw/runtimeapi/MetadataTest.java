package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.sandbox.HostPorts;

class MetadataTest {
  @ParameterizedTest
  @CsvSource({
    "us-east-1, use1-az1",
    "eu-central-2, euc2-az1",
    "ap-southeast-1, apse1-az1",
    "us-gov-west-1, usgw1-az1"
  })
  void a_zone_has_the_short_name_of_its_region(String region, String zone) {
    assertEquals(zone, Metadata.zone(region));
  }

  @Test
  void a_region_of_any_characters_leaves_the_response_valid() throws Exception {
    try (RuntimeApi api =
            new RuntimeApi(
                new HostPorts(),
                "arn",
                _ -> true,
                (request, reply) -> Metadata.handle(request, reply, "a\"b\\c"));
        HttpClient client = HttpClient.newHttpClient()) {
      Map<String, String> variables = Metadata.variables(api.address());
      URI uri =
          URI.create(
              "http://"
                  + variables.get("AWS_LAMBDA_METADATA_API")
                  + "/2026-01-15/metadata/execution-environment");
      HttpRequest asked =
          HttpRequest.newBuilder(uri)
              .header("Authorization", "Bearer " + variables.get("AWS_LAMBDA_METADATA_TOKEN"))
              .build();
      assertEquals(
          "a\"b\\c-az1",
          new ObjectMapper()
              .readTree(client.send(asked, BodyHandlers.ofString()).body())
              .path("AvailabilityZoneID")
              .asText());
    }
  }

  @Test
  void who_has_the_token_learns_the_zone() throws Exception {
    try (RuntimeApi api =
            new RuntimeApi(
                new HostPorts(),
                "arn",
                _ -> true,
                (request, reply) -> Metadata.handle(request, reply, "eu-west-1"));
        HttpClient client = HttpClient.newHttpClient()) {
      Map<String, String> variables = Metadata.variables(api.address());
      String token = "Bearer " + variables.get("AWS_LAMBDA_METADATA_TOKEN");
      URI uri =
          URI.create(
              "http://"
                  + variables.get("AWS_LAMBDA_METADATA_API")
                  + "/2026-01-15/metadata/execution-environment");
      HttpResponse<String> told =
          client.send(
              HttpRequest.newBuilder(uri).header("Authorization", token).build(),
              BodyHandlers.ofString());
      assertEquals(200, told.statusCode());
      assertEquals("{\"AvailabilityZoneID\":\"euw1-az1\"}", told.body());
      assertEquals(
          "private, max-age=43200, immutable",
          told.headers().firstValue("Cache-Control").orElse(""));
      HttpRequest without = HttpRequest.newBuilder(uri).build();
      assertEquals(401, client.send(without, BodyHandlers.ofString()).statusCode());
      HttpRequest post =
          HttpRequest.newBuilder(uri)
              .header("Authorization", token)
              .POST(BodyPublishers.noBody())
              .build();
      assertEquals(405, client.send(post, BodyHandlers.ofString()).statusCode());
      HttpRequest other = HttpRequest.newBuilder(uri.resolve("/2026-01-15/metadata/x")).build();
      assertTrue(client.send(other, BodyHandlers.ofString()).body().startsWith("404"));
    }
  }
}
