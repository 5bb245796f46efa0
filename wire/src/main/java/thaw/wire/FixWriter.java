package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes FIX's tag=value encoding: {@code TAG=VALUE} and SOH (0x01) for each field.
 *
 * <p>An object in another one is a component: its fields are in its place. A list is a repeating
 * group: its field has the NumInGroup, the number of members, and each member begins with the same
 * field. Null is a field that is not there.
 *
 * <p>FIX tells by its tag alone where a field belongs: a tag that is in two places is refused.
 */
public final class FixWriter extends Writer {
  /** Bytes of {@code TAG=} at most. */
  private static final int TAG = 11;

  /** Zeros that are written in place of an exponent. */
  private static final int ZEROS = 1_000;

  // Where it stands:
  private static final int BEFORE = 0;
  private static final int FIELDS = 1;
  private static final int MEMBERS = 2;

  /** No tag is larger: each is looked up in the table. */
  private static final int ALL = Integer.MAX_VALUE;

  // What the table has of each tag: itself, the group that it belongs to, the object it was in last
  private static final int SLOT = 3;

  private static final int LEVEL = 6;

  private @Nullable String beginString;
  private @Nullable String msgType;
  private byte @Nullable [] unknown;

  /** The first byte of the body, and the place of the BodyLength. */
  private int body;

  private int bodyLength;

  /** The field that the next value belongs to. */
  private @Nullable Field pending;

  private int place;
  private int depth;

  // The innermost repeating group: its tag, the first tag and the number of its members
  private int group;
  private int delimiter;
  private int member;
  private int elements;

  /** Whether nothing has been written of the member. */
  private boolean first;

  /** The number of the object of which the fields are, and the last one that was given. */
  private int object;

  private int objects;

  /** The number of objects and lists in each other where the group's list is. */
  private int listDepth;

  /** What belongs to the groups around: LEVEL values of each. */
  private int[] stack = new int[4 * LEVEL];

  private int top;

  /** The largest tag so far while each was larger than the one before it, or ALL. */
  private int largest;

  /** The tags up to that one. */
  private final int[] ascending = new int[64];

  private int[] table = new int[64 * SLOT];

  /** The number of tags in one of the two. */
  private int known;

  /** A writer of fields, without a frame. */
  public FixWriter() {
    fix = true;
  }

  /**
   * Has each document in a frame: BeginString (8), BodyLength (9), MsgType (35) as the first field
   * of the object, and CheckSum (10).
   *
   * @param beginString as {@code FIX.4.4}
   */
  public FixWriter frame(String beginString) {
    this.beginString = FixFrame.checked(beginString);
    msgType = null;
    return this;
  }

  /** Has each document in a frame, with a MsgType (35) that the object itself does not have. */
  public FixWriter frame(String beginString, String msgType) {
    frame(beginString);
    this.msgType = FixFrame.checked(msgType);
    return this;
  }

  /**
   * Appends fields to each document, behind those of the object.
   *
   * @param fields what {@link FixReader#unknown} gave; null for none
   */
  public FixWriter append(byte @Nullable [] fields) {
    if (fields != null && fields.length > 0 && fields[fields.length - 1] != FixFrame.SOH) {
      throw new IllegalArgumentException("must end with SOH: " + fields.length + " bytes");
    }
    unknown = fields;
    return this;
  }

  @Override
  public Writer reset() {
    super.reset();
    if (depth != 0) {
      recover();
    }
    pending = null;
    place = BEFORE;
    largest = 0;
    known = 0;
    if (beginString != null) {
      begin(beginString);
    }
    return this;
  }

  /** What would be so at the end of a document, which the one before has not reached. */
  private void recover() {
    depth = 0;
    group = 0;
    first = false;
    object = 0;
    member = 0;
    listDepth = 0;
    top = 0;
  }

  private void begin(String version) {
    bodyLength = FixFrame.begin(this, version);
    body = bodyLength + FixFrame.LENGTH_DIGITS;
    position = body;
    open();
    if (msgType != null) {
      ensure(msgType.length() + TAG + 1);
      position = atTag(FixFrame.MSG_TYPE);
      text(msgType);
      end();
    }
  }

  @Override
  void finish() {
    if (depth != 0 || pending != null) {
      throw WireException.misuse("an object, a list or a field has not been closed");
    }
    if (unknown != null) {
      ensure(unknown.length);
      System.arraycopy(unknown, 0, buffer, position, unknown.length);
      position += unknown.length;
    }
    if (beginString != null) {
      if (position == body) {
        throw noMsgType();
      }
      position = FixFrame.close(this, bodyLength, body);
    }
  }

  @Override
  boolean tellsTypes() {
    return false;
  }

