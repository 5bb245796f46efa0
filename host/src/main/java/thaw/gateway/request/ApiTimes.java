package thaw.gateway.request;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Points in time as the API spells them: not everywhere alike. */
public final class ApiTimes {
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'+0000'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'+0000'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private ApiTimes() {}

  /** Of functions and layers. */
  public static String withMillis(long epochMillis) {
    return MILLIS.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Of provisioned concurrency. */
  public static String withSeconds(long epochMillis) {
    return SECONDS.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Of function URLs. */
  public static String withMicros(long epochMillis) {
    return MICROS.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Of event source mappings and event invoke configs: seconds since 1970. */
  public static double epochSeconds(long epochMillis) {
    return epochMillis / 1000.0;
  }
}
