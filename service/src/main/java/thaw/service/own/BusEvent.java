package thaw.service.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * An event that was put on a bus of EventBridge.
 *
 * @param id EventBridge's name for it
 * @param bus the bus's name, without the rest of its ARN
 * @param detail a JSON object
 */
public record BusEvent(
    String id,
    String bus,
    String source,
    String detailType,
    JsonNode detail,
    Instant time,
    List<String> resources,
    String account,
    String region) {
  private static final JsonMapper JSON = new JsonMapper();

  public BusEvent {
    resources = List.copyOf(resources);
  }

  /**
   * Returns the event as rules match it and targets get it.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html">AWS
   *     service event metadata</a>
   */
  public ObjectNode json() {
    ObjectNode event = JSON.createObjectNode();
    event.put("version", "0");
    event.put("id", id);
    event.put("detail-type", detailType);
    event.put("source", source);
    event.put("account", account);
    event.put("time", DateTimeFormatter.ISO_INSTANT.format(time.truncatedTo(ChronoUnit.SECONDS)));
    event.put("region", region);
    resources.forEach(event.putArray("resources")::add);
    event.set("detail", detail);
    return event;
  }
}
