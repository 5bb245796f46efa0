package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads CBOR (RFC 8949), whoever wrote it: with heads that are longer than they need to be, lengths
 * that are not told before, floats of any width and tags, of which those are skipped that do not
 * say what a number or a point of time is. Keys are strings; an integer as a key is as the string
 * of its digits.
 *
 * <p>A field that is next costs a comparison of its name. For any other one, the {@link FieldIndex}
 * of the object is made, once, and the object ends from then on where {@link #end} is.
 */
final class CborReader extends Reader {
  private static final int NONE = -1;
  private static final int BREAK = 0xff;

  /** Whether failures are caught, and need no path. */
  private final boolean quiet;

  /** The argument of the head that was read last: all 64 bits of it. */
  long argument;

  /** The last tag before that head, or -1. */
  long tag;

  /**
   * The elements or entries that are still to come in what is open; negative when the document does
   * not say how many.
   */
  private int left;

  /** The first field of the object, {@link #left} there, and its index's base or NONE. */
  private int start;

  private int size;
  private int base = NONE;
  private int elements;
  private int documentEnd;

  CborReader(@Nullable Limits limits, boolean quiet) {
    super(limits);
    this.quiet = quiet;
  }

  @Override
  void start() {
    left = 1;
    base = NONE;
    elements = 0;
    documentEnd = end;
  }

  @Override
  void finish() {
    if (position != end) {
      throw failure(end - position + " bytes after the document");
    }
  }

  @Override
  String path(int offset) {
    return quiet ? "" : CborScanner.path(bytes, begin, documentEnd, offset);
  }

  @Override
  public Kind kind() {
    int at = position;
    Kind kind = CborScanner.kind(this, head());
    position = at;
    return kind;
  }

  @Override
  int numberType() {
    int at = position;
    int type = CborScanner.type(this, head());
    position = at;
    return type;
  }

  // ---- heads

  /** Goes over a head and the tags before it, and returns its first byte. */
  int head() {
    tag = NONE;
    while (true) {
      int at = Payload.take(this, 1);
      int first = bytes[at] & 255;
      int low = first & 31;
      if (low < 24) {
        argument = low;
      } else if (low < 28) {
        argument = big(1 << (low - 24));
        if (first == 0xf8 && argument < 32) {
          throw failure("no CBOR: a simple value that is longer than it needs to be", at);
        }
      } else if (low < 31 || first < 0x40 || first >> 5 == 6) {
        throw failure("no CBOR: the byte " + first, at);
      }
      if (first >> 5 != 6) {
        return first;
      }
      tag = argument;
    }
  }

  /** Returns whether what the head is of has an end of its own, instead of a length. */
  static boolean isOpen(int first) {
    return (first & 31) == 31;
  }

  /** The argument as a length. */
  int length() {
    return argument >>> 31 == 0 ? (int) argument : Integer.MAX_VALUE;
  }

  /** The number of elements of a list or entries of an object; negative when it is not told. */
  int count(int first) {
    if (isOpen(first)) {
      return -1;
    }
    int count = length();
    if (count > (end - position) >> (first >> 5 & 1)) {
      throw failure(count + " elements where " + (end - position) + " bytes are left");
    }
    return count;
  }

  /** Goes over so many bytes of an integer, big endian. */
  private long big(int size) {
    int at = Payload.take(this, size);
    byte[] in = bytes;
    long value = 0;
    for (int i = at; i < at + size; i++) {
      value = value << 8 | in[i] & 255;
    }
    return value;
  }

  // ---- finding fields

  @Override
  boolean enter(Field field) {
    int at = position;
    if (left != 0 && follows(field, at)) {
      left--;
      position = at + field.cbor.length;
      return true;
    }
    return seek(field);
  }

  /** Returns whether the name of a field is at a place, as short as it can be. */
  private boolean follows(Field field, int at) {
    byte[] name = field.cbor;
    int length = name.length;
    byte[] in = bytes;
    if (end - at < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (in[at + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /** It is not the next one, or is written otherwise. */
  private boolean seek(Field field) {
    if (base == NONE) {
      if (ended()) {
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
      int at = fields.key(base, entry);
      if (fields.hash(base, entry) == field.hash
          && (follows(field, at) || nameAt(at).equals(field.name()))) {
        position = fields.value(base, entry);
        return true;
      }
    }
  }

  /** Returns whether nothing follows in what is open. */
  private boolean ended() {
    return left == 0 || (left < 0 && at(position) == BREAK);
  }

  private void makeIndex() {
    FieldIndex fields = index();
    int made = fields.open();
    int here = position;
    position = start;
    for (left = size; !ended(); left--) {
      int at = position;
      int hash = CborScanner.name(this);
      element();
      fields.add(made, hash, at, position);
      CborScanner.skip(this);
    }
    push(end);
    end = position;
    position = here;
    left = -1;
    fields.seal(made);
    base = made;
    for (int entry = 0; entry < fields.entries(made); entry++) {
      refuseSecond(fields, entry);
      fields.place(made, entry);
    }
  }

  private void refuseSecond(FieldIndex fields, int entry) {
    int hash = fields.hash(base, entry);
    int at = fields.key(base, entry);
    for (int slot = fields.slot(base, hash); ; slot = fields.next(base, slot)) {
      int other = fields.entry(base, slot);
      if (other < 0) {
        return;
      }
      if (fields.hash(base, other) == hash && nameAt(at).equals(nameAt(fields.key(base, other)))) {
        throw failure("the name is there twice: " + nameAt(at), at);
      }
    }
  }

  private String nameAt(int at) {
    int here = position;
    position = at;
    String name = CborScanner.key(this);
    position = here;
    return name;
  }

  private void element() {
    if (++elements > maxElements) {
      throw failure("more than " + maxElements + " elements and fields");
    }
  }

  // ---- fields and values where the wire stands

  /** The field that there is most of. */
  @Override
  public int int32(Field field, int value) {
    return enter(field) ? int32(value) : value;
  }

  @Override
  public boolean bool(boolean value) {
    int at = position;
    int first = head();
    if (first >> 1 != 0xf4 >> 1) {
      throw wrong(at, "true or false");
    }
    return first == 0xf5;
  }

  @Override
  public byte int8(byte value) {
    return (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short int16(short value) {
    return (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
  }

  /** Those of up to four bytes, as most are, without a detour. */
  @Override
  public int int32(int value) {
    int at = position;
    byte[] in = bytes;
    int first = end - at > 4 ? in[at] : 0x1f;
    int low = first & 31;
    int read;
    if ((first & 0xc0) != 0) {
      low = 31;
    }
    if (low < 24) {
      read = low;
      position = at + 1;
    } else if (low == 24) {
      read = in[at + 1] & 255;
      position = at + 2;
    } else if (low == 25) {
      read = (in[at + 1] & 255) << 8 | in[at + 2] & 255;
      position = at + 3;
    } else {
      return readNull() ? value : (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    return read ^ -(first >> 5);
  }

  @Override
  public long int64(long value) {
    return integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long integer(long least, long most) {
    int at = position;
    int first = head();
    long value =
        first < 0x40 && argument >= 0
            ? first < 0x20 ? argument : ~argument
            : CborScanner.integer(this, first, at);
    if (value < least || value > most) {
      throw failure("must be in " + least + ".." + most + ": " + value, at);
    }
    return value;
  }

  @Override
  public float float32(float value) {
    return CborScanner.float32(this);
  }

  @Override
  public double float64(double value) {
    if (at(position) == 0xfb) {
      position++;
      return Double.longBitsToDouble(big(8));
    }
    return CborScanner.float64(this);
  }

  @Override
  public char character(char value) {
    return CborScanner.character(this);
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (readNull()) {
      return null;
    }
    int at = position;
    int first = head();
    if (first >> 5 != 3) {
      throw wrong(at, "a string");
    }
    return isOpen(first) ? CborScanner.text(this) : Payload.string(this, length());
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    return readNull() ? null : CborScanner.bytes(this);
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    return readNull() ? null : CborScanner.decimal(this);
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    return readNull() ? null : CborScanner.timestamp(this);
  }

  /** The value at a place is no such one. */
  RuntimeException wrong(int at, String wanted) {
    position = at;
    return failure("must be " + wanted + ", but is " + CborScanner.named(this, head()), at);
  }

  // ---- objects, lists and maps

  /** Null, or undefined. */
  @Override
  boolean readNull() {
    if (at(position) >> 1 != 0xf6 >> 1) {
      return false;
    }
    position++;
    return true;
  }

  @Override
  void openObject() {
    open(5, "an object");
    push(start);
    push(size);
    push(base);
    start = position;
    size = left;
    base = NONE;
  }

  @Override
  void closeObject() {
    if (base == NONE && !ended()) {
      makeIndex(); // what nobody asked for must not be there twice either
    }
    if (base != NONE) {
      index().close(base);
      position = end;
      end = pop();
    }
    left = size;
    base = pop();
    size = pop();
    start = pop();
    close();
  }

  @Override
  void openList(int size) {
    open(4, "a list");
  }

  @Override
  boolean more() {
    if (ended()) {
      return false;
    }
    left--;
    element();
    return true;
  }

  @Override
  void closeList() {
    close();
  }

  @Override
  void openMap(int size) {
    open(5, "an object");
  }

  @Override
  @Nullable String nextKey() {
    return more() ? CborScanner.key(this) : null;
  }

  @Override
  void closeMap() {
    close();
  }

  private void open(int major, String what) {
    int at = position;
    int first = head();
    if (first >> 5 != major) {
      throw wrong(at, what);
    }
    descend();
    push(left);
    left = count(first);
  }

  private void close() {
    if (left < 0) {
      position++; // the break
    }
    left = pop();
    ascend();
  }
}
