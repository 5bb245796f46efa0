package thaw.service.own;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One entry of a PutEvents request: an event, or why it is none.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html">PutEventsRequestEntry</a>
 */
sealed interface BusEntry {
  /** An entry that is taken. */
  record Taken(BusEvent event) implements BusEntry {}

  /** An entry that is not taken; the others may be. */
  record Failed(String code, String message) implements BusEntry {}

  JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** The bytes that AWS counts for a time. */
  int TIME_BYTES = 14;

  /**
   * @param now for an entry without a time
   */
  static BusEntry of(JsonNode entry, String region, String account, Instant now) {
    for (String name : List.of("Source", "DetailType", "Detail")) {
      if (entry.path(name).asText().isEmpty()) {
        return new Failed(
            "InvalidArgument",
            "Parameter %s is not valid. Reason: %s is a required argument.".formatted(name, name));
      }
    }
    String source = entry.path("Source").asText();
    if (source.startsWith("aws.")) {
      return new Failed("NotAuthorizedForSourceException", "Not authorized for the source.");
    }
    JsonNode detail;
    try {
      detail = JSON.readTree(entry.path("Detail").asText());
    } catch (JsonProcessingException e) {
      return malformed();
    }
    if (!detail.isObject()) {
      return malformed();
    }
    List<String> resources = new ArrayList<>();
    entry.path("Resources").forEach(resource -> resources.add(resource.asText()));
    return new Taken(
        new BusEvent(
            UUID.randomUUID().toString(),
            bus(entry.path("EventBusName").asText()),
            source,
            entry.path("DetailType").asText(),
            detail,
            time(entry.path("Time"), now),
            resources,
            account,
            region));
  }

  private static Failed malformed() {
    return new Failed("MalformedDetail", "Detail is malformed.");
  }

  /** A name, an ARN, or nothing. */
  private static String bus(String given) {
    return given.isEmpty() ? "default" : given.substring(given.lastIndexOf('/') + 1);
  }

  /** Seconds since 1970, as the protocol has times; perhaps with a fraction. */
  private static Instant time(JsonNode given, Instant now) {
    return given.isNumber() ? Instant.ofEpochMilli((long) (given.asDouble() * 1000)) : now;
  }

  /** Returns the size of an entry that AWS counts against the limit of a request. */
  static int bytes(JsonNode entry) {
    int bytes = entry.path("Time").isMissingNode() ? 0 : TIME_BYTES;
    for (String name : List.of("Source", "DetailType", "Detail")) {
      bytes += entry.path(name).asText().getBytes(StandardCharsets.UTF_8).length;
    }
    for (JsonNode resource : entry.path("Resources")) {
      bytes += resource.asText().getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
