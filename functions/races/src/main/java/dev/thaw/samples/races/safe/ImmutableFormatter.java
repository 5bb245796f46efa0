package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/** A formatter that never changes. */
public class ImmutableFormatter implements RequestHandler<Map<String, String>, String> {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    StringBuilder text = new StringBuilder();
    FORMAT.formatTo(Instant.ofEpochMilli(Long.parseLong(event.get("time"))), text);
    return text.toString();
  }
}
