package thaw.lambdaapi;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Points in time as the API spells them: not everywhere alike. */
final class ApiTimes {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'+0000'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'+0000'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ApiTimes() {}

  /** Writes a time of a function or layer. */
  static String withMillis(long epochMillis) {
    return MILLIS.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Writes a time of provisioned concurrency. */
  static String withSeconds(long epochMillis) {
    return SECONDS.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Writes a time of a function URL. */
  static String withMicros(long epochMillis) {
    return MICROS.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Returns a time of an event source mapping or an event invoke config: seconds since 1970. */
  static double epochSeconds(long epochMillis) {
    return epochMillis / 1000.0;
  }
}
