package thaw.wire;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes YAML as people would: a line for each value, two spaces deeper for what is in a list or an
 * object, {@code []} and {@code {}} where there is nothing. A string is without quotes where {@link
 * #isPlain} says so, and in double quotes with the escapes of JSON otherwise, in one line.
 *
 * <p>What is deeper than {@value #BLOCKS} lists and objects is between brackets in one line, for
 * indentation would make documents longer and longer.
 */
final class YamlWriter extends Writer {
  private static final String HEX = "0123456789abcdef";
  private static final int BLOCKS = 32;

  // Of a list or object that has not ended:
  private static final int LIST = 1;
  private static final int FILLED = 2;

  /** Its first entry goes into the line where it begins. */
  private static final int INLINE = 4;

  /** It is between brackets. */
  private static final int FLOW = 8;

  private byte[] open = new byte[64];
  private int depth;

  @Override
  public Writer reset() {
    depth = 0;
    return super.reset();
  }

  @Override
  void finish() {
    put('\n');
  }

  /** Returns the place where a reader would find that the document ends too early. */
  @Override
  String path() {
    try {
      new YamlReader(Limits.DEFAULT.withMaxDepth(MAX_DEPTH + 1)).reset(buffer, 0, position);
    } catch (RuntimeException e) {
      return e instanceof WireException ? ((WireException) e).path() : "";
    }
    return "";
  }

  // ---- fields

  @Override
  boolean enter(Field field) {
    key(field.name());
    return true;
  }

  // ---- values

  @Override
  public boolean bool(boolean value) {
    begin();
    ascii(value ? "true" : "false");
    return value;
  }

  @Override
  public byte int8(byte value) {
    int32(value);
    return value;
  }

  @Override
  public short int16(short value) {
    int32(value);
    return value;
  }

  @Override
  public int int32(int value) {
    begin();
    ensure(11);
    position = TextNumbers.put(buffer, position, value);
    return value;
  }

  @Override
  public long int64(long value) {
    begin();
    ensure(20);
    position = TextNumbers.put(buffer, position, value);
    return value;
  }

  @Override
  public float float32(float value) {
    if (!Double.isFinite(value)) {
      throw failure("text has no " + value);
    }
    begin();
    ensure(TextNumbers.LONGEST + 1);
    int from = position;
    position = TextNumbers.put(buffer, position, value);
    signExponent(from);
    return value;
  }

  @Override
  public double float64(double value) {
    if (!Double.isFinite(value)) {
      throw failure("text has no " + value);
    }
    begin();
    ensure(TextNumbers.LONGEST + 1);
    int from = position;
    position = TextNumbers.put(buffer, position, value);
    signExponent(from);
    return value;
  }

  /** Gives the exponent its sign, without which the number is a text to readers of YAML 1.1. */
  private void signExponent(int from) {
    for (int p = from; p < position; p++) {
      if (buffer[p] == 'E') {
        if (buffer[p + 1] != '-') {
          System.arraycopy(buffer, p + 1, buffer, p + 2, position - p - 1);
          buffer[p + 1] = '+';
          position++;
        }
        return;
      }
    }
  }

  @Override
  public char character(char value) {
    begin();
    ensure(8);
    buffer[position++] = '"';
    character(value, (char) 0, false);
    buffer[position++] = '"';
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin();
    text(value);
    return value;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin();
    text(new String(Base64.getEncoder().encode(value), StandardCharsets.ISO_8859_1));
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (value == null) {
      writeNull();
    } else {
      begin();
      ascii(value.toString());
    }
    return value;
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin();
    ensure(Timestamps.LONGEST + 2);
    buffer[position++] = '"';
    position = Timestamps.put(buffer, position, value);
    buffer[position++] = '"';
    return value;
  }

  // ---- structure

  @Override
  void writeNull() {
    begin();
    ascii("null");
  }

  @Override
  void writePresent() {
    // What is there says so itself.
  }

  @Override
  void openObject() {
    open(0);
  }

  @Override
  void closeObject() {
    close();
  }

  @Override
  void openList(int size) {
    open(LIST);
  }

  @Override
  void closeList() {
    close();
  }

  @Override
  void openMap(int size) {
    open(0);
  }

  @Override
  void key(String key) {
    entry();
    text(key);
    put(':');
  }

  @Override
  void closeMap() {
    close();
  }

  private boolean isIn(int bit) {
    return depth > 0 && (open[depth - 1] & bit) != 0;
  }

  /** Writes what is before a value: an element's dash, or the space behind the colon of a key. */
  private void begin() {
    if (isIn(LIST)) {
      dash();
    } else if (depth > 0) {
      put(' ');
    }
  }

  private void dash() {
    entry();
    if (!isIn(FLOW)) {
      put('-');
      put(' ');
    }
  }

  /** Writes what is before an entry: a comma, or a new line with its indentation. */
  private void entry() {
    int in = open[depth - 1];
    open[depth - 1] |= FILLED;
    if ((in & FLOW) != 0) {
      if ((in & FILLED) != 0) {
        put(',');
        put(' ');
      }
    } else if ((in & (FILLED | INLINE)) != INLINE) {
      int spaces = 2 * (depth - 1);
      ensure(1 + spaces);
      buffer[position++] = '\n';
      Arrays.fill(buffer, position, position + spaces, (byte) ' ');
      position += spaces;
    }
  }

  private void open(int list) {
    if (depth == MAX_DEPTH) {
      throw tooDeep();
    }
    int bits = list;
    if (depth >= BLOCKS) {
      begin();
      put(list == 0 ? '{' : '[');
      bits |= FLOW;
    } else if (depth == 0) {
      bits |= INLINE;
    } else if (isIn(LIST)) {
      dash();
      bits |= INLINE;
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, Math.min(2 * depth, MAX_DEPTH));
    }
    open[depth++] = (byte) bits;
  }

  private void close() {
    int bits = open[--depth];
    boolean list = (bits & LIST) != 0;
    if ((bits & FLOW) != 0) {
      put(list ? ']' : '}');
    } else if ((bits & FILLED) == 0) {
      if ((bits & INLINE) == 0) {
        put(' ');
      }
      ascii(list ? "[]" : "{}");
    }
  }

  // ---- text

  private void put(char c) {
    ensure(1);
    buffer[position++] = (byte) c;
  }

  private void ascii(String text) {
    int length = text.length();
    ensure(length);
    for (int i = 0; i < length; i++) {
      buffer[position++] = (byte) text.charAt(i);
    }
  }

  private void text(String text) {
    boolean plain = isPlain(text, isIn(FLOW));
    if (!plain) {
      put('"');
    }
    int length = text.length();
    for (int i = 0; i < length; i++) {
      ensure(8 + length - i);
      if (character(text.charAt(i), i + 1 < length ? text.charAt(i + 1) : 0, plain)) {
        i++;
      }
    }
    if (!plain) {
      put('"');
    }
  }

  /** Writes up to 6 bytes; true when the next character belongs to it and is written too. */
  private boolean character(char c, char next, boolean plain) {
    if (c >= ' ' && c < 0x7f) {
      if (!plain && (c == '"' || c == '\\')) {
        buffer[position++] = '\\';
      }
      buffer[position++] = (byte) c;
    } else if (c < 0x7f || !isPrintable((char) 0, c, next)) {
      escape(c);
    } else if (Character.isHighSurrogate(c)) {
      position = Utf8.put(buffer, position, Character.toCodePoint(c, next));
      return true;
    } else {
      position = Utf8.put(buffer, position, c);
    }
    return false;
  }

  private void escape(char c) {
    int letter = c == '\n' ? 'n' : c == '\t' ? 't' : c == '\r' ? 'r' : 0;
    buffer[position++] = '\\';
    if (letter != 0) {
      buffer[position++] = (byte) letter;
      return;
    }
    buffer[position++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      buffer[position++] = (byte) HEX.charAt(c >> shift & 15);
    }
  }

  // ---- what needs no quotes

  /** The characters of ASCII that a plain text may begin with, besides letters and digits. */
  private static final String BEGINS = "_/($^";

  /**
   * The characters of numbers and points of time in YAML 1.1 and 1.2, besides digits and a to f.
   */
  private static final String OF_NUMBERS = "xXoOtTzZ_.:+-, ";

  private static final String BRACKETS = ",[]{}";

  /**
   * Tells whether a text or a key may be plain, in a line or between brackets, so that every reader
   * takes it for the same text: those of YAML 1.2, and those of 1.1, to which {@code no}, {@code
   * 1:30} and {@code 2026-11-22} are none. It rather says no.
   */
  private static boolean isPlain(String text, boolean flow) {
    int length = text.length();
    if (length == 0 || !begins(text.charAt(0)) || text.charAt(length - 1) == ' ') {
      return false;
    }
    char before = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      char next = i + 1 < length ? text.charAt(i + 1) : ' ';
      if (c < ' ' || (c >= 0x7f && !isPrintable(before, c, next))) {
        return false;
      }
      if ((c == ':' && (next == ' ' || flow))
          || (c == '#' && before == ' ')
          || (flow && BRACKETS.indexOf(c) >= 0)) {
        return false;
      }
      before = c;
    }
    return !isWord(text) && !isLikeNumber(text);
  }

  private static boolean begins(char c) {
    return c >= 0x7f || isDigit(c) || isLetter(c) || BEGINS.indexOf(c) >= 0;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Returns whether one beyond ASCII is written as it is: no control, no line break, nothing
   * unseen.
   */
  private static boolean isPrintable(char before, char c, char next) {
    if (c < 0xd800) {
      return c > 0xa0 && c != '\u2028' && c != '\u2029';
    }
    if (Character.isHighSurrogate(c)) {
      return Character.isLowSurrogate(next);
    }
    if (Character.isLowSurrogate(c)) {
      return Character.isHighSurrogate(before);
    }
    return c != '\ufeff' && c < 0xfffe;
  }

  /**
   * Returns whether it is a word that is no text in YAML 1.1 or 1.2, in any case of its letters.
   */
  private static boolean isWord(String text) {
    int length = text.length();
    return switch (length) {
      case 1 -> is(text, "y") || is(text, "n");
      case 2 -> is(text, "no") || is(text, "on");
      case 3 -> is(text, "yes") || is(text, "off");
      case 4 -> is(text, "true") || is(text, "null");
      default -> is(text, "false");
    };
  }

  private static boolean is(String text, String word) {
    return text.equalsIgnoreCase(word);
  }

  /** Begins with a digit, and has nothing that no number and no point of time has. */
  private static boolean isLikeNumber(String text) {
    char first = text.charAt(0);
    if (!isDigit(first)) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean hexadecimal = isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if (!hexadecimal && OF_NUMBERS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
