package thaw.service.own;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Takes events that are put on buses, and nothing else of EventBridge: buses and rules are the
 * template's. Refuses to know who waits for an event.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html">PutEvents</a>
 */
public final class EventBridgeHandler implements HttpHandler {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String PREFIX = "AWSEvents.";
  private static final int MOST_ENTRIES = 10;
  private static final int LARGEST_ENTRIES_BYTES = 1024 * 1024;

  /** Several times that, with room for escapes. */
  private static final int LARGEST_BODY_BYTES = 4 * 1024 * 1024;

  private final String region;
  private final String account;
  private final Consumer<BusEvent> listener;
  private final Clock clock;

  public EventBridgeHandler(
      String region, String account, Consumer<BusEvent> listener, Clock clock) {
    this.region = region;
    this.account = account;
    this.listener = listener;
    this.clock = clock;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    String target = exchange.header("x-amz-target").orElse("");
    onResponse.accept(
        target.equals(PREFIX + "PutEvents")
            ? putEvents(exchange.body(LARGEST_BODY_BYTES))
            : unknown(target));
  }

  private Response putEvents(byte[] body) {
    JsonNode entries;
    try {
      entries = JSON.readTree(body).path("Entries");
    } catch (JsonProcessingException e) {
      return error("SerializationException", "the request is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail", e);
    }
    if (!entries.isArray() || entries.isEmpty() || entries.size() > MOST_ENTRIES) {
      return error(
          "ValidationException",
          "1 validation error detected: Value '%s' at 'entries' failed to satisfy constraint: Member must have length %s"
              .formatted(
                  entries.isArray() ? "[" + entries.size() + " entries]" : "null",
                  entries.size() > MOST_ENTRIES
                      ? "less than or equal to " + MOST_ENTRIES
                      : "greater than or equal to 1"));
    }
    int bytes = 0;
    for (JsonNode entry : entries) {
      bytes += BusEntry.bytes(entry);
    }
    if (bytes >= LARGEST_ENTRIES_BYTES) {
      return error(
          "ValidationException", "Total size of the entries in the request is over the limit.");
    }
    return Response.json(taken(entries));
  }

  /**
   * Takes the entries in their order, and returns the answer. The listener is told of each event
   * before the request is answered.
   */
  private ObjectNode taken(JsonNode entries) {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode results = JSON.createArrayNode();
    int failed = 0;
    for (JsonNode entry : entries) {
      switch (BusEntry.of(entry, region, account, clock.instant())) {
        case BusEntry.Taken(BusEvent event) -> {
          listener.accept(event);
          results.addObject().put("EventId", event.id());
        }
        case BusEntry.Failed(String code, String message) -> {
          failed++;
          results.addObject().put("ErrorCode", code).put("ErrorMessage", message);
        }
      }
    }
    answer.put("FailedEntryCount", failed);
    answer.set("Entries", results);
    return answer;
  }

  private static Response unknown(String target) {
    String operation =
        target.startsWith(PREFIX) ? target.substring(PREFIX.length()) : "'" + target + "'";
    return error(
        "UnknownOperationException",
        "Thaw's EventBridge takes PutEvents; "
            + operation
            + " is not provided: declare buses and rules in the template");
  }

  private static Response error(String code, String message) {
    return error(400, code, message);
  }

  private static Response error(int status, String code, String message) {
    ObjectNode body = JSON.createObjectNode().put("__type", code).put("message", message);
    return new Response(
        status,
        Map.of("Content-Type", "application/x-amz-json-1.1", "x-amzn-ErrorType", code),
        body.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Response failed(Exception reason) {
    return error(500, "InternalException", "Thaw could not do it: " + reason);
  }
}
