package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads protobuf, where {@link ProtobufWriter} has the layout, as others may write it as well:
 * fields in any order, unknown ones and groups among them, lists of numbers packed or not, varints
 * that are longer than they need to be. Of a field that is there again the last value counts,
 * objects are merged and lists joined.
 *
 * <p>A field that is next costs a comparison of its tag. Most objects have fields that are missing:
 * when one is not next and the numbers of the object ascend, that is enough to know that it is
 * missing ({@link #ORDERED}). For any other object the {@link FieldIndex} is made, once, where each
 * entry is a field or several of the same number behind each other, and has the next entry of that
 * number.
 *
 * <p>That a field which has been read is there again is known only later. Then the description is
 * asked for all fields once more ({@link #again}), and each object from there on is read by its
 * index, so that no object is read more than once for the sake of each one around it.
 */
final class ProtobufReader extends Reader {
  private static final int NONE = -1;

  /** In place of an index: no number is lower than one before, and none is there that was read. */
  private static final int ORDERED = -2;

  // In place of a wire type:
  private static final int DOCUMENT = 8;
  private static final int EMPTY = 9;

  private static final int FIELD = ProtobufWriter.FIELD;
  private static final int LIST = ProtobufWriter.LIST;
  private static final int PACKED = ProtobufWriter.PACKED;
  private static final int MAP = ProtobufWriter.MAP;

  /** How often the document's length may be read again at most, because of fields there twice. */
  private static final int MOST_AGAIN = 16;

  /** The wire type of the value that is next, or one of the above; NONE when there is none. */
  private int type;

  /** The field of that value, or of the list or map that is read. */
  private int number;

  private int encoding;
  private int place;

  /** The entry of the index that the field was found by, or NONE when it was next. */
  private int entry;

  /** The end of the object where fields are read as they come; 0 where the index is asked. */
  private int limit;

  /**
   * The first field of the object; of one that is merged from several, the complement of its end.
   */
  private int start;

  /** The index of the object, or NONE, or ORDERED. */
  private int base;

  /** Whether a field was read that is there again. */
  private boolean stale;

  /** The end of the object that the list or map belongs to. */
  private int outerEnd;

  /** The end of the map's entry that is read, and its beginning. */
  private int entryEnd;

  private int entryStart;

  /** Whether elements are numbers, of which several may be in one field. */
  private boolean numbers;

  /** 0 before the first field of the list or map, 1 behind it; NONE when there is none. */
  private int next;

  /** The field of the map that is read, and what {@link #entry} is for it. */
  private int mapNumber;

  private int mapEntry;

  /** The number of elements of the list that have been begun, for messages. */
  private int element;

  /** What belongs to the objects around, for messages: number and place, entry, element of each. */
  private int[] way = new int[12];

  /** The number of objects that are open. */
  private int open;

  /** Whether all objects are read by their index. */
  private boolean careful;

  private int documentEnd;
  private int elements;
  private long readAgain;

  ProtobufReader(@Nullable Limits limits) {
    super(limits);
  }

  @Override
  void start() {
    type = DOCUMENT;
    number = 0;
    place = FIELD;
    entry = NONE;
    limit = 0;
    base = NONE;
    stale = false;
    careful = false;
    elements = 0;
    readAgain = 0;
    open = 0;
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
    StringBuilder path = new StringBuilder("$");
    for (int i = 0; i < 3 * (open - 1) && path.length() < JsonPath.LONGEST; i += 3) {
      JsonPath.step(
          path, bytes, bytes.length, way[i] >>> 2, way[i] & 3, way[i + 1], way[i + 2] - 1);
    }
    int field = place == MAP ? mapNumber : number;
    JsonPath.step(path, bytes, bytes.length, field, place, entryStart, element - 1);
    return JsonPath.shortened(path);
  }

  // ---- the parts of a document

  /** A varint of at most ten bytes; bits beyond the 64th are lost, as in protobuf. */
  private long varint() {
    int at = position;
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at >= end) {
        throw failure("a varint must have another byte, but nothing follows");
      }
      byte next = bytes[at++];
      value |= (next & 127L) << shift;
      if (next >= 0) {
        position = at;
        return value;
      }
    }
    throw failure("a varint of more than ten bytes");
  }

  /** The tag of a field: its number and its wire type. */
  private int tag() {
    int at = position;
    if (at < end && bytes[at] > 7) {
      position = at + 1;
      return bytes[at];
    }
    long tag = varint();
    if (tag >>> 32 != 0 || tag < 8) {
      throw failure("no field has the number " + (tag >>> 3), at);
    }
    return (int) tag;
  }

  private int length() {
    int at = position;
    if (at < end && bytes[at] >= 0) {
      position = at + 1;
      return bytes[at];
    }
    long length = varint();
    if (length < 0 || length > end - position) {
      throw failure(length + " bytes must follow, but there are " + (end - position), at);
    }
    return (int) length;
  }

  private void skip(int tag) {
    switch (tag & 7) {
      case ProtobufWriter.VARINT -> varint();
      case ProtobufWriter.INT64 -> Payload.take(this, 8);
      case ProtobufWriter.LENGTH -> Payload.take(this, length());
      case ProtobufWriter.INT32 -> Payload.take(this, 4);
      case ProtobufWriter.GROUP -> skipGroup(tag >>> 3);
      default -> throw failure("no value has the wire type " + (tag & 7));
    }
  }

  private void skipGroup(int group) {
    descend();
    int tag = tag();
    while ((tag & 7) != ProtobufWriter.GROUP_END) {
      skip(tag);
      tag = tag();
    }
    if (tag >>> 3 != group) {
      throw failure("the group " + group + " is ended by the end of " + (tag >>> 3));
    }
    ascend();
  }

  private void count() {
    if (++elements > maxElements) {
      throw failure("more than " + maxElements + " elements and fields");
    }
  }

  // ---- finding fields

  @Override
  boolean enter(Field field) {
    number = field.number();
    encoding = field.encoding;
    int at = position;
    if (at < limit) {
      int tag = tag();
      if (tag >>> 3 == number) {
        type = tag & 7;
        entry = NONE;
        return true;
      }
      position = at;
    }
    return seek();
  }

  /** It is not the next one. */
  private boolean seek() {
    if (base < 0) {
      if (position == end) {
        return false; // all before were next, or are missing
      }
      look();
      if (base == ORDERED) {
        int at = position;
        boolean missing = tag() >>> 3 > number;
        position = at;
        if (missing) {
          return false;
        }
        makeIndex();
      }
    }
    int found = find();
    if (found < 0) {
      return false;
    }
    for (int each = found; each >= 0; each = index().value(base, each)) {
      index().key(base, each, ~place(each)); // it is known
    }
    enter(found);
    return true;
  }

  private int find() {
    FieldIndex fields = index();
    int hash = Field.hash(number); // no other number has the same
    for (int slot = fields.slot(base, hash); ; slot = fields.next(base, slot)) {
      int found = fields.entry(base, slot);
      if (found < 0 || fields.hash(base, found) == hash) {
        return found;
      }
    }
  }

  private void enter(int found) {
    entry = found;
    position = place(found);
    type = tag() & 7;
  }

  /** Where an entry's field is; the complement is there once somebody asked for it. */
  private int place(int found) {
    int key = index().key(base, found);
    return key < 0 ? ~key : key;
  }

  /** Looks at all fields of the object, once. */
  private void look() {
    if (base == NONE) {
      if (isOrdered()) {
        base = ORDERED;
      } else {
        makeIndex();
      }
    }
  }

  /**
   * Returns whether the numbers from here on ascend, and are higher than all before. Strings and
   * objects may be there again at once, since each reads what is behind it.
   */
  private boolean isOrdered() {
    int here = position;
    position = start;
    int highest = 0;
    int before = 0;
    while (position < end) {
      int at = position;
      int tag = tag();
      int next = tag >>> 3;
      if (at >= here
          && next <= highest
          && (tag != before || at == here || (tag & 7) != ProtobufWriter.LENGTH)) {
        position = here;
        return false;
      }
      highest = Math.max(highest, next);
      before = tag;
      skip(tag);
    }
    position = here;
    return true;
  }

  /** Makes the index of the object, whose fields before this place have been read. */
  private void makeIndex() {
    int here = position;
    int made = index().open();
    addFields(made, start, end, here, true);
    position = here;
    seal(made);
  }

  /**
   * Adds fields to an index.
   *
   * @param known where those begin that nobody asked for yet
   * @param runs whether those of one number behind each other are one entry
   */
  private void addFields(int made, int from, int to, int known, boolean runs) {
    int outer = end;
    end = to;
    position = from;
    int before = 0;
    while (position < to) {
      int at = position;
      int tag = tag();
      skip(tag);
      if (!runs || tag >>> 3 != before || at == known) {
        count();
        index().add(made, Field.hash(tag >>> 3), at < known ? ~at : at, NONE);
      }
      before = tag >>> 3;
    }
    end = outer;
  }

  private void seal(int made) {
    FieldIndex fields = index();
    fields.seal(made);
    for (int each = fields.entries(made) - 1; each >= 0; each--) {
      fields.chain(made, each);
      int next = fields.value(made, each);
      stale |= next >= 0 && fields.key(made, each) < 0 && fields.key(made, next) >= 0;
    }
    base = made;
    limit = 0;
  }

  /** Goes to the next field of the same number, if there is one. */
  private boolean another() {
    int at = position;
    if (start >= 0 && at < end) {
      int tag = tag();
      if (tag >>> 3 == number) {
        type = tag & 7;
        return true;
      }
      position = at;
    }
    int next = entry == NONE ? NONE : index().value(base, entry);
    if (next < 0) {
      return false;
    }
    enter(next);
    return true;
  }

  // ---- fields

  /** The field that there is most of: in one method, for C1 does not inline those. */
  @Override
  public int int32(Field field, int value) {
    int at = position;
    byte[] in = bytes;
    if (limit - at > 5 && in[at] == field.protobuf) {
      int read = in[at + 1];
      if (read >= 0) {
        position = at + 2;
        return read;
      }
      read ^= in[at + 2] << 7; // the high bit of each byte goes with the sign of the next one
      if (read < 0) {
        position = at + 3;
        return read ^ ~0 << 7;
      }
      read ^= in[at + 3] << 14;
      if (read >= 0) {
        position = at + 4;
        return read ^ (~0 << 7 ^ ~0 << 14);
      }
      read ^= in[at + 4] << 21;
      if (read < 0) {
        position = at + 5;
        return read ^ (~0 << 7 ^ ~0 << 14 ^ ~0 << 21);
      }
    }
    return enter(field) ? int32(value) : value;
  }

  @Override
  public byte @Nullable [] unknown(byte @Nullable [] fields) {
    if (base < 0) {
      if (position == end) {
        return null;
      }
      look();
      if (base == ORDERED) {
        byte[] rest = Arrays.copyOfRange(bytes, position, end);
        position = end;
        return rest;
      }
    }
    byte[] kept = new byte[unasked(null)];
    unasked(kept);
    return kept.length == 0 ? null : kept;
  }

  /** Copies the fields that nobody asked for, and returns their length. */
  private int unasked(byte @Nullable [] to) {
    int here = position;
    int length = 0;
    for (int each = 0; each < index().entries(base); each++) {
      int from = index().key(base, each);
      if (from >= 0) {
        position = from;
        int tag = tag();
        int run = tag >>> 3;
        int behind;
        do {
          skip(tag);
          behind = position;
          tag = start >= 0 && behind < end ? tag() : 0;
        } while (tag >>> 3 == run); // its wire type may be another one
        if (to != null) {
          System.arraycopy(bytes, from, to, length, behind - from);
        }
        length += behind - from;
      }
    }
    position = here;
    return length;
  }

  // ---- values where the wire stands

  /** Goes to the payload of the value, which must be of a wire type: the last one, of a field. */
  private void take(int wanted) {
    if (place == PACKED && wanted != ProtobufWriter.LENGTH) {
      return;
    }
    if (place == LIST && type == ProtobufWriter.LENGTH && wanted != ProtobufWriter.LENGTH) {
      if (!openPacked()) {
        throw failure("an empty list among the elements of another one");
      }
      return;
    }
    if (place == MAP || (place == FIELD && (entry != NONE || type == ProtobufWriter.LENGTH))) {
      last();
    }
    if (type != wanted) {
      throw wrong(JsonPath.wireType(wanted));
    }
    type = NONE;
  }

  private void last() {
    int at = position;
    int found = type;
    skip(number << 3 | found);
    while (anotherPart()) {
      at = position;
      found = type;
      skip(number << 3 | found);
    }
    position = at;
    type = found;
  }

  /** Goes to where the value that is read goes on: in the entry of a map it is any field 2. */
  private boolean anotherPart() {
    if (place != MAP) {
      return another();
    }
    while (position < end) {
      int tag = tag();
      if (tag >>> 3 == number) {
        type = tag & 7;
        return true;
      }
      skip(tag);
    }
    return false;
  }

  private RuntimeException wrong(String wanted) {
    if (type == DOCUMENT) {
      return failure("a document of protobuf is an object");
    }
    if (type == NONE) {
      return WireException.misuse("a value in an object needs a field");
    }
    return failure("must be " + wanted + ", but is " + JsonPath.wireType(type));
  }

  /** Returns whether nothing is there, in a map's entry that has no value: it is zero or empty. */
  private boolean isEmpty() {
    if (type != EMPTY) {
      return false;
    }
    type = NONE;
    return true;
  }

  @Override
  public boolean bool(boolean value) {
    if (isEmpty()) {
      return false;
    }
    take(ProtobufWriter.VARINT);
    return varint() != 0;
  }

  @Override
  public byte int8(byte value) {
    return (byte) narrow(Byte.MIN_VALUE, Byte.MAX_VALUE, "int8");
  }

  @Override
  public short int16(short value) {
    return (short) narrow(Short.MIN_VALUE, Short.MAX_VALUE, "int16");
  }

  private int narrow(int least, int most, String wanted) {
    int value = int32(0);
    if (value < least || value > most) {
      throw failure("must be " + wanted + ", but is " + value);
    }
    return value;
  }

  @Override
  public int int32(int value) {
    if (isEmpty()) {
      return 0;
    }
    if (encoding == Field.FIXED) {
      take(ProtobufWriter.INT32);
      return Payload.int32(bytes, Payload.take(this, 4));
    }
    take(ProtobufWriter.VARINT);
    int read = (int) varint(); // protobuf drops the bits beyond as well
    return encoding == Field.ZIGZAG ? read >>> 1 ^ -(read & 1) : read;
  }

  @Override
  public long int64(long value) {
    if (isEmpty()) {
      return 0;
    }
    if (encoding == Field.FIXED) {
      take(ProtobufWriter.INT64);
      return Payload.int64(bytes, Payload.take(this, 8));
    }
    take(ProtobufWriter.VARINT);
    long read = varint();
    return encoding == Field.ZIGZAG ? read >>> 1 ^ -(read & 1) : read;
  }

  @Override
  public float float32(float value) {
    if (isEmpty()) {
      return 0;
    }
    take(ProtobufWriter.INT32);
    return Float.intBitsToFloat(Payload.int32(bytes, Payload.take(this, 4)));
  }

  @Override
  public double float64(double value) {
    if (isEmpty()) {
      return 0;
    }
    take(ProtobufWriter.INT64);
    return Double.longBitsToDouble(Payload.int64(bytes, Payload.take(this, 8)));
  }

  @Override
  public char character(char value) {
    int read = constant(0);
    if (read >>> 16 != 0) {
      throw failure("must be a character, 0 to 65535, but is " + read);
    }
    return (char) read;
  }

  @Override
  boolean numbersConstants() {
    return true;
  }

  @Override
  int constant(int value) {
    if (isEmpty()) {
      return 0;
    }
    take(ProtobufWriter.VARINT);
    return (int) varint();
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (isEmpty()) {
      return "";
    }
    take(ProtobufWriter.LENGTH);
    return Payload.string(this, length());
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (isEmpty()) {
      return new byte[0];
    }
    take(ProtobufWriter.LENGTH);
    return Payload.bytes(this, length());
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (isEmpty()) {
      return BigDecimal.ZERO;
    }
    take(ProtobufWriter.LENGTH);
    int at = position;
    int length = length();
    if (length > maxNumber) {
      throw failure("a decimal of " + length + " bytes: the limit is " + maxNumber, at);
    }
    try {
      return new BigDecimal(Payload.string(this, length));
    } catch (IllegalArgumentException e) { // of a class that is loaded without it
      throw failure("a string that is no decimal", at);
    }
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (isEmpty()) {
      return Instant.EPOCH;
    }
    if (type != ProtobufWriter.LENGTH) {
      throw wrong("a timestamp");
    }
    int at = position;
    long seconds = 0;
    long nanos = 0;
    int outer = end;
    do { // objects are merged, and this is one
      if (type != ProtobufWriter.LENGTH) {
        throw wrong("a timestamp");
      }
      int length = length();
      int to = Payload.take(this, length) + length;
      position = to - length;
      end = to;
      while (position < to) {
        int tag = tag();
        if (tag == (1 << 3 | ProtobufWriter.VARINT)) {
          seconds = varint();
        } else if (tag == (2 << 3 | ProtobufWriter.VARINT)) {
          nanos = (int) varint();
        } else {
          skip(tag);
        }
      }
      end = outer;
    } while (place != LIST && anotherPart());
    type = NONE;
    if (!Payload.isInstant(seconds, nanos)) {
      throw failure("no timestamp: " + seconds + " s and " + nanos + " ns since 1970", at);
    }
    return Instant.ofEpochSecond(seconds, nanos);
  }

  // ---- objects, lists and maps

  @Override
  boolean enterEmpty() {
    type = EMPTY;
    return true;
  }

  /** A field that is there has a value. */
  @Override
  boolean readNull() {
    return false;
  }

  @Override
  void openObject() {
    if (type == DOCUMENT) {
      descend();
      open = 1;
      type = NONE;
      start = position;
      limit = end;
      return;
    }
    int from = position;
    int to = position;
    if (type == ProtobufWriter.LENGTH) {
      int length = length();
      from = Payload.take(this, length);
      to = from + length;
    } else if (type != EMPTY) {
      throw wrong("an object");
    }
    int merged = type == EMPTY || place == LIST || !anotherPart() ? NONE : merge(from, to);
    descend();
    keepWay();
    if (place == MAP) {
      push(mapNumber);
      push(mapEntry);
      push(entryEnd);
      push(entryStart);
    }
    if (place != FIELD) {
      push(entry);
      push(outerEnd);
      push(next);
      push(element);
    }
    push(start);
    push(end);
    push(base);
    push(number << 3 | (stale ? 4 : 0) | place);
    type = NONE;
    place = FIELD;
    stale = false;
    number = 0;
    if (merged != NONE) {
      start = ~position;
      position = end;
      seal(merged);
      return;
    }
    start = from;
    position = from;
    end = to;
    limit = to;
    base = NONE;
    if (careful) {
      makeIndex();
    }
  }

  /** Makes an index of all objects of the field, the first of which is known and not the last. */
  private int merge(int from, int to) {
    int made = index().open();
    int here = position;
    addFields(made, from, to, 0, false);
    position = here;
    do {
      if (type != ProtobufWriter.LENGTH) {
        throw wrong("an object");
      }
      int length = length();
      int at = Payload.take(this, length);
      addFields(made, at, at + length, 0, false);
    } while (anotherPart());
    return made;
  }

  private void keepWay() {
    int at = 3 * (open++ - 1);
    if (at + 3 > way.length) {
      way = Arrays.copyOf(way, 2 * way.length);
    }
    way[at] = (place == MAP ? mapNumber : number) << 2 | place;
    way[at + 1] = entryStart;
    way[at + 2] = element;
  }

  @Override
  boolean again() {
    if (base == NONE && position != end) {
      look(); // what is left may be of fields that have been read
    }
    if (!stale) {
      return false;
    }
    stale = false;
    readAgain += end - start;
    if (readAgain > MOST_AGAIN * (long) (documentEnd - begin)) {
      throw failure("fields are there twice in too many objects in each other");
    }
    careful = true;
    index().close(base);
    position = start;
    makeIndex();
    return true;
  }

  @Override
  void closeObject() {
    if (base >= 0) {
      index().close(base);
    }
    ascend();
    type = NONE;
    if (--open == 0) {
      position = end;
      limit = 0;
      return;
    }
    position = start < 0 ? ~start : end;
    int kept = pop();
    number = kept >>> 3;
    stale = (kept & 4) != 0;
    place = kept & 3;
    base = pop();
    end = pop();
    start = pop();
    limit = base < 0 ? end : 0;
    if (place != FIELD) {
      element = pop();
      next = pop();
      outerEnd = pop();
      entry = pop();
      numbers = false; // there was an object among them
    }
    if (place == MAP) {
      entryStart = pop();
      entryEnd = pop();
      mapEntry = pop();
      mapNumber = pop();
    }
  }

  @Override
  void openList(int size) {
    open(LIST);
    numbers = size == NUMBERS;
  }

  @Override
  boolean more() {
    if (place == PACKED) {
      if (position < end) {
        count();
        element++;
        return true;
      }
      end = outerEnd;
      place = LIST;
    }
    do {
      if (!next()) {
        return false;
      }
    } while (numbers && type == ProtobufWriter.LENGTH && !openPacked());
    count();
    element++;
    return true;
  }

  /** Enters a packed list, and returns whether anything is in it. */
  private boolean openPacked() {
    int length = length();
    int from = Payload.take(this, length);
    if (length == 0) {
      return false;
    }
    position = from;
    end = from + length;
    place = PACKED;
    type = NONE;
    return true;
  }

  @Override
  void closeList() {
    place = FIELD;
    type = NONE;
  }

  @Override
  void openMap(int size) {
    open(MAP);
    mapNumber = number;
    mapEntry = entry;
    entryEnd = position;
  }

  @Override
  boolean lastWins() {
    return true;
  }

  @Override
  @Nullable String nextKey() {
    return nextKey(false);
  }

  @Override
  @Nullable String nextKey(boolean isNumber) {
    end = outerEnd;
    number = mapNumber;
    entry = mapEntry;
    position = entryEnd;
    if (!next()) {
      return null;
    }
    mapEntry = entry;
    entry = NONE;
    if (type != ProtobufWriter.LENGTH) {
      throw wrong("an entry of a map");
    }
    count();
    int length = length();
    entryStart = Payload.take(this, length);
    entryEnd = entryStart + length;
    end = entryEnd;
    return entry(isNumber);
  }

  /** Finds the key of an entry, the last one, and the first of its value, which is next then. */
  private String entry(boolean isNumber) {
    int key = NONE;
    int value = NONE;
    position = entryStart;
    while (position < end) {
      int at = position;
      int tag = tag();
      skip(tag);
      if (tag >>> 3 == 1) {
        key = at;
      } else if (tag >>> 3 == 2 && value == NONE) {
        value = at; // those behind it are the value's to find
      }
    }
    String read = key == NONE ? isNumber ? "0" : "" : key(key, isNumber);
    number = 2;
    type = EMPTY;
    if (value != NONE) {
      position = value;
      type = tag() & 7;
    }
    return read;
  }

  private String key(int at, boolean isNumber) {
    position = at;
    type = tag() & 7;
    if (type != (isNumber ? ProtobufWriter.VARINT : ProtobufWriter.LENGTH)) {
      throw wrong("a key");
    }
    return isNumber ? Long.toString(varint()) : Payload.string(this, length());
  }

  @Override
  void closeMap() {
    closeList();
  }

  private void open(int opened) {
    if (place != FIELD) {
      throw failure("protobuf has no list or map in another one");
    }
    if (type == DOCUMENT) {
      throw wrong("");
    }
    next = type == EMPTY ? NONE : 0;
    place = opened;
    outerEnd = end;
    element = 0;
  }

  /** Goes to the next field of the list or map, if there is one. */
  private boolean next() {
    if (next == 0) {
      next = 1;
      return true;
    }
    if (next < 0 || !another()) {
      type = NONE;
      return false;
    }
    return true;
  }
}
