package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** A line of a log in JSON. */
final class JsonLine {
  private JsonLine() {}

  static String of(
      long millis, @Nullable String message, String level, @Nullable InvocationContext context) {
    StringBuilder json = new StringBuilder(256).append('{');
    JsonText.member(json, "timestamp", timestamp(millis));
    JsonText.member(json, "message", message);
    JsonText.member(json, "level", level);
    if (context != null) {
      JsonText.member(json, "AWSRequestId", context.getAwsRequestId());
      JsonText.member(json, "tenantId", context.getTenantId());
    }
    return json.append("}\n").toString();
  }

  /**
   * Writes a time as {@code 2026-11-22T05:25:29.123Z}. It does so by hand, because {@code
   * java.time} with its formats costs hundreds of classes.
   *
   * @param millis of Unix time, from 1970 on
   */
  static String timestamp(long millis) {
    long days = millis / 86_400_000;
    int rest = (int) (millis % 86_400_000);
    // Days to a date of the Gregorian calendar, in eras of 400 years that begin on 1 March.
    long shifted = days + 719_468;
    long era = shifted / 146_097;
    long dayOfEra = shifted % 146_097;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long month = (5 * dayOfYear + 2) / 153;
    long day = dayOfYear - (153 * month + 2) / 5 + 1;
    long number = month < 10 ? month + 3 : month - 9;
    long year = yearOfEra + era * 400 + (number <= 2 ? 1 : 0);
    StringBuilder text = new StringBuilder(24);
    padded(text, year, 1000).append('-');
    padded(text, number, 10).append('-');
    padded(text, day, 10).append('T');
    padded(text, rest / 3_600_000, 10).append(':');
    padded(text, rest / 60_000 % 60, 10).append(':');
    padded(text, rest / 1000 % 60, 10).append('.');
    return padded(text, rest % 1000, 100).append('Z').toString();
  }

  private static StringBuilder padded(StringBuilder to, long value, long unit) {
    for (long u = unit; u > 1 && value < u; u /= 10) {
      to.append('0');
    }
    return to.append(value);
  }
}