  /** Nulls come here, where it is seen that they are no first field of a member. */
  @Override
  boolean omitsNull() {
    return false;
  }

  // ---- fields

  /** Makes room for a field, writes its tag, and returns the place of its value. */
  private int at(Field field, int more) {
    ensure(more + TAG + 1);
    int number = field.number();
    if (number <= largest || known == ascending.length) {
      admit(number);
    } else {
      ascending[known++] = number;
      largest = number;
    }
    int text = field.fix;
    int at = position;
    if (text == 0) {
      return longTag(field);
    }
    byte[] to = buffer;
    to[at] = (byte) text;
    to[at + 1] = (byte) (text >> 8);
    to[at + 2] = (byte) (text >> 16);
    to[at + 3] = (byte) (text >> 24);
    return at + field.fixSize;
  }

  private int longTag(Field field) {
    if (field.length != 0) {
      throw failed("a data field has bytes or a string");
    }
    return tag(field.number());
  }

  /** The tag of a value where the wire stands. */
  private int at(int more) {
    Field field = pending;
    if (field != null) {
      pending = null;
      return at(field, more);
    }
    if (place == BEFORE) {
      throw failed("a document of FIX is an object, and no other value");
    }
    if (place != MEMBERS) {
      throw WireException.misuse("a value in an object needs a field");
    }
    if (elements == 0) {
      throw failed(
          "a member of a repeating group is an object: give the field of a list of other values"
              + " the tag that each has, as in Field.of(386, ...).withElements(336)");
    }
    ensure(more + TAG + 1);
    newMember();
    return atTag(elements);
  }

  private int atTag(int number) {
    admit(number);
    return tag(number);
  }

  private int tag(int number) {
    int at = TextNumbers.put(buffer, position, number);
    buffer[at] = '=';
    return at + 1;
  }

  private void end() {
    buffer[position++] = FixFrame.SOH;
  }

  /** Refuses a tag that is in two places; it belongs to the innermost group. */
  private void admit(int number) {
    if (largest != ALL) {
      open();
    }
    if (beginString != null && group == 0) {
      if (position == body && number != FixFrame.MSG_TYPE) {
        throw noMsgType();
      }
      if (number >= FixFrame.BEGIN_STRING && number <= FixFrame.CHECK_SUM) {
        throw failed("the tag " + number + " belongs to the frame");
      }
    }
    if (first) {
      first = false;
      if (delimiter == 0) {
        delimiter = number;
      } else if (delimiter != number) {
        throw failed(
            "a member of the repeating group "
                + group
                + " must begin with "
                + delimiter
                + " as the one before it, and not with "
                + number);
      }
    }
    enter(number, group, object);
  }

  private RuntimeException noMsgType() {
    return failed("the first field in a frame must be MsgType (35)");
  }

  /** Begins with the table, which has all tags so far. */
  private void open() {
    int count = known;
    Arrays.fill(table, 0);
    known = 0;
    objects = 0;
    largest = ALL;
    for (int i = 0; i < count; i++) {
      enter(ascending[i], 0, 0);
    }
  }

  private void enter(int number, int owner, int in) {
    int slot = slot(table, number);
    if (table[slot] == 0) {
      if (2 * SLOT * ++known > table.length) {
        grow();
        slot = slot(table, number);
      }
      table[slot] = number;
      table[slot + 1] = owner;
    } else if (table[slot + 1] != owner || table[slot + 2] == in) {
      throw failed(
          "the tag "
              + number
              + " is there twice, "
              + (table[slot + 1] == owner
                  ? "in one object"
                  : "in " + called(owner) + " and in " + called(table[slot + 1]))
              + ": FIX tells fields by their tags alone");
    }
    table[slot + 2] = in;
  }

  private static String called(int owner) {
    return owner == 0 ? "the message" : "the repeating group " + owner;
  }

