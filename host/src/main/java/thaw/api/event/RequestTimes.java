package thaw.api.event;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How API Gateway writes the time of a request: that of the Common Log Format. */
final class RequestTimes {
  static final DateTimeFormatter COMMON_LOG =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private RequestTimes() {}
}
