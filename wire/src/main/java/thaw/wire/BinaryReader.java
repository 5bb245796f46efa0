package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link BinaryWriter} has written, where its layout is.
 *
 * <p>A field that is next and has the type that is asked for costs a comparison of its header. For
 * any other one, the {@link FieldIndex} of the object is made, once. A number may have been written
 * with another type when it is the same number in that type; a decimal is rounded to a float.
 *
 * <p>What nobody asks for is skipped by its length, and not looked into.
 */
final class BinaryReader extends Reader {
  private static final int NONE = -1;

  private final boolean named;

  /** {@link Field#LONG} with names, 0 with numbers. */
  private final int names;

  /** The type of the value that is next, when its header has been read, or NONE. */
  private int type = NONE;

  /** The offset of the header of the value that was read last. */
  private int header;

  /** The first field of the object, and its index's base or NONE. {@link #end} is its end. */
  private int start;

  private int base = NONE;
  private int elements;
  private int documentEnd;

  /** Whether the map that is read is an object with numbers. */
  private boolean numbers;

  BinaryReader(boolean named, @Nullable Limits limits) {
    super(limits);
    this.named = named;
    names = named ? Field.LONG : 0;
  }

  @Override
  void start() {
    type = NONE;
    header = position;
    base = NONE;
    elements = 0;
    documentEnd = end;
    numbers = false;
  }

  @Override
  void finish() {
    if (position != end) {
      throw failure(end - position + " bytes after the document");
    }
  }

  @Override
  String path(int offset) {
    return BinaryPath.of(bytes, begin, documentEnd, offset, named);
  }

  @Override
  public Kind kind() {
    int taken = take();
    type = taken;
    return BinaryScanner.kind(taken);
  }

  @Override
  int numberType() {
    type = take();
    return type;
  }

  // ---- finding fields

  /** The payload of a field that is next and of a type, which is then behind; or NONE. */
  private int next(Field field, int wanted, int payload) {
    int at = position;
    if (end - at > payload && (bytes[at] & 255) == (field.tag | names | wanted)) {
      position = at + 1 + payload;
      return at + 1;
    }
    return nextLong(field, wanted, payload);
  }

  private int nextLong(Field field, int wanted, int payload) {
    byte[] name = named ? field.named : field.numbered;
    int length = name.length;
    int at = position;
    if (end - at < length + payload || bytes[at] != (name[0] | wanted) || !follows(name, at)) {
      return NONE;
    }
    position = at + length + payload;
    return at + length;
  }