  private static int slot(int[] table, int number) {
    int slots = table.length / SLOT;
    int slot = (number * 0x9e3779b1 >>> 8) % slots;
    while (table[slot * SLOT] != 0 && table[slot * SLOT] != number) {
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return slot * SLOT;
  }

  private void grow() {
    int[] before = table;
    int[] larger = new int[2 * before.length];
    for (int i = 0; i < before.length; i += SLOT) {
      if (before[i] != 0) {
        System.arraycopy(before, i, larger, slot(larger, before[i]), SLOT);
      }
    }
    table = larger;
  }

  /** A field that is null. */
  private void absent() {
    if (first) {
      throw failed(
          "the first field of a member of the repeating group " + group + " must not be null");
    }
  }

  @Override
  boolean enter(Field field) {
    pending = field;
    return true;
  }

  /** The field that there is most of: in one method, for C1 does not inline one of this size. */
  @Override
  public int int32(Field field, int value) {
    int number = field.number();
    int text = field.fix;
    int at = position;
    byte[] to = buffer;
    if (number > largest && known < ascending.length && text != 0 && to.length - at > 16) {
      ascending[known++] = number;
      largest = number;
      to[at] = (byte) text;
      to[at + 1] = (byte) (text >> 8);
      to[at + 2] = (byte) (text >> 16);
      to[at + 3] = (byte) (text >> 24);
      at = TextNumbers.put(to, at + field.fixSize, value);
      to[at] = FixFrame.SOH;
      position = at + 1;
      return value;
    }
    return otherInt32(field, value);
  }

  private int otherInt32(Field field, int value) {
    int at = at(field, 11);
    at = TextNumbers.put(buffer, at, value);
    buffer[at] = FixFrame.SOH;
    position = at + 1;
    return value;
  }

  // ---- values where the wire stands

  @Override
  public boolean bool(boolean value) {
    int at = at(1);
    buffer[at] = (byte) (value ? 'Y' : 'N');
    position = at + 1;
    end();
    return value;
  }

  @Override
  public byte int8(byte value) {
    int64(value);
    return value;
  }

  @Override
  public short int16(short value) {
    int64(value);
    return value;
  }

  @Override
  public int int32(int value) {
    int64(value);
    return value;
  }

  @Override
  public long int64(long value) {
    int at = at(20);
    position = TextNumbers.put(buffer, at, value);
    end();
    return value;
  }

  @Override
  public float float32(float value) {
    if (!Float.isFinite(value)) {
      throw failed("FIX has no " + value);
    }
    int at = at(TextNumbers.LONGEST);
    number(at, TextNumbers.put(buffer, at, value));
    return value;
  }

  @Override
  public double float64(double value) {
    if (!Double.isFinite(value)) {
      throw failed("FIX has no " + value);
    }
    int at = at(TextNumbers.LONGEST);
    number(at, TextNumbers.put(buffer, at, value));
    return value;
  }

  /** A number that is in the buffer, and may have an exponent, which FIX has not. */
  @SuppressWarnings("deprecation") // as Reader.ascii() does
  private void number(int from, int to) {
    position = to;
    for (int i = from; i < to; i++) {
      if (buffer[i] == 'E') {
        position = from;
        String plain = new BigDecimal(new String(buffer, 0, from, to - from)).toPlainString();
        ensure(plain.length() + 1);
        text(plain);
        break;
      }
    }
    end();
  }

  @Override
  public char character(char value) {
    if (Character.isSurrogate(value) || value == FixFrame.SOH) {
      throw failed("FIX has no character " + (int) value);
    }
    int at = at(3);
    position = at;
    if (value < 0x80) {
      buffer[position++] = (byte) value;
    } else {
      position = Utf8.put(buffer, position, value);
    }
    end();
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      writeNull();
      return null;
    }
    int length = value.length();
    if (length == 0) {
      throw empty();
    }
    Field field = pending;
    if (field != null && field.length != 0) {
      int size = Utf8.size(value, 0);
      if (size < 0) {
        throw surrogate();
      }
      position = data(field, size);
      position = Utf8.put(buffer, position, value);
      end();
      return value;
    }
    int at = at(length);
    byte[] to = buffer;
    int i = 0;
    while (i < length) {
      char c = value.charAt(i);
      if (c >= 0x80 || c == FixFrame.SOH) {
        break;
      }
      to[at + i] = (byte) c;
      i++;
    }
    position = at + i;
    if (i < length) {
      rest(value, i);
    }
    end();
    return value;
  }

  /** Writes a string from a character on that is not ASCII, or cannot be written. */
  private void rest(String value, int from) {
    int size = Utf8.size(value, from);
    if (size < 0) {
      throw surrogate();
    }
    String rest = value.substring(from);
    if (rest.indexOf(FixFrame.SOH) >= 0) {
      throw failed("a string with SOH, which only data may have: see Field.withLength");
    }
    ensure(size + 1);
    position = Utf8.put(buffer, position, rest);
  }

  private RuntimeException empty() {
    return failed("FIX has no empty value: a field without one is null");
  }

  private RuntimeException surrogate() {
    return failed("a string that has a surrogate without the other one");
  }

