package thaw.platform.record;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats in which AWS writes times into events. */
public final class EventTimes {
  public static final DateTimeFormatter MILLIS = utc("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");

  /** That of the Common Log Format, in which requests have theirs. */
  public static final DateTimeFormatter COMMON_LOG = utc("dd/MMM/yyyy:HH:mm:ss Z");

  private EventTimes() {}

  public static DateTimeFormatter utc(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }
}