  private boolean follows(byte[] name, int at) {
    for (int i = 1; i < name.length; i++) {
      if (bytes[at + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean enter(Field field) {
    byte[] name = named ? field.named : field.numbered;
    int at = position;
    if (end - at >= name.length && (bytes[at] & 0xf0) == (name[0] & 0xf0) && follows(name, at)) {
      header = at;
      type = bytes[at] & 15;
      position = at + name.length;
      return true;
    }
    return seek(field, name);
  }

  /** It is not the next one. */
  private boolean seek(Field field, byte[] name) {
    if (base == NONE) {
      if (position == end) {
        return false; // all before were next
      }
      makeIndex();
    }
    FieldIndex fields = index();
    int hash = named ? field.hash : Field.hash(field.number());
    for (int slot = fields.slot(base, hash); ; slot = fields.next(base, slot)) {
      int entry = fields.entry(base, slot);
      if (entry < 0) {
        return false;
      }
      int at = fields.key(base, entry);
      if (fields.hash(base, entry) == hash
          && fields.value(base, entry) - at == name.length
          && (bytes[at] & 0xf0) == (name[0] & 0xf0)
          && follows(name, at)) {
        header = at;
        type = bytes[at] & 15;
        position = at + name.length;
        return true;
      }
    }
  }

  private void makeIndex() {
    FieldIndex fields = index();
    int made = fields.open();
    int here = position;
    position = start;
    while (position < end) {
      int at = position;
      int hash = BinaryScanner.header(this, named);
      count();
      fields.add(made, hash, at, position);
      BinaryScanner.skip(this, bytes[at] & 15);
    }
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
    int at = fields.key(base, entry);
    for (int slot = fields.slot(base, hash); ; slot = fields.next(base, slot)) {
      int other = fields.entry(base, slot);
      if (other < 0) {
        return;
      }
      if (fields.hash(base, other) == hash
          && BinaryScanner.isSame(
              bytes, at, fields.key(base, other), fields.value(base, entry) - at)) {
        throw failure("the field is there twice", at);
      }
    }
  }

  private void count() {
    if (++elements > maxElements) {
      throw failure("more than " + maxElements + " elements and fields");
    }
  }

  // ---- fields

  @Override
  public boolean bool(Field field, boolean value) {
    if (next(field, Type.TRUE, 0) >= 0) {
      return true;
    }
    if (next(field, Type.FALSE, 0) >= 0) {
      return false;
    }
    return enter(field) ? bool(value) : value;
  }

  @Override
  public byte int8(Field field, byte value) {
    int at = next(field, Type.INT8, 1);
    return at >= 0 ? bytes[at] : (byte) integer(field, value, Type.INT8);
  }

  @Override
  public short int16(Field field, short value) {
    int at = next(field, Type.INT16, 2);
    return at >= 0 ? Bytes.int16(bytes, at) : (short) integer(field, value, Type.INT16);
  }

  /** The field that there is most of: in one method, for C1 calls those of more than 35 bytes. */
  @Override
  public int int32(Field field, int value) {
    int at = position;
    byte[] in = bytes;
    if (end - at > 4 && (in[at] & 255) == (field.tag | names | Type.INT32)) {
      position = at + 5;
      return (in[at + 1] & 255)
          | ((in[at + 2] & 255) << 8)
          | ((in[at + 3] & 255) << 16)
          | (in[at + 4] << 24);
    }
    return otherInt32(field, value);
  }

  private int otherInt32(Field field, int value) {
    int at = nextLong(field, Type.INT32, 4);
    return at >= 0 ? Bytes.int32(bytes, at) : (int) integer(field, value, Type.INT32);
  }

  @Override
  public long int64(Field field, long value) {
    int at = next(field, Type.INT64, 8);
    return at >= 0 ? Bytes.int64(bytes, at) : integer(field, value, Type.INT64);
  }

  @Override
  public float float32(Field field, float value) {
    int at = next(field, Type.FLOAT32, 4);
    if (at >= 0) {
      return Float.intBitsToFloat(Bytes.int32(bytes, at));
    }
    return enter(field) ? float32(value) : value;
  }

  @Override
  public double float64(Field field, double value) {
    int at = next(field, Type.FLOAT64, 8);
    if (at >= 0) {
      return Double.longBitsToDouble(Bytes.int64(bytes, at));
    }
    return enter(field) ? float64(value) : value;
  }

  @Override
  public char character(Field field, char value) {
    return enter(field) ? character(value) : value;
  }

  private long integer(Field field, long value, int wanted) {
    return enter(field) ? integer(value, wanted) : value;
  }

  // ---- values where the wire stands

  /** The type of the value that is next: its payload is. */
  private int take() {
    int taken = type;
    if (taken >= 0) {
      type = NONE;
      return taken;
    }
    int at = Payload.take(this, 1);
    header = at;
    if ((bytes[at] & 0xf0) != 0) {
      throw failure("a value must be here, but there is the header of a field", at);
    }
    return bytes[at];
  }

  @Override
  public boolean bool(boolean value) {
    int taken = take();
    if (taken > Type.TRUE) {
      throw wrong(taken, "true or false");
    }
    return taken == Type.NULL ? value : taken == Type.TRUE;
  }

  @Override
  public byte int8(byte value) {
    return (byte) integer(value, Type.INT8);
  }

  @Override
  public short int16(short value) {
    return (short) integer(value, Type.INT16);
  }

  @Override
  public int int32(int value) {
    return (int) integer(value, Type.INT32);
  }

  @Override
  public long int64(long value) {
    return integer(value, Type.INT64);
  }

  /** An integer of any type, when it has a place in the one that is wanted. */
  private long integer(long value, int wanted) {
    int taken = take();
    if (taken == Type.NULL) {
      return value;
    }
    if (taken == wanted && taken == Type.INT32) {
      return Bytes.int32(bytes, Payload.take(this, 4));
    }
    return BinaryScanner.integer(this, taken, wanted);
  }

  @Override
  public float float32(float value) {
    int taken = take();
    if (taken == Type.NULL) {
      return value;
    }
    return BinaryScanner.float32(this, taken);
  }

  @Override
  public double float64(double value) {
    int taken = take();
    if (taken == Type.NULL) {
      return value;
    }
    if (taken == Type.FLOAT64) {
      return Double.longBitsToDouble(Bytes.int64(bytes, Payload.take(this, 8)));
    }
    return BinaryScanner.float64(this, taken, Type.FLOAT64);
  }

  @Override
  public char character(char value) {
    int taken = take();
    if (taken == Type.NULL) {
      return value;
    }
    return BinaryScanner.character(this, taken);
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    int taken = take();
    if (taken == Type.STRING) {
      return Payload.string(this, Payload.varint(this));
    }
    if (taken != Type.NULL) {
      throw wrong(taken, "a string");
    }
    return null;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    int taken = take();
    if (taken == Type.BYTES) {
      return Payload.bytes(this, Payload.varint(this));
    }
    return taken == Type.NULL ? null : BinaryScanner.base64(this, taken);
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    int taken = take();
    if (taken == Type.DECIMAL) {
      return Payload.decimal(this);
    }
    return taken == Type.NULL ? null : BinaryScanner.decimal(this, taken);
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    int taken = take();
    if (taken == Type.TIMESTAMP) {
      return Payload.timestamp(this);
    }
    return taken == Type.NULL ? null : BinaryScanner.timestamp(this, taken);
  }

  /** A value has a type that does not fit. */
  RuntimeException wrong(int found, String wanted) {
    return failure("must be " + wanted + ", but is " + Type.name(found), header);
  }

  /** A value is of a type that may fit, and does not. */
  RuntimeException unfit(Object value, int found, int wanted) {
    return failure(
        "must be " + Type.name(wanted) + ", but is " + value + ", of the type " + Type.name(found),
        header);
  }

  // ---- objects, lists and maps

  @Override
  boolean readNull() {
    int taken = take();
    if (taken == Type.NULL) {
      return true;
    }
    type = taken;
    return false;
  }

  @Override
  void openObject() {
    open(Type.OBJECT);
    push(start);
    push(base);
    start = position;
    base = NONE;
  }

  @Override
  void closeObject() {
    if (base == NONE && position != end) {
      makeIndex(); // what nobody asked for must not be there twice either
    }
    if (base != NONE) {
      index().close(base);
    }
    base = pop();
    start = pop();
    close();
  }

  @Override
  void openList(int size) {
    open(Type.LIST);
  }

  @Override
  boolean more() {
    if (position == end) {
      return false;
    }
    count();
    return true;
  }

  @Override
  void closeList() {
    close();
  }

  @Override
  void openMap(int size) {
    int before = numbers ? 1 : 0;
    numbers = open(Type.MAP) == Type.OBJECT && !named;
    push(before);
  }

  @Override
  @Nullable String nextKey() {
    if (!more()) {
      return null;
    }
    header = position;
    type = bytes[position] & 15;
    return numbers
        ? Integer.toString(BinaryScanner.fieldNumber(this))
        : Payload.string(this, BinaryScanner.number(this));
  }

  @Override
  void closeMap() {
    numbers = pop() != 0;
    close();
  }

  /**
   * Returns the type that is there. Any object may be read as a map, whose keys are the names or
   * numbers of its fields. A map may be read as an object where both have names: text has no types
   * of its own for the two, so that what was converted from there is all maps.
   */
  private int open(int wanted) {
    int taken = take();
    if (taken != wanted
        && (taken != Type.OBJECT || wanted != Type.MAP)
        && (taken != Type.MAP || wanted != Type.OBJECT || !named)) {
      throw wrong(taken, Type.name(wanted));
    }
    descend();
    int length = Bytes.int32(bytes, Payload.take(this, 4));
    int from = Payload.take(this, length);
    position = from;
    push(end);
    end = from + length;
    return taken;
  }

  private void close() {
    position = end;
    end = pop();
    ascend();
  }
}
