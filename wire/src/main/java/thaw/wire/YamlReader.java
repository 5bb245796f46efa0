package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads the subset of YAML 1.2 that {@code docs/wire.md} has, in UTF-8; what is outside of it is
 * refused by name. Whether a text is a number is decided by the field that is read: a string reads
 * {@code 1.10} as it is there.
 *
 * <p>A document is parsed when it is given, all of it, so that what is wrong with it is found by
 * {@link #reset}. Its {@link YamlTape} takes up to four bytes for each one of the document.
 *
 * <p>A field that is next costs a comparison of bytes. Others are looked for among the entries when
 * these are few, and by a {@link FieldIndex} when they are many.
 */
final class YamlReader extends Reader {
  private static final int NONE = -1;

  /** A value in place of an index's base: there are few entries, which are looked through. */
  private static final int SCANNED = -2;

  /** Entries that are looked through one by one. */
  private static final int FEW = 8;

  private final YamlTape tape = new YamlTape();
  private final YamlParser parser;
  private final FieldIndex index = new FieldIndex();

  /** The value that is read next. */
  private int node;

  /** The list or map around it, its next element or key, its end, and its index's base or NONE. */
  private int around;

  private int next;
  private int last;
  private int base = NONE;

  YamlReader(@Nullable Limits limits) {
    super(limits);
    parser = new YamlParser(this, tape);
  }

  @Override
  void start() {
    index.clear();
    base = NONE;
    node = 0;
    parser.parse();
    stand(0);
  }

  @Override
  void finish() {
    // The parser has seen that nothing follows.
  }

  @Override
  String path(int offset) {
    return tape.path(bytes, offset);
  }

  @Override
  RuntimeException failure(String what, int at) {
    int line = 1;
    for (int i = begin; i < at && i < end; i++) {
      if (bytes[i] == '\n' || (bytes[i] == '\r' && at(i + 1) != '\n')) {
        line++;
      }
    }
    return super.failure(what + " in line " + line, at);
  }

  /** Plain text is a number when JSON has it as one, is true or false, and a string otherwise. */
  @Override
  public Kind kind() {
    int kind = tape.kind(node);
    if (kind == YamlTape.MAP || kind == YamlTape.LIST) {
      return kind == YamlTape.MAP ? Kind.OBJECT : Kind.LIST;
    }
    if (kind == YamlTape.NULL) {
      return Kind.NULL;
    }
    if (isWord("true") || isWord("false")) {
      return Kind.BOOL;
    }
    if (!isNumber()) {
      return Kind.STRING;
    }
    for (int p = tape.from(node); p < tape.to(node); p++) {
      if (bytes[p] == '.' || (bytes[p] | 0x20) == 'e') {
        return Kind.FRACTION;
      }
    }
    return Kind.INTEGER;
  }

  private void stand(int value) {
    node = value;
    position = tape.start(value);
  }

  // ---- finding fields

  @Override
  boolean enter(Field field) {
    int key = next;
    if (key < last && isNamed(key, field)) {
      next = tape.next(key + 2);
      stand(key + 2);
      return true;
    }
    return seek(field);
  }

  /** It is not the next one. */
  private boolean seek(Field field) {
    if (base == NONE) {
      if (next >= last) {
        return false; // all before were next
      }
      base = tape.length(around) > FEW ? makeIndex() : SCANNED;
    }
    int key = base == SCANNED ? scanned(field) : indexed(field);
    if (key < 0) {
      return false;
    }
    next = tape.next(key + 2);
    stand(key + 2);
    return true;
  }

  private int scanned(Field field) {
    for (int key = tape.first(around); key < last; key = tape.next(key + 2)) {
      if (isNamed(key, field)) {
        return key;
      }
    }
    return NONE;
  }

  private int indexed(Field field) {
    int slot = index.slot(base, field.hash);
    for (int entry = index.entry(base, slot); entry >= 0; entry = index.entry(base, slot)) {
      int key = index.key(base, entry);
      if (index.hash(base, entry) == field.hash && isNamed(key, field)) {
        return key;
      }
      slot = index.next(base, slot);
    }
    return NONE;
  }

  private int makeIndex() {
    int made = index.open();
    for (int key = tape.first(around); key < last; key = tape.next(key + 2)) {
      index.add(made, YamlText.hash(bytes, tape, key), key, 0);
    }
    index.seal(made);
    for (int entry = 0; entry < index.entries(made); entry++) {
      index.place(made, entry);
    }
    return made;
  }

  private boolean isNamed(int key, Field field) {
    int length = tape.length(key);
    if (tape.kind(key) >= YamlTape.SINGLE) {
      // An escape has up to ten bytes for a character.
      return length <= 10L * field.name().length() && textOf(key).equals(field.name());
    }
    byte[] name = field.cbor;
    int head = field.nameAt;
    if (name.length != head + length) {
      return false;
    }
    int from = tape.from(key);
    for (int i = 0; i < length; i++) {
      if (name[head + i] != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }

  // ---- structure

  private void open(int kind, String what) {
    if (tape.kind(node) != kind) {
      throw other(what);
    }
    push(around);
    push(next);
    push(last);
    push(base);
    around = node;
    next = tape.first(node);
    last = tape.next(node);
    base = NONE;
  }

  private void close() {
    if (base >= 0) {
      index.close(base);
    }
    base = pop();
    last = pop();
    next = pop();
    around = pop();
  }

  @Override
  void openObject() {
    open(YamlTape.MAP, "an object");
  }

  @Override
  void closeObject() {
    close();
  }

  @Override
  void openList(int size) {
    open(YamlTape.LIST, "a list");
  }

  @Override
  boolean more() {
    if (next >= last) {
      return false;
    }
    stand(next);
    next = tape.next(next);
    return true;
  }

  @Override
  void closeList() {
    close();
  }

  @Override
  void openMap(int size) {
    open(YamlTape.MAP, "an object");
  }

  @Override
  @Nullable String nextKey() {
    if (next >= last) {
      return null;
    }
    int key = next;
    next = tape.next(key + 2);
    stand(key + 2);
    return textOf(key);
  }

  @Override
  void closeMap() {
    close();
  }

  @Override
  boolean readNull() {
    return tape.kind(node) == YamlTape.NULL;
  }

  // ---- values

  @Override
  public boolean bool(boolean value) {
    if (isWord("true")) {
      return true;
    }
    if (!isWord("false")) {
      throw other("true or false");
    }
    return false;
  }

  private boolean isWord(String word) {
    if (tape.kind(node) != YamlTape.PLAIN || tape.length(node) != word.length()) {
      return false;
    }
    int from = tape.from(node);
    for (int i = 0; i < word.length(); i++) {
      if (bytes[from + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
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
    return (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long int64(long value) {
    return integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long integer(long least, long most) {
    number("an integer");
    return TextNumbers.integer(this, least, most);
  }

  @Override
  public float float32(float value) {
    number("a number");
    return TextNumbers.float32(this);
  }

  @Override
  public double float64(double value) {
    number("a number");
    return TextNumbers.float64(this);
  }

  /** Stands at one, which is a number of JSON and nothing else. */
  private void number(String what) {
    if (!isNumber()) {
      throw other(what);
    }
    position = tape.from(node);
  }

  /** Returns whether a plain text is, from its first byte to its last, a number of JSON. */
  private boolean isNumber() {
    if (tape.kind(node) != YamlTape.PLAIN) {
      return false;
    }
    int p = tape.from(node);
    int to = tape.to(node);
    p = bytes[p] == '-' ? p + 1 : p;
    int first = p;
    p = digits(p, to);
    if (p == first || (bytes[first] == '0' && p - first > 1)) {
      return false;
    }
    if (p < to && bytes[p] == '.') {
      first = p + 1;
      p = digits(first, to);
      if (p == first) {
        return false;
      }
    }
    if (p < to && (bytes[p] | 0x20) == 'e') {
      p++;
      first = p < to && (bytes[p] == '+' || bytes[p] == '-') ? p + 1 : p;
      p = digits(first, to);
      if (p == first) {
        return false;
      }
    }
    return p == to;
  }

  private int digits(int from, int to) {
    int p = from;
    while (p < to && bytes[p] >= '0' && bytes[p] <= '9') {
      p++;
    }
    return p;
  }

  @Override
  public char character(char value) {
    String read = text("a string of one character");
    if (read.length() != 1 && isNumber()) {
      position = tape.from(node);
      return TextNumbers.surrogate(this);
    }
    if (read.length() != 1) {
      throw failure("must be a string of one character: " + read.length());
    }
    return read.charAt(0);
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    return readNull() ? null : text("a string");
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (readNull()) {
      return null;
    }
    String text = text("a string in Base64");
    try {
      return base64(text);
    } catch (IllegalArgumentException e) {
      throw failure("no Base64: " + e.getMessage());
    }
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (readNull()) {
      return null;
    }
    number("a number");
    return TextNumbers.decimal(this);
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (readNull()) {
      return null;
    }
    String text = text("a string with a point of time");
    try {
      return Timestamps.parse(text);
    } catch (IllegalArgumentException e) {
      throw failure(String.valueOf(e.getMessage()));
    }
  }

  private String text(String what) {
    if (!tape.isText(node)) {
      throw other(what);
    }
    return textOf(node);
  }

  private String textOf(int text) {
    return YamlText.of(bytes, tape, text);
  }

  private RuntimeException other(String wanted) {
    int kind = tape.kind(node);
    String there =
        kind == YamlTape.NULL
            ? "null"
            : kind == YamlTape.LIST
                ? "a list"
                : kind == YamlTape.MAP
                    ? "a map"
                    : (kind == YamlTape.PLAIN ? "the text " : "text in quotes: ")
                        + YamlText.shortened(bytes, tape, node);
    return failure("there must be " + wanted + ", but there is " + there);
  }
}
