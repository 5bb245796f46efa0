package thaw.project;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import thaw.function.Region;

/** A whole event as AWS sends it, in which names and values can be set. Not for several threads. */
public final class SampleEvent {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode event;

  private SampleEvent(JsonNode event) {
    this.event = event;
  }

  /** In the region that is chosen. */
  public static SampleEvent of(EventKind kind) {
    String resource = "/thaw/project/events/" + kind.id() + ".json";
    try (InputStream in = SampleEvent.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the program has no resource " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new SampleEvent(JSON.readTree(text.replace(Region.DEFAULT, Region.own())));
    } catch (IOException e) {
      throw new IllegalStateException("could not read the resource " + resource, e);
    }
  }

  /**
   * @param pointer of a member of an object that is there: {@code /Records/0/eventSourceARN}
   * @param value text, number, map, list or null
   */
  public SampleEvent with(String pointer, @Nullable Object value) {
    JsonPointer place = JsonPointer.compile(pointer);
    if (!(event.at(place.head()) instanceof ObjectNode object)) {
      throw new IllegalArgumentException("the event has no object for " + pointer);
    }
    object.set(place.last().getMatchingProperty(), JSON.valueToTree(value));
    return this;
  }

  /** Returns the event as JSON that is indented for people. */
  public String text() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(event) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values has no JSON", e);
    }
  }
}