  private void text(String ascii) {
    position = TextNumbers.ascii(buffer, position, ascii);
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      writeNull();
      return null;
    }
    if (value.length == 0) {
      throw empty();
    }
    Field field = pending;
    if (field == null || field.length == 0) {
      throw failed("bytes need a field that says the tag of their length: see Field.withLength");
    }
    position = data(field, value.length);
    System.arraycopy(value, 0, buffer, position, value.length);
    position += value.length;
    end();
    return value;
  }

  /** Writes the length of data and the tag of the data, whose place it returns. */
  private int data(Field field, int size) {
    pending = null;
    ensure(TAG + TAG + TAG + 1);
    position = atTag(field.length);
    position = TextNumbers.put(buffer, position, size);
    end();
    ensure(TAG + 1 + size);
    return atTag(field.number());
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (value == null) {
      writeNull();
      return null;
    }
    long scale = value.scale();
    if (scale < -ZEROS || scale - value.precision() > ZEROS) {
      throw failed("FIX has no exponent, and " + value + " would need more than 1000 zeros");
    }
    String text = value.toPlainString();
    position = at(text.length());
    text(text);
    end();
    return value;
  }

  /** A UTCTimestamp, from what it is in ISO 8601. */
  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (value == null) {
      writeNull();
      return null;
    }
    int at = at(Timestamps.LONGEST);
    int to = Timestamps.put(buffer, at, value);
    byte[] text = buffer;
    if (text[at + 4] != '-' || text[at] == '-') {
      throw failed("a UTCTimestamp has a year of four digits: " + value);
    }
    text[at + 4] = text[at + 5];
    text[at + 5] = text[at + 6];
    text[at + 6] = text[at + 8];
    text[at + 7] = text[at + 9];
    text[at + 8] = '-';
    System.arraycopy(text, at + 11, text, at + 9, to - at - 12);
    position = to - 3;
    end();
    return value;
  }

  // ---- objects, lists and maps

  @Override
  <T> @Nullable T component(@Nullable T value, Shape<T> shape) {
    if (value == null) {
      absent();
    } else {
      shape.wire(this, value);
    }
    return value;
  }

  @Override
  void writeNull() {
    if (pending == null) {
      throw failed(
          place == MEMBERS
              ? "a member of a repeating group must not be null"
              : "a document of FIX is an object, and not null");
    }
    pending = null;
    absent();
  }

  @Override
  void writePresent() {}

  @Override
  void openObject() {
    if (pending != null) {
      throw failed("an object is a component, which its shape must say by isObject()");
    }
    descend();
    if (place == MEMBERS) {
      newMember();
    }
    place = FIELDS;
  }

  private void newMember() {
    member++;
    first = true;
    object = ++objects;
  }

  @Override
  void closeObject() {
    if (--depth == listDepth && group != 0) {
      place = MEMBERS;
      if (first) {
        throw failed("a member of a repeating group must have a field");
      }
    }
  }

  @Override
  void openList(int size) {
    Field field = pending;
    if (field == null) {
      throw failed(
          place == MEMBERS
              ? "FIX has no list in a list: a member of a repeating group is an object"
              : "a document of FIX is an object, and no list");
    }
    descend();
    if (largest != ALL) {
      open();
    }
    pending = null;
    position = at(field, 11);
    position = TextNumbers.put(buffer, position, size);
    end();
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, 2 * top);
    }
    stack[top] = group;
    stack[top + 1] = delimiter;
    stack[top + 2] = member;
    stack[top + 3] = elements;
    stack[top + 4] = object;
    stack[top + 5] = listDepth;
    top += LEVEL;
    place = MEMBERS;
    group = field.number();
    elements = field.elements;
    delimiter = elements;
    member = 0;
    listDepth = depth;
  }

  @Override
  void closeList() {
    depth--;
    top -= LEVEL;
    group = stack[top];
    delimiter = stack[top + 1];
    member = stack[top + 2];
    elements = stack[top + 3];
    object = stack[top + 4];
    listDepth = stack[top + 5];
    place = FIELDS;
  }

  @Override
  void openMap(int size) {
    throw failed("FIX has no maps");
  }

  @Override
  void key(String key) {
    throw WireException.misuse("has no maps");
  }

  @Override
  void closeMap() {
    throw WireException.misuse("has no maps");
  }

  private void descend() {
    if (++depth > MAX_DEPTH) {
      throw tooDeep();
    }
  }

  // ---- messages

  private RuntimeException failed(String what) {
    return WireException.of(what, position, path());
  }

  /** The repeating groups that are open, with the member of each, and the field. */
  @Override
  String path() {
    StringBuilder path = new StringBuilder("$");
    for (int i = LEVEL; i < top; i += LEVEL) {
      path.append('.').append(stack[i]).append('[').append(stack[i + 2] - 1).append(']');
    }
    if (group != 0) {
      path.append('.').append(group);
      if (member > 0) {
        path.append('[').append(member - 1).append(']');
      }
    }
    if (pending != null) {
      path.append('.').append(pending.number());
    }
    return path.toString();
  }
}
