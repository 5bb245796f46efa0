package thaw.runtimeapi.log;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import thaw.json.JsonViews;

/**
 * An event as extensions and files get it.
 *
 * @param time {@code 2026-01-31T10:00:00.123Z}
 * @param type for example {@code platform.report}
 * @param record what {@link TelemetryJson#text} makes JSON of
 */
public record TelemetryEvent(
    String time, String type, @JsonSerialize(using = JsonViews.OfAnyType.class) Object record) {
  /** Returns the event as JSON, in one line. */
  public String text() {
    return TelemetryJson.text(this);
  }
}
