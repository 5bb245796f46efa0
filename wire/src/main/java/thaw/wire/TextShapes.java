package thaw.wire;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.UUID;

/**
 * Shapes of types of the JDK whose values are strings: the result of their {@code toString}, a
 * locale's language tag, ISO 8601 for times; in FIX its own forms of dates, times of day and
 * months. The shapes of numbers are for the keys of maps.
 *
 * <p>A reader throws a {@link WireException}, which says where, for a text that is no value of the
 * type.
 */
public final class TextShapes {
  /** An integer from -128 to 127, in decimal digits. */
  public static final TextShape<Byte> INT8 = KindShape.of(KindShape.INT8);

  /** An integer from -32,768 to 32,767, in decimal digits. */
  public static final TextShape<Short> INT16 = KindShape.of(KindShape.INT16);

  /** An integer of 32 bits, in decimal digits. */
  public static final TextShape<Integer> INT32 = KindShape.of(KindShape.INT32);

  /** An integer of 64 bits, in decimal digits. */
  public static final TextShape<Long> INT64 = KindShape.of(KindShape.INT64);

  /** One UTF-16 unit: a text of any other length is refused. */
  public static final TextShape<Character> CHARACTER = KindShape.of(KindShape.CHARACTER);

  /** The text itself, as a key or where a {@link TextShape} is asked for. */
  public static final TextShape<String> STRING = KindShape.of(KindShape.STRING);

  /** A UUID in its five groups of hexadecimal digits. */
  public static final TextShape<UUID> UUID = KindShape.of(KindShape.UNIQUE_ID);

  /** A URI (RFC 2396). */
  public static final TextShape<URI> URI = KindShape.of(KindShape.ADDRESS);

  /** A duration, as {@code PT1H30M0.5S}. */
  public static final TextShape<Duration> DURATION = KindShape.of(KindShape.DURATION);

  /** Years, months and days, as {@code P1Y2M3D}. */
  public static final TextShape<Period> PERIOD = KindShape.of(KindShape.PERIOD);

  /** A date without a time zone, as {@code 2026-11-22}. */
  public static final TextShape<LocalDate> LOCAL_DATE = KindShape.of(KindShape.LOCAL_DATE);

  /** A time of day without a time zone, to the nanosecond, as {@code 05:25:29.500}. */
  public static final TextShape<LocalTime> LOCAL_TIME = KindShape.of(KindShape.LOCAL_TIME);

  /** A date and a time of day without a time zone, as {@code 2026-11-22T05:25:29}. */
  public static final TextShape<LocalDateTime> LOCAL_DATE_TIME =
      KindShape.of(KindShape.LOCAL_DATE_TIME);

  /** A time with its offset from UTC, as {@code 2026-11-22T05:25:29+01:00}. */
  public static final TextShape<OffsetDateTime> OFFSET_DATE_TIME =
      KindShape.of(KindShape.OFFSET_DATE_TIME);

  /** A time with its time zone, as {@code 2026-11-22T05:25:29+01:00[Europe/Berlin]}. */
  public static final TextShape<ZonedDateTime> ZONED_DATE_TIME =
      KindShape.of(KindShape.ZONED_DATE_TIME);

  /**
   * A point of time, as {@code 2026-11-22T05:25:29Z}: a string in all formats, other than {@link
   * Shapes#TIMESTAMP}.
   */
  public static final TextShape<Instant> INSTANT = KindShape.of(KindShape.INSTANT);

  /** A month of a year, as {@code 2026-11}; a year after 9999 has a sign. */
  public static final TextShape<YearMonth> YEAR_MONTH = KindShape.of(KindShape.YEAR_MONTH);

  /** A year, in decimal digits. */
  public static final TextShape<Year> YEAR = KindShape.of(KindShape.YEAR);

  /**
   * A time zone, as {@code Europe/Berlin} or {@code +01:00}; one that this JDK does not know is
   * refused.
   */
  public static final TextShape<ZoneId> ZONE_ID = KindShape.of(KindShape.ZONE_ID);

  /**
   * A language tag of BCP 47, as {@code de-DE}; an ill-formed one is read as far as it is
   * well-formed.
   */
  public static final TextShape<Locale> LOCALE = KindShape.of(KindShape.LOCALE);

  /** A code of ISO 4217, as {@code EUR}; one that this JDK does not know is refused. */
  public static final TextShape<Currency> CURRENCY = KindShape.of(KindShape.CURRENCY);

  private TextShapes() {}

