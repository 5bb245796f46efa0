package thaw.app.choice;

import java.util.Map;

/** A value that a parameter of a path can have, by the type that its reader makes of it. */
final class TypedValue {
  private static final String UUID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
  private static final String DATE = "2026-01-01";
  private static final String TIME = "2026-01-01T00:00:00";

  /** By the name of a Java class, or the format of a schema. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("java.util.UUID", UUID),
          Map.entry("uuid", UUID),
          Map.entry("java.time.LocalDate", DATE),
          Map.entry("date", DATE),
          Map.entry("java.time.LocalDateTime", TIME),
          Map.entry("java.time.Instant", TIME + "Z"),
          Map.entry("java.time.OffsetDateTime", TIME + "Z"),
          Map.entry("java.time.ZonedDateTime", TIME + "Z"),
          Map.entry("date-time", TIME + "Z"),
          Map.entry("boolean", "true"),
          Map.entry("java.lang.Boolean", "true"));

  private TypedValue() {}

  /** Numbers and texts, and what is not known, take the same. */
  static String of(String type) {
    return VALUES.getOrDefault(type, KnownRequest.VALUE);
  }
}
