package thaw.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The time as a response tells it (RFC 9110, 5.6.7); made once a second. */
final class HttpDate {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private volatile Stamp last = new Stamp(0, "");

  private record Stamp(long second, String text) {}

  String now() {
    long second = System.currentTimeMillis() / 1000;
    Stamp stamp = last;
    if (stamp.second != second) {
      stamp = new Stamp(second, FORMAT.format(Instant.ofEpochSecond(second)));
      last = stamp;
    }
    return stamp.text;
  }
}
