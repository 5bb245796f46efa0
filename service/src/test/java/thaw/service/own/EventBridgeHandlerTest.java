package thaw.service.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.http.HttpServer;
import thaw.http.OwnPages;

class EventBridgeHandlerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.5Z");

  private final List<BusEvent> events = new ArrayList<>();
  private HttpServer server;
  private HttpClient http;

  @BeforeEach
  void open() {
    server =
        HttpServer.open(
            "127.0.0.1",
            0,
            new EventBridgeHandler(
                "eu-west-1", "123456789012", events::add, Clock.fixed(NOW, ZoneOffset.UTC)),
            OwnPages.of(),
            () -> "request",
            Duration.ofSeconds(10),
            problem -> {});
    http = HttpClient.newHttpClient();
  }

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  private HttpResponse<String> call(String operation, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/"))
            .header("Content-Type", "application/x-amz-json-1.1")
            .header("X-Amz-Target", "AWSEvents." + operation)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode put(String body) throws IOException, InterruptedException {
    HttpResponse<String> response = call("PutEvents", body);
    assertEquals(200, response.statusCode(), response.body());
    return JSON.readTree(response.body());
  }

  @Test
  void an_event_is_told_as_rules_and_targets_get_it() throws Exception {
    JsonNode answer =
        put(
            """
            {"Entries":[{"Source":"my.shop","DetailType":"Order","Detail":"{\\"id\\":7}",
            "Time":1772323200.0,"Resources":["arn:aws:s3:::b"],
            "EventBusName":"arn:aws:events:eu-west-1:123456789012:event-bus/shop"}]}\
            """);
    assertEquals(0, answer.path("FailedEntryCount").asInt());
    BusEvent event = events.getFirst();
    assertEquals(answer.at("/Entries/0/EventId").asText(), event.id());
    assertEquals("shop", event.bus());
    assertEquals(
        JSON.readTree(
            """
            {"version":"0","id":"%s","detail-type":"Order","source":"my.shop",
            "account":"123456789012","time":"2026-03-01T00:00:00Z","region":"eu-west-1",
            "resources":["arn:aws:s3:::b"],"detail":{"id":7}}\
            """
                .formatted(event.id())),
        event.json());
  }

  @Test
  void an_entry_without_bus_and_time_is_of_the_default_bus_and_of_now() throws Exception {
    put("{\"Entries\":[{\"Source\":\"s\",\"DetailType\":\"d\",\"Detail\":\"{}\"}]}");
    assertEquals("default", events.getFirst().bus());
    assertEquals("2026-03-01T12:00:00Z", events.getFirst().json().path("time").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"DetailType":"d","Detail":"{}"}              | InvalidArgument | Parameter Source is not valid. Reason: Source is a required argument.
          {"Source":"s","Detail":"{}"}                  | InvalidArgument | Parameter DetailType is not valid. Reason: DetailType is a required argument.
          {"Source":"s","DetailType":"d"}               | InvalidArgument | Parameter Detail is not valid. Reason: Detail is a required argument.
          {"Source":"s","DetailType":"d","Detail":"{"}  | MalformedDetail | Detail is malformed.
          {"Source":"s","DetailType":"d","Detail":"[]"} | MalformedDetail | Detail is malformed.
          {"Source":"s","DetailType":"d","Detail":"{} {}"} | MalformedDetail | Detail is malformed.
          {"Source":"aws.s3","DetailType":"d","Detail":"{}"} | NotAuthorizedForSourceException | Not authorized for the source.
          """)
  void an_entry_that_fails_leaves_the_others(String entry, String code, String message)
      throws Exception {
    JsonNode answer =
        put(
            "{\"Entries\":["
                + entry
                + ",{\"Source\":\"s\",\"DetailType\":\"d\",\"Detail\":\"{}\"}]}");
    assertEquals(1, answer.path("FailedEntryCount").asInt());
    assertEquals(code, answer.at("/Entries/0/ErrorCode").asText());
    assertEquals(message, answer.at("/Entries/0/ErrorMessage").asText());
    assertEquals(events.getFirst().id(), answer.at("/Entries/1/EventId").asText());
  }

  @Test
  void a_request_has_1_to_10_entries_below_1_MiB() throws Exception {
    String entry = "{\"Source\":\"s\",\"DetailType\":\"d\",\"Detail\":\"{}\"}";
    assertRefused("{\"Entries\":[]}", "greater than or equal to 1");
    assertRefused("{}", "greater than or equal to 1");
    assertRefused(
        "{\"Entries\":[" + "%s,".formatted(entry).repeat(10) + entry + "]}",
        "less than or equal to 10");
    assertRefused(
        large(entry, 1024 * 1024), "Total size of the entries in the request is over the limit.");
    assertTrue(events.isEmpty());
    assertEquals(0, put(large(entry, 1023 * 1024)).path("FailedEntryCount").asInt());
    assertEquals(1, events.size());
  }

  private static String large(String entry, int bytes) {
    return "{\"Entries\":[%s]}"
        .formatted(entry.replace("{}", "{\\\"a\\\":\\\"" + "x".repeat(bytes) + "\\\"}"));
  }

  private void assertRefused(String body, String reason) throws IOException, InterruptedException {
    HttpResponse<String> response = call("PutEvents", body);
    assertEquals(400, response.statusCode());
    JsonNode error = JSON.readTree(response.body());
    assertEquals("ValidationException", error.path("__type").asText());
    assertTrue(error.path("message").asText().endsWith(reason), error::toString);
  }

  @Test
  void what_else_clients_ask_is_a_clear_error() throws Exception {
    HttpResponse<String> response = call("PutRule", "{}");
    assertEquals(400, response.statusCode());
    assertEquals(
        "{\"__type\":\"UnknownOperationException\",\"message\":\"Thaw's EventBridge takes PutEvents;"
            + " PutRule is not provided: declare buses and rules in the template\"}",
        response.body());
  }
}
