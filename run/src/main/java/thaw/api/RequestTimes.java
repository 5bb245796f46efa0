package thaw.api;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The format in which API Gateway writes the time of a request, which is that of the Common Log
 * Format.
 */
final class RequestTimes {
  static final DateTimeFormatter COMMON_LOG =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private RequestTimes() {}
}
