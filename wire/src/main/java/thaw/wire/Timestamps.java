package thaw.wire;

import java.time.Instant;

/**
 * Points of time in ISO 8601, by hand: the JDK's formatter loads some 150 classes. Years beyond
 * 0000 to 9999 have a sign and up to ten digits, as {@link Instant#toString} writes them.
 */
final class Timestamps {
  /** Bytes of the longest one: {@code +1000000000-12-31T23:59:59.999999999Z}. */
  static final int LONGEST = 37;

  private static final int DAY = 86_400;

  /** Minutes of an offset at most, as in {@link java.time.ZoneOffset}. */
  private static final int FARTHEST = 18 * 60;

  /** Days from 0000-03-01 to 1970-01-01 of the proleptic Gregorian calendar. */
  private static final long EPOCH = 719_468;

  private static final int ERA = 146_097;

  /** The text that is parsed, and the character that is next. */
  private final String text;

  private int at;

  private Timestamps(String text) {
    this.text = text;
  }

  /** Returns the place after it. */
  static int put(byte[] bytes, int at, Instant value) {
    long second = value.getEpochSecond();
    long days = Math.floorDiv(second, DAY) + EPOCH;
    int time = Math.floorMod(second, DAY);
    long era = Math.floorDiv(days, ERA);
    int day = Math.floorMod(days, ERA);
    // Years of an era begin in March, so that the day that may be missing is the last one.
    int yearOfEra = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    int dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int month = (5 * dayOfYear + 2) / 153;
    long year = yearOfEra + era * 400 + (month < 10 ? 0 : 1);
    int p = year(bytes, at, year);
    p = part(bytes, p, '-', month < 10 ? month + 3 : month - 9);
    p = part(bytes, p, '-', dayOfYear - (153 * month + 2) / 5 + 1);
    p = part(bytes, p, 'T', time / 3_600);
    p = part(bytes, p, ':', time / 60 % 60);
    p = part(bytes, p, ':', time % 60);
    int nanos = value.getNano();
    if (nanos != 0) {
      bytes[p++] = '.';
      int digits = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
      p =
          TextNumbers.padded(
              bytes,
              p,
              digits == 3 ? nanos / 1_000_000 : digits == 6 ? nanos / 1_000 : nanos,
              digits);
    }
    bytes[p++] = 'Z';
    return p;
  }

  private static int year(byte[] bytes, int at, long year) {
    int p = at;
    if (year > 9_999) {
      bytes[p++] = '+';
    } else if (year < 0) {
      bytes[p++] = '-';
    }
    int size = (int) Math.abs(year);
    return size > 9_999 ? TextNumbers.put(bytes, p, size) : TextNumbers.padded(bytes, p, size, 4);
  }

  private static int part(byte[] bytes, int at, char before, int value) {
    bytes[at] = (byte) before;
    return TextNumbers.padded(bytes, at + 1, value, 2);
  }

  /**
   * Reads one of ASCII text: with up to nine digits of a second's fraction or none, and Z or an
   * offset such as {@code +01:00}.
   *
   * @throws IllegalArgumentException when it is none
   */
  static Instant parse(String text) {
    Timestamps in = new Timestamps(text);
    int sign = in.skip('-') ? -1 : in.skip('+') ? 1 : 0;
    long year = in.number(4, sign == 0 ? 4 : 10);
    int month = in.part('-', 1, 12);
    int day = in.part('-', 1, 31);
    if (!in.skip('T')) {
      in.expect('t');
    }
    int hour = in.number(2, 2);
    int minute = in.part(':', 0, 59);
    boolean seconds = in.skip(':');
    int second = seconds ? in.number(2, 2) : 0;
    // Without seconds it would be a fraction of the minute.
    int nanos = seconds && in.skip('.') ? in.fraction() : 0;
    int offset = in.offset();
    if (sign < 0) {
      year = -year;
    }
    if (hour > 23 || second > 59 || !in.ended() || day > length(year, month)) {
      throw in.wrong();
    }
    long moved = year - (month <= 2 ? 1 : 0);
    long era = Math.floorDiv(moved, 400);
    int yearOfEra = (int) (moved - era * 400);
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    long days = era * ERA + yearOfEra * 365L + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - EPOCH;
    long epoch = days * DAY + hour * 3_600L + minute * 60L + second - offset;
    if (epoch < Instant.MIN.getEpochSecond() || epoch > Instant.MAX.getEpochSecond()) {
      throw in.wrong();
    }
    return Instant.ofEpochSecond(epoch, nanos);
  }

  private static int length(long year, int month) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  // ---- the text that is parsed

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "must be a point of time as 2026-11-22T05:25:29.123Z: " + text);
  }

  private boolean ended() {
    return at == text.length();
  }

  private boolean skip(char c) {
    boolean there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char c) {
    if (!skip(c)) {
      throw wrong();
    }
  }

  private int number(int fewest, int most) {
    long value = 0;
    int from = at;
    while (at < text.length()
        && at - from < most
        && text.charAt(at) >= '0'
        && text.charAt(at) <= '9') {
      value = value * 10 + text.charAt(at++) - '0';
    }
    if (at - from < fewest || value > Integer.MAX_VALUE) {
      throw wrong();
    }
    return (int) value;
  }

  private int part(char before, int least, int most) {
    expect(before);
    int value = number(2, 2);
    if (value < least || value > most) {
      throw wrong();
    }
    return value;
  }

  private int fraction() {
    int from = at;
    int value = number(1, 9);
    for (int digits = at - from; digits < 9; digits++) {
      value *= 10;
    }
    return value;
  }

  /** Reads a time zone's offset, and returns it in seconds. */
  private int offset() {
    if (skip('Z') || skip('z')) {
      return 0;
    }
    int sign = skip('-') ? -1 : 1;
    if (sign > 0) {
      expect('+');
    }
    int hours = number(2, 2);
    int minutes = skip(':') ? number(2, 2) : ended() ? 0 : number(2, 2);
    int offset = hours * 60 + minutes;
    if (minutes > 59 || offset > FARTHEST) {
      throw wrong();
    }
    return sign * offset * 60;
  }
}