  /** All of them in one class, for each costs 0.15 ms of a cold start. */
  private static final class KindShape extends TextShape<Object> {
    static final int INT8 = 0;
    static final int INT16 = 1;
    static final int INT32 = 2;
    static final int INT64 = 3;
    static final int CHARACTER = 4;
    static final int STRING = 5;
    static final int UNIQUE_ID = 6;
    static final int ADDRESS = 7;
    static final int DURATION = 8;
    static final int PERIOD = 9;
    static final int LOCAL_DATE = 10;
    static final int LOCAL_TIME = 11;
    static final int LOCAL_DATE_TIME = 12;
    static final int OFFSET_DATE_TIME = 13;
    static final int ZONED_DATE_TIME = 14;
    static final int INSTANT = 15;
    static final int YEAR_MONTH = 16;
    static final int YEAR = 17;
    static final int ZONE_ID = 18;
    static final int LOCALE = 19;
    static final int CURRENCY = 20;

    private final int kind;

    private KindShape(int kind) {
      this.kind = kind;
    }

    /** Returns the shape of a kind. The caller knows which type the values of that kind have. */
    @SuppressWarnings("unchecked")
    static <T> TextShape<T> of(int kind) {
      return (TextShape<T>) (TextShape<?>) new KindShape(kind);
    }

    @Override
    boolean isKeyNumber() {
      return kind <= INT64;
    }

    @Override
    protected String text(Object value) {
      if (kind == LOCALE) {
        return ((Locale) value).toLanguageTag();
      }
      return kind == YEAR_MONTH ? yearMonth((YearMonth) value) : value.toString();
    }

    /** Its own {@code toString} has no sign where {@code parse} asks for one. */
    private static String yearMonth(YearMonth value) {
      String text = value.toString();
      return value.getYear() > 9_999 ? "+".concat(text) : text;
    }

    @Override
    protected Object parse(String text) {
      return switch (kind) {
        case INT8 -> Byte.valueOf(text);
        case INT16 -> Short.valueOf(text);
        case INT32 -> Integer.valueOf(text);
        case INT64 -> Long.valueOf(text);
        case CHARACTER -> character(text);
        case UNIQUE_ID -> java.util.UUID.fromString(text);
        case ADDRESS -> java.net.URI.create(text);
        case DURATION -> Duration.parse(text);
        case PERIOD -> Period.parse(text);
        case LOCAL_DATE -> LocalDate.parse(text);
        case LOCAL_TIME -> LocalTime.parse(text);
        case LOCAL_DATE_TIME -> LocalDateTime.parse(text);
        case OFFSET_DATE_TIME -> OffsetDateTime.parse(text);
        case ZONED_DATE_TIME -> ZonedDateTime.parse(text);
        case INSTANT -> Instant.parse(text);
        case YEAR_MONTH -> YearMonth.parse(text);
        case YEAR -> Year.of(Integer.parseInt(text));
        case ZONE_ID -> ZoneId.of(text);
        case LOCALE -> Locale.forLanguageTag(text);
        case CURRENCY -> Currency.getInstance(text);
        default -> text;
      };
    }

    /** LocalMktDate, UTCTimeOnly and MonthYear; all others are as elsewhere. */
    @Override
    protected String code(Object value) {
      String text = text(value);
      if (kind == LOCAL_TIME) {
        return text.length() == 5 ? text.concat(":00") : text;
      }
      if (kind != LOCAL_DATE && kind != YEAR_MONTH) {
        return text;
      }
      if (text.length() > 10 || text.charAt(4) != '-') {
        throw new IllegalArgumentException("a year of FIX has four digits: ".concat(text));
      }
      return text.replace("-", "");
    }

    @Override
    protected Object ofCode(String code) {
      boolean date = kind == LOCAL_DATE;
      if (date || kind == YEAR_MONTH) {
        if (code.length() != (date ? 8 : 6)) {
          throw new IllegalArgumentException(
              (date ? "must be YYYYMMDD: " : "must be YYYYMM: ").concat(code));
        }
        String month = code.substring(0, 4).concat("-").concat(code.substring(4, 6));
        return parse(date ? month.concat("-").concat(code.substring(6)) : month);
      }
      if (kind == LOCAL_TIME && code.length() < 8) {
        throw new IllegalArgumentException("must have seconds: ".concat(code));
      }
      return parse(code);
    }

    private static Character character(String text) {
      if (text.length() != 1) {
        throw new IllegalArgumentException("must be one character: ".concat(text));
      }
      return text.charAt(0);
    }
  }
}
