package thaw.described.com.amazonaws.services.lambda.runtime.events;

import java.util.Objects;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.format.ISODateTimeFormat;
import org.jspecify.annotations.Nullable;
import thaw.wire.Shape;
import thaw.wire.Wire;

/**
 * A point of time as Joda-Time has it, in the form of ISO 8601 that AWS sends, {@code
 * 2026-11-22T05:36:53Z} with or without a fraction. Any other form is left to Joda-Time's parser,
 * which costs a cold JVM some hundred classes more.
 */
final class JodaTime extends Shape<DateTime> {
  static final Shape<DateTime> SHAPE = new JodaTime();

  /** 2026-11-22T05:36:53 and the Z. */
  private static final int SHORTEST = 20;

  private static final String FORM = "0000-00-00T00:00:00";

  private JodaTime() {}

  @Override
  public DateTime wire(Wire w, @Nullable DateTime value) {
    if (!w.reading()) {
      w.string(printed(Objects.requireNonNull(value)));
      return value;
    }
    String text = Objects.requireNonNull(w.string((String) null));
    try {
      return parsed(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw w.error(String.valueOf(e.getMessage()));
    }
  }

  private static DateTime parsed(String text) {
    if (!isUsual(text)) {
      return DateTime.parse(text);
    }
    int millis = 0;
    for (int i = SHORTEST; i < SHORTEST + 3; i++) {
      millis = 10 * millis + (i < text.length() - 1 ? text.charAt(i) - '0' : 0);
    }
    return new DateTime(
        number(text, 0, 4),
        number(text, 5, 7),
        number(text, 8, 10),
        number(text, 11, 13),
        number(text, 14, 16),
        number(text, 17, 19),
        millis,
        DateTimeZone.UTC);
  }

  private static boolean isUsual(String text) {
    int last = text.length() - 1;
    if (last < SHORTEST - 1 || text.charAt(last) != 'Z') {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char c = text.charAt(i);
      char form = FORM.charAt(i);
      if (form == '0' ? c < '0' || c > '9' : c != form) {
        return false;
      }
    }
    if (last == SHORTEST - 1) {
      return true;
    }
    if (text.charAt(SHORTEST - 1) != '.' || last == SHORTEST) {
      return false;
    }
    for (int i = SHORTEST; i < last; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }

  /** Returns a time in ISO 8601, always with milliseconds. */
  static String printed(DateTime time) {
    int year = time.getYear();
    if (!time.getZone().equals(DateTimeZone.UTC) || year < 0 || year > 9999) {
      return ISODateTimeFormat.dateTime().print(time);
    }
    StringBuilder text = new StringBuilder(24);
    put(text, year, 1000, '-');
    put(text, time.getMonthOfYear(), 10, '-');
    put(text, time.getDayOfMonth(), 10, 'T');
    put(text, time.getHourOfDay(), 10, ':');
    put(text, time.getMinuteOfHour(), 10, ':');
    put(text, time.getSecondOfMinute(), 10, '.');
    put(text, time.getMillisOfSecond(), 100, 'Z');
    return text.toString();
  }

  private static void put(StringBuilder text, int number, int unit, char behind) {
    for (int u = unit; u > 0; u /= 10) {
      text.append((char) ('0' + number / u % 10));
    }
    text.append(behind);
  }
}
