package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON (RFC 8259) in UTF-8; a byte order mark is skipped. Nothing beyond the RFC is taken: no
 * comments, no trailing commas, no names that are there twice.
 *
 * <p>A field that is next, as its name was made once, costs a comparison of bytes. For any other
 * one, the {@link FieldIndex} of the object is made, once.
 *
 * <p>Between two calls the reader stands at the first byte of a value, of a name, or of the end of
 * an object or list: spaces and the comma are behind it.
 */
public final class JsonReader extends Reader {
  private static final int NONE = -1;

  private @Nullable JsonScanner scanner;

  /** The first byte in the object, and its index's base or NONE. */
  private int start;

  private int base = NONE;

  /** The place of the object's end, behind the last field; known when there is an index. */
  private int close;

  private int elements;

  /** A reader with the limits by default. */
  public JsonReader() {
    super(null);
  }

  /** A reader with limits. */
  public JsonReader(Limits limits) {
    super(limits);
  }

  /**
   * Returns the scanner. A document does not need it when its fields are all next and its text is
   * ASCII.
   */
  private JsonScanner scanner() {
    JsonScanner made = scanner;
    if (made == null) {
      made = new JsonScanner(this);
      scanner = made;
    }
    return made;
  }

  /** Goes over a word that must be there. */
  void word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at(position + i) != word.charAt(i)) {
        throw unexpected(word);
      }
    }
    position += word.length();
  }

  /** Refuses a string, or a name, that is too long. */
  void limit(int length, int from) {
    if (length > maxString) {
      throw failure("a string is longer than " + maxString + " bytes", from);
    }
  }

  @Override
  void start() {
    start = position;
    base = NONE;
    elements = 0;
    if (end - position >= 3
        && bytes[position] == (byte) 0xef
        && bytes[position + 1] == (byte) 0xbb
        && bytes[position + 2] == (byte) 0xbf) {
      position += 3;
    }
    space();
  }

  @Override
  void finish() {
    if (position < end) {
      throw failure("nothing may follow the document, but there is " + shown(position));
    }
  }

  @Override
  String path(int offset) {
    return JsonPath.of(bytes, begin, Math.min(offset, end));
  }

  @Override
  public Kind kind() {
    int c = at(position);
    if (c == '"') {
      return Kind.STRING;
    }
    if (c == '{') {
      return Kind.OBJECT;
    }
    if (c == '[') {
      return Kind.LIST;
    }
    if (c == 't' || c == 'f') {
      return Kind.BOOL;
    }
    if (c == 'n') {
      return Kind.NULL;
    }
    if (c != '-' && (c < '0' || c > '9')) {
      throw unexpected("a value");
    }
    for (int p = position + 1; ; p++) {
      c = at(p);
      if (c == '.' || c == 'e' || c == 'E') {
        return Kind.FRACTION;
      }
      if (c < '0' || c > '9') {
        return Kind.INTEGER;
      }
    }
  }

  // ---- finding fields

  @Override
  boolean enter(Field field) {
    byte[] key = field.json;
    int length = key.length;
    int p = position;
    if (end - p > length) {
      byte[] in = bytes;
      int i = 0;
      while (i < length && in[p + i] == key[i]) {
        i++;
      }
      if (i == length) {
        position = p + length;
        if (in[position] <= ' ') {
          space();
        }
        return true;
      }
    }
    return seek(field);
  }

  /** It is not the next one, or is written otherwise. */
  private boolean seek(Field field) {
    if (base == NONE) {
      if (position < end && bytes[position] == '}') {
        return false; // all before were next
      }
      makeIndex();
    }
    FieldIndex fields = index();
    for (int slot = fields.slot(base, field.hash); ; slot = fields.next(base, slot)) {
      int entry = fields.entry(base, slot);
      if (entry < 0) {
        return false;
      }
      if (fields.hash(base, entry) == field.hash
          && scanner().isNamed(fields.key(base, entry), field)) {
        position = fields.value(base, entry);
        return true;
      }
    }
  }

  private void makeIndex() {
    FieldIndex fields = index();
    int made = fields.open();
    int here = position;
    position = start;
    while (at(position) != '}') {
      int key = position;
      int hash = scanner().name();
      count();
      fields.add(made, hash, key, position);
      scanner().skip();
      after();
    }
    close = position;
    position = here;
    fields.seal(made);
    base = made;
    for (int entry = 0; entry < fields.entries(made); entry++) {
      refuseSecond(fields, entry);
      fields.place(made, entry);
    }
  }

  private void refuseSecond(FieldIndex fields, int entry) {
    int hash = fields.hash(base, entry);
    int key = fields.key(base, entry);
    for (int slot = fields.slot(base, hash); ; slot = fields.next(base, slot)) {
      int other = fields.entry(base, slot);
      if (other < 0) {
        return;
      }
      if (fields.hash(base, other) == hash
          && scanner().nameAt(key).equals(scanner().nameAt(fields.key(base, other)))) {
        throw failure("the name is there twice: " + scanner().nameAt(key), key);
      }
    }
  }

  /** Goes over a value that nobody needs, and checks it. */
  void skip() {
    scanner().skip();
    after();
  }

  // ---- structure

  @Override
  void openObject() {
    open('{', "an object");
    push(start);
    push(base);
    push(close);
    start = position;
    base = NONE;
  }

  @Override
  void closeObject() {
    if (base != NONE) {
      position = close;
      index().close(base);
    } else if (at(position) != '}') {
      makeIndex(); // what nobody asked for is checked as well
      position = close;
      index().close(base);
    }
    close = pop();
    base = pop();
    start = pop();
    close('}');
  }

  @Override
  void openList(int size) {
    open('[', "a list");
  }

  @Override
  boolean more() {
    if (at(position) == ']') {
      return false;
    }
    count();
    return true;
  }

  @Override
  void closeList() {
    close(']');
  }

  @Override
  void openMap(int size) {
    open('{', "an object");
  }

  @Override
  @Nullable String nextKey() {
    if (at(position) == '}') {
      return null;
    }
    count();
    int key = position;
    scanner().name();
    return scanner().nameAt(key);
  }

  @Override
  void closeMap() {
    close('}');
  }

  private void count() {
    if (++elements > maxElements) {
      throw failure("more than " + maxElements + " elements and fields");
    }
  }

  /** Spaces after it are skipped, and there is no comma. */
  void open(char bracket, String what) {
    if (at(position) != bracket) {
      throw unexpected(what);
    }
    descend();
    position++;
    space();
    if (at(position) == ',') {
      throw unexpected("a value or the end");
    }
  }

  void close(char bracket) {
    if (at(position) != bracket) {
      throw unexpected(bracket == ']' ? "a comma or ]" : "a comma or }");
    }
    ascend();
    position++;
    after();
  }

  void space() {
    int p = position;
    while (p < end
        && (bytes[p] == ' ' || bytes[p] == '\n' || bytes[p] == '\r' || bytes[p] == '\t')) {
      p++;
    }
    position = p;
  }

  /** Goes over what stands behind a value: the comma and the spaces around it. */
  void after() {
    int p = position;
    if (p + 1 < end && bytes[p] == ',' && bytes[p + 1] == '"' && depth() > 0) {
      position = p + 1; // a name or a string
    } else {
      afterSpace();
    }
  }

  private void afterSpace() {
    space();
    if (depth() == 0) {
      return;
    }
    int c = at(position);
    if (c == ',') {
      position++;
      space();
      c = at(position);
      if (c == '}' || c == ']' || c == ',') {
        throw unexpected("a value or a name after the comma");
      }
    } else if (c != '}' && c != ']') {
      throw unexpected("a comma or the end of the object or list");
    }
  }

  @Override
  boolean readNull() {
    if (at(position) != 'n') {
      return false;
    }
    word("null");
    after();
    return true;
  }

  // ---- fields

  /**
   * The field that there is most of: with a method of its own it never allocates (AllocationTest).
   */
  @Override
  public int int32(Field field, int value) {
    return enter(field) && !readNull() ? int32(value) : value;
  }

  // ---- values

  @Override
  public boolean bool(boolean value) {
    boolean read = at(position) == 't';
    if (!read && at(position) != 'f') {
      throw unexpected("true or false");
    }
    word(read ? "true" : "false");
    after();
    return read;
  }

  @Override
  public byte int8(byte value) {
    return (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short int16(short value) {
    return (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int int32(int value) {
    byte[] in = bytes;
    int from = position;
    int to = Math.min(end, from + 10); // so that nothing overflows
    int p = from;
    boolean negative = p < to && in[p] == '-';
    if (negative) {
      p++;
    }
    int first = p;
    int read = 0;
    while (p < to) {
      int digit = in[p] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      read = read * 10 + digit;
      p++;
    }
    int next = p < end ? in[p] : 0;
    if (p == first
        || p - first > 9
        || p - from > maxNumber
        || (in[first] == '0' && p - first > 1)
        || !isEnd(next)) {
      return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    position = p;
    after();
    return negative ? -read : read;
  }

  /** Tells whether a byte may follow a complete number. */
  private static boolean isEnd(int next) {
    return next == ',' || next == '}' || next == ']' || next <= ' ';
  }

  @Override
  public long int64(long value) {
    return integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long integer(long least, long most) {
    long read = TextNumbers.integer(this, least, most);
    after();
    return read;
  }

  @Override
  public float float32(float value) {
    float read = TextNumbers.float32(this);
    after();
    return read;
  }

  @Override
  public double float64(double value) {
    double read = TextNumbers.float64(this);
    after();
    return read;
  }

  @Override
  public char character(char value) {
    int from = position;
    if (at(from) >= '0' && at(from) <= '9') {
      char surrogate = TextNumbers.surrogate(this);
      after();
      return surrogate;
    }
    String read = text("a string of one character");
    if (read.length() != 1) {
      throw failure("must be a string of one character: " + read.length(), from);
    }
    return read.charAt(0);
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (at(position) == 'n') {
      readNull();
      return null;
    }
    return text("a string");
  }

  private String text(String what) {
    if (at(position) != '"') {
      throw unexpected(what);
    }
    byte[] in = bytes;
    int from = position + 1;
    int to = end;
    int p = from;
    while (p < to && in[p] >= ' ' && in[p] != '"' && in[p] != '\\') {
      p++;
    }
    String read;
    if (p < to && in[p] == '"') {
      limit(p - from, from);
      read = ascii(from, p);
      position = p + 1;
    } else {
      read = scanner().string();
    }
    after();
    return read;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (readNull()) {
      return null;
    }
    int from = position;
    String text = text("a string in Base64");
    try {
      return base64(text);
    } catch (IllegalArgumentException e) {
      throw failure("no Base64: " + e.getMessage(), from);
    }
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (readNull()) {
      return null;
    }
    BigDecimal read = TextNumbers.decimal(this);
    after();
    return read;
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (readNull()) {
      return null;
    }
    int from = position;
    String text = text("a string with a point of time");
    try {
      return Timestamps.parse(text);
    } catch (IllegalArgumentException e) {
      throw failure(String.valueOf(e.getMessage()), from);
    }
  }
}
