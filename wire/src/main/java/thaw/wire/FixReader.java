package thaw.wire;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads FIX's tag=value encoding, where {@link FixWriter} has what it is.
 *
 * <p>A field that is next costs a comparison of its tag. For any other one, {@link FixFields} is
 * made of the document, once. Outside of repeating groups fields are then found wherever they are;
 * in a member of a group they must follow each other as in the description.
 *
 * <p>Between two calls the reader stands at the value of the next field, whose tag it knows.
 */
public final class FixReader extends Reader {
  /** In place of a tag: there is no field that may be read next. */
  private static final int NONE = 0;

  private static final int END = -1;
  private static final int UNKNOWN = -1;

  // Where it stands:
  private static final int BEFORE = 0;
  private static final int FIELDS = 1;
  private static final int MEMBERS = 2;

  // Of each repeating group that is open:
  private static final int LEVEL = 7;
  private static final int DELIMITER = 1;
  private static final int COUNT = 2;
  private static final int LEFT = 3;
  private static final int ELEMENTS = 4;
  private static final int MEMBER_START = 5;
  private static final int DEPTH = 6;

  private @Nullable String beginString;
  private boolean keepUnknown;
  private byte @Nullable [] unknown;

  /** The tag of the field at whose value the reader stands. */
  private int tag;

  /** Whether that value is to be read. */
  private boolean entered;

  /** The end of a value that is data; -1 for others. */
  private int dataEnd;

  /** The field that was looked for last. */
  private @Nullable Field field;

  private int place;

  /** The fields of the document, once one was not next. */
  private @Nullable FixFields fields;

  private boolean indexed;

  /** The number of the next field among those, and how many of them were read since then. */
  private int current;

  private int takes;

  private int[] groups = new int[4 * LEVEL];

  /** Where the innermost group is in there, or -1. */
  private int group;

  /** The field before which the fields of the member end, or UNKNOWN. */
  private int bound;

  private int elements;

  /** The shapes of the components that are open. */
  private Shape<?> @Nullable [] active;

  private int components;

  /** Whether there is a field where none may be. */
  private boolean broken;

  // The frame: the MsgType, the field after it, and whether it was read as the object's
  private int type;
  private int afterType;
  private boolean typeTaken;

  /** The value of the first field of the object. */
  private int firstField;

  private int documentEnd;

  /** The characters of a number that an int has at all events, and one behind them. */
  private final int mostDigits;

  /** A reader with the limits by default. */
  public FixReader() {
    this(null);
  }

  /** A reader with limits; null for those by default. */
  public FixReader(@Nullable Limits limits) {
    super(limits);
    fix = true;
    mostDigits = Math.min(10, maxNumber) + 1;
  }

  /**
   * Has each document in a frame, which {@link #reset} verifies: BeginString (8), BodyLength (9),
   * MsgType (35) and CheckSum (10).
   *
   * @param beginString what it must be, as {@code FIX.4.4}
   */
  public FixReader frame(String beginString) {
    this.beginString = beginString;
    return this;
  }

  /** Returns the MsgType (35) of the document, which is in a frame. */
  public String msgType() {
    if (beginString == null || afterType == 0) {
      throw WireException.misuse("there is no document in a frame");
    }
    return ascii(type, afterType - 1);
  }

  /** Keeps the fields that the description does not know, for {@link #unknown}. */
  public FixReader keepUnknown(boolean keep) {
    keepUnknown = keep;
    return this;
  }

  /**
   * Returns the fields of the document that was read last which its description does not know, as
   * they are there: for {@link FixWriter#append}.
   */
  public byte[] unknown() {
    byte[] kept = unknown;
    return kept == null ? new byte[0] : kept;
  }

  @Override
  void start() {
    documentEnd = end;
    unknown = null;
    entered = false;
    dataEnd = -1;
    place = BEFORE;
    indexed = false;
    if (fields != null) {
      fields.clear();
    }
    group = -1;
    bound = UNKNOWN;
    elements = 0;
    components = 0;
    broken = false;
    afterType = 0;
    typeTaken = false;
    String expected = beginString;
    if (expected != null) {
      type = FixFrame.open(this, expected);
      afterType = position;
      end -= FixFrame.CHECK_SUM_SIZE;
      stand(afterType);
      firstField = position;
    } else {
      stand(position);
    }
  }

  @Override
  void finish() {}

  /** The groups that are open, and the tag of the field that has a byte. */
  @Override
  String path(int offset) {
    StringBuilder path = new StringBuilder("$");
    for (int i = 0; i <= group; i += LEVEL) {
      path.append('.').append(groups[i]);
      if (groups[i + COUNT] > 0) {
        path.append('[').append(groups[i + COUNT] - 1).append(']');
      }
    }
    int from = Math.min(offset, documentEnd);
    while (from > begin && bytes[from - 1] != FixFrame.SOH) {
      from--;
    }
    int value = header(bytes, from, documentEnd);
    if (value > 0) {
      path.append('.').append(number(bytes, from, value - 1));
    }
    return path.toString();
  }

  // ---- the form of fields

  /** The place behind the tag of a field and its =, or -1 when there is none. */
  static int header(byte[] bytes, int from, int to) {
    int last = Math.min(to, from + 10);
    int p = from;
    while (p < last && bytes[p] >= '0' && bytes[p] <= '9') {
      p++;
    }
    return p > from && p < last && bytes[p] == '=' && bytes[from] != '0' ? p + 1 : -1;
  }

  /** A number of at most nine digits. */
  static int number(byte[] bytes, int from, int to) {
    int number = 0;
    for (int p = from; p < to; p++) {
      number = number * 10 + bytes[p] - '0';
    }
    return number;
  }

  /** The place of the SOH after a value, or the document's end. */
  static int end(byte[] bytes, int from, int to) {
    int p = from;
    while (p < to && bytes[p] != FixFrame.SOH) {
      p++;
    }
    return p;
  }

  /**
   * The place of the SOH after data.
   *
   * @param from the value of the field before it, the length
   * @param to the end of that value
   * @param tag of the data
   * @return -1 when there is no such field, or it has another length
   */
  static int dataEnd(byte[] bytes, int from, int to, int end, int tag) {
    if (to == from || to - from > 9) {
      return -1;
    }
    for (int p = from; p < to; p++) {
      if (bytes[p] < '0' || bytes[p] > '9') {
        return -1;
      }
    }
    int value = to < end ? header(bytes, to + 1, end) : -1;
    int length = number(bytes, from, to);
    return value >= 0
            && number(bytes, to + 1, value - 1) == tag
            && length < end - value
            && bytes[value + length] == FixFrame.SOH
        ? value + length
        : -1;
  }

  /** Stands at the field that begins at a place: at once when its tag has one or two digits. */
  private void stand(int at) {
    byte[] in = bytes;
    if (end - at > 3) {
      int number = in[at] - '0';
      int next = in[at + 1];
      if (number > 0 && number <= 9) {
        if (next == '=') {
          tag = number;
          position = at + 2;
          return;
        }
        if (next >= '0' && next <= '9' && in[at + 2] == '=') {
          tag = number * 10 + next - '0';
          position = at + 3;
          return;
        }
      }
    }
    standAtOther(at);
  }

  private void standAtOther(int at) {
    int value = header(bytes, at, end);
    if (value > 0) {
      tag = number(bytes, at, value - 1);
      position = value;
    } else {
      tag = at == end ? END : NONE;
      position = at;
    }
  }

  /** Stands at the field that is {@link #current}. */
  private void stand(FixFields all) {
    if (current == all.size()) {
      tag = END;
      position = end;
    } else {
      tag = all.isFree(current) ? all.tag(current) : NONE;
      position = all.start(current);
    }
  }

  /** Goes on behind a value, whose SOH is at a place. */
  private void pass(int soh) {
    if (indexed) {
      FixFields all = all();
      current++;
      if (dataEnd >= 0) {
        passData(all);
      }
      stand(all);
    } else {
      stand(soh + 1);
    }
    dataEnd = -1;
  }

  /** What looks like fields in data is none. */
  private void passData(FixFields all) {
    while (current < all.size() && all.start(current) <= dataEnd) {
      if (all.isTaken(current)) {
        throw failure("a field that was read is a part of data", all.start(current));
      }
      all.take(current);
      current++;
    }
  }

  void count() {
    if (++elements > maxElements) {
      throw failure("more than " + maxElements + " elements and fields");
    }
  }

  // ---- finding fields

  @Override
  boolean enter(Field wanted) {
    field = wanted;
    if (tag == wanted.fixTag) {
      if (indexed) {
        take();
      }
      entered = true;
      return true;
    }
    return enterOther(wanted);
  }

  /** It is not the next one, or is data. */
  private boolean enterOther(Field wanted) {
    int first = wanted.length == 0 ? wanted.number() : wanted.length;
    if (tag != first && !seek(first)) {
      if (indexed && wanted.length != 0) {
        all().know(wanted.number()); // data without a length
      }
      return false;
    }
    if (indexed) {
      take();
    }
    if (wanted.length != 0) {
      enterData(wanted);
    }
    entered = true;
    return true;
  }

  private void enterData(Field wanted) {
    int to = end(bytes, position, end);
    int data = dataEnd(bytes, position, to, end, wanted.number());
    if (data < 0) {
      throw failure(
          "the length "
              + printable(to)
              + " must be that of the data in the next field, "
              + wanted.number());
    }
    if (indexed) {
      current++;
      take();
    }
    position = header(bytes, to + 1, end);
    dataEnd = data;
  }

  private void take() {
    all().take(current);
    takes++;
  }

  private FixFields all() {
    FixFields all = fields;
    if (all == null) {
      all = new FixFields();
      fields = all;
    }
    return all;
  }

  private FixFields made() {
    FixFields all = all();
    if (!indexed) {
      current = all.fill(this, afterType == 0 ? begin : type - 3, position);
      if (afterType != 0 && !typeTaken) {
        all.free(0);
      }
      indexed = true;
      takes = 0;
      bound = UNKNOWN;
    }
    return all;
  }

  /** Stands at a field that is not the next one, if there is one. */
  private boolean seek(int number) {
    if (!indexed) {
      if (number == FixFrame.MSG_TYPE && afterType != 0 && !typeTaken) {
        if (position == firstField) {
          tag = number;
          position = type;
          typeTaken = true;
          return true;
        }
      } else if (tag == END) {
        return false; // all before were next
      }
    }
    FixFields all = made();
    all.know(number);
    int found = all.first(number);
    if (found < 0) {
      return false;
    }
    if (group >= 0) {
      if (found < current) {
        throw misplaced(all, found);
      }
      if (found >= bound(all)) {
        return false;
      }
      skipTo(all, found);
    }
    current = found;
    stand(all);
    return true;
  }

  /** The field with which the next member begins of any group that is open. */
  private int bound(FixFields all) {
    if (bound == UNKNOWN) {
      bound = bound(all, group);
    }
    return bound;
  }

  private int bound(FixFields all, int innermost) {
    int least = all.size();
    for (int i = 0; i <= innermost; i += LEVEL) {
      if (groups[i + LEFT] > 0) {
        int next = all.first(groups[i + DELIMITER]);
        if (next == current && i == group && groups[i + MEMBER_START] == position) {
          do { // it is the one that this member begins with
            next = all.next(next);
          } while (next >= 0 && !all.isFree(next));
        }
        if (next >= 0 && next < current) {
          throw misplaced(all, next);
        }
        least = next < 0 ? least : Math.min(least, next);
      }
    }
    return least;
  }

  /** Goes over fields in a member of a group that it does not know. */
  private void skipTo(FixFields all, int to) {
    for (int i = current; i < to; i++) {
      if (!all.isFree(i)) {
        throw misplaced(all, i);
      }
      all.skip(i);
    }
    current = to;
  }

  private RuntimeException misplaced(FixFields all, int at) {
    broken = true;
    return failure(
        "the field "
            + all.tag(at)
            + " is not in its place: the fields of a repeating group follow each other, in the"
            + " order of their description",
        all.start(at));
  }

  // ---- objects and groups

  @Override
  <T> @Nullable T component(@Nullable T value, Shape<T> shape) {
    Shape<?>[] open = active;
    if (open == null) {
      open = new Shape<?>[8];
    } else if (components == open.length) {
      open = Arrays.copyOf(open, 2 * components);
    }
    active = open;
    for (int i = 0; i < components; i++) {
      if (open[i] == shape) {
        return value; // its tags are those of the one around it
      }
    }
    open[components++] = shape;
    int before = position;
    int taken = indexed ? takes : 0;
    int around = depth();
    try {
      T read = shape.wire(this, value);
      return isAt(before, taken) ? value : read;
    } catch (RuntimeException e) {
      if (broken || depth() > maxDepth || !isAt(before, taken)) {
        throw e;
      }
      while (depth() > around) { // none of its fields is there, and it needs one
        ascend();
      }
      return value;
    } finally {
      components--;
    }
  }

  /** Returns whether no field was read since it stood at a place. */
  private boolean isAt(int before, int taken) {
    return position == before && (!indexed || takes == taken);
  }

  @Override
  boolean readNull() {
    return false;
  }

  @Override
  void openObject() {
    if (entered) {
      throw failure("an object is a component, which its shape must say by isObject()");
    }
    descend();
    place = FIELDS;
  }

  @Override
  void closeObject() {
    ascend();
    if (group >= 0 && depth() == groups[group + DEPTH]) {
      closeMember();
      place = MEMBERS;
    } else if (depth() == 0) {
      closeMessage();
    }
  }

  @Override
  void openList(int size) {
    Field list = field;
    if (!entered || list == null) {
      throw failure(
          place == BEFORE
              ? "a document of FIX is an object, and no list"
              : "FIX has no list in a list: a member of a repeating group is an object");
    }
    int from = position;
    int count = int32(0);
    if (count < 0) {
      throw failure("NumInGroup must not be negative: " + count, from);
    }
    descend();
    group += group < 0 ? 1 : LEVEL;
    if (group == groups.length) {
      groups = Arrays.copyOf(groups, 2 * group);
    }
    groups[group] = list.number();
    groups[group + DELIMITER] = list.elements != 0 ? list.elements : tag;
    groups[group + COUNT] = 0;
    groups[group + LEFT] = count;
    groups[group + ELEMENTS] = list.elements;
    groups[group + DEPTH] = depth();
    place = MEMBERS;
    bound = UNKNOWN;
  }

  @Override
  boolean more() {
    int at = group;
    if (groups[at + LEFT] == 0) {
      return false;
    }
    if (tag <= 0 || tag != groups[at + DELIMITER]) {
      throw fewer();
    }
    groups[at + LEFT]--;
    groups[at + COUNT]++;
    count();
    groups[at + MEMBER_START] = position;
    bound = UNKNOWN;
    return true;
  }

  private RuntimeException fewer() {
    int at = group;
    int count = groups[at + COUNT];
    return failure(
        "the repeating group "
            + groups[at]
            + " must have "
            + (count + groups[at + LEFT])
            + " members, but has "
            + count);
  }

  private void closeMember() {
    int at = group;
    boolean none = groups[at + MEMBER_START] == position;
    if (!none && (groups[at + LEFT] == 0 || tag == groups[at + DELIMITER])) {
      return;
    }
    FixFields all = made();
    if (none) {
      skipTo(all, current + 1);
    }
    if (groups[at + LEFT] > 0) {
      int next = all.first(groups[at + DELIMITER]);
      if (next < 0 || next >= bound(all, at - LEVEL)) {
        throw fewer();
      }
      if (next < current) {
        throw misplaced(all, next);
      }
      skipTo(all, next);
    }
    stand(all);
  }

  @Override
  void closeList() {
    int at = group;
    if (tag > 0 && tag == groups[at + DELIMITER] && groups[at + COUNT] > 0) {
      throw failure(
          "the repeating group " + groups[at] + " has more members than " + groups[at + COUNT]);
    }
    group -= at == 0 ? 1 : LEVEL;
    place = FIELDS;
    bound = UNKNOWN;
    ascend();
  }

  /** What nobody asked for is checked, and kept if it is to be. */
  private void closeMessage() {
    if (!indexed && tag == END) {
      return;
    }
    FixFields all = made();
    int first = afterType == 0 ? 0 : 1;
    int left = all.left(first);
    if (left < 0) {
      return;
    }
    all.know();
    int size = 0;
    for (int i = left; i >= 0; i = all.left(i + 1)) {
      size += check(all, i);
    }
    if (keepUnknown) {
      byte[] kept = new byte[size];
      int to = 0;
      for (int i = left; i >= 0; i = all.left(i + 1)) {
        int from = all.begin(i);
        int length = all.begin(i + 1) - from;
        System.arraycopy(bytes, from, kept, to, length);
        to += length;
      }
      unknown = kept;
    }
  }

  /** Returns the size of a field that was not read. */
  private int check(FixFields all, int at) {
    int start = all.start(at);
    int to = all.begin(at + 1);
    if (all.tag(at) == 0 || bytes[to - 1] != FixFrame.SOH) {
      throw failure("a field must be a tag, =, a value and SOH", start);
    }
    if (to - 1 == start) {
      throw failure("the field has no value", start);
    }
    if (all.isKnown(all.tag(at))) {
      throw failure("the field " + all.tag(at) + " is there twice, or not in its place", start);
    }
    if (keepUnknown && !all.isFree(at)) {
      throw failure("an unknown field of a repeating group cannot be kept", start);
    }
    return to - all.begin(at);
  }

  @Override
  void openMap(int size) {
    throw failure("FIX has no maps");
  }

  @Override
  @Nullable String nextKey() {
    throw failure("FIX has no maps");
  }

  @Override
  void closeMap() {
    throw failure("FIX has no maps");
  }

  // ---- values

  /** The end of the value where it stands, which is read now. */
  private int value() {
    if (!entered) {
      valueOfMember();
    }
    entered = false;
    int to = dataEnd >= 0 ? dataEnd : end(bytes, position, end);
    if (to == end) {
      throw failure("a field must end with SOH");
    }
    if (to == position) {
      throw failure("the field has no value");
    }
    return to;
  }

  private void valueOfMember() {
    if (place == BEFORE) {
      throw failure("a document of FIX is an object, and no other value");
    }
    if (place != MEMBERS) {
      throw WireException.misuse("a value in an object needs a field");
    }
    if (groups[group + ELEMENTS] == 0) {
      throw failure(
          "a member of a repeating group is an object: give the field of a list of other values"
              + " the tag that each has, as in Field.of(386, ...).withElements(336)");
    }
    if (indexed) {
      take();
    }
  }

  /**
   * The field that there is most of: in one method, with what {@link #stand(int)} does. It is
   * longer than what C2 puts in place of a call: with it in there once for each field, a
   * description for both directions would become too long for C2, which then stops in its middle,
   * and is a fifth slower.
   */
  @Override
  public int int32(Field wanted, int value) {
    if (tag != wanted.fixTag || indexed) {
      return enter(wanted) ? int32(value) : value;
    }
    byte[] in = bytes;
    int to = end;
    int p = position;
    int last = Math.min(to, p + mostDigits); // so that nothing overflows
    boolean negative = p < last && in[p] == '-';
    if (negative) {
      p++;
    }
    int first = p;
    int read = 0;
    int digit = 0;
    while (p < last) {
      digit = in[p] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      read = read * 10 + digit;
      p++;
    }
    if (digit != FixFrame.SOH - '0' || p == first) {
      return enter(wanted) ? int32(value) : value;
    }
    p++;
    if (to - p > 3) {
      int number = in[p] - '0';
      int next = in[p + 1] - '0';
      if (number > 0 && number <= 9) {
        if (next == '=' - '0') {
          tag = number;
          position = p + 2;
          return negative ? -read : read;
        }
        if (next >= 0 && next <= 9) {
          number = number * 10 + next;
          next = in[p + 2] - '0';
          if (next == '=' - '0') {
            tag = number;
            position = p + 3;
            return negative ? -read : read;
          }
          if (next >= 0 && next <= 9 && in[p + 3] == '=') {
            tag = number * 10 + next;
            position = p + 4;
            return negative ? -read : read;
          }
        }
      }
    }
    standAtOther(p);
    return negative ? -read : read;
  }

  @Override
  public boolean bool(boolean value) {
    int to = value();
    byte read = bytes[position];
    if (to - position != 1 || (read != 'Y' && read != 'N')) {
      throw wrong("Y or N", to);
    }
    pass(to);
    return read == 'Y';
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
    int to = value();
    int from = position;
    boolean negative = bytes[from] == '-';
    int p = negative ? from + 1 : from;
    long read = 0;
    if (to - p <= 18 && to > p && to - from <= maxNumber) {
      while (p < to && bytes[p] >= '0' && bytes[p] <= '9') {
        read = read * 10 + bytes[p++] - '0';
      }
      read = negative ? -read : read;
    }
    if (p < to || read < least || read > most) {
      number(to, "an integer");
      read = TextNumbers.integer(this, from, least, most);
    }
    pass(to);
    return read;
  }

  /** Refuses what is no number of FIX; stands behind it. */
  private void number(int to, String wanted) {
    if (to - position > maxNumber) {
      throw failure("a number is longer than " + maxNumber + " characters");
    }
    int digits = 0;
    int points = 0;
    for (int p = bytes[position] == '-' ? position + 1 : position; p < to; p++) {
      int c = bytes[p];
      if (c == '.') {
        points++;
      } else if (c >= '0' && c <= '9') {
        digits++;
      } else {
        throw wrong(wanted, to);
      }
    }
    if (digits == 0 || points > 1) {
      throw wrong(wanted, to);
    }
    position = to;
  }

  private RuntimeException wrong(String wanted, int to) {
    return failure("there must be " + wanted + ", but there is " + printable(to));
  }

  /** The value where it stands, for messages. */
  String printable(int to) {
    StringBuilder text = new StringBuilder();
    for (int p = position; p < to && text.length() < 40; p++) {
      text.append(bytes[p] >= ' ' && bytes[p] < 0x7f ? (char) bytes[p] : '?');
    }
    return to - position > 40 ? text + "..." : text.toString();
  }

  @Override
  public float float32(float value) {
    int to = value();
    int from = position;
    number(to, "a number");
    float read = TextNumbers.float32(this, from);
    pass(to);
    return read;
  }

  @Override
  public double float64(double value) {
    int to = value();
    int from = position;
    number(to, "a number");
    double read = TextNumbers.float64(this, from);
    pass(to);
    return read;
  }

  @Override
  public char character(char value) {
    int to = value();
    String read = text(to);
    if (read.length() != 1) {
      throw wrong("one character", to);
    }
    pass(to);
    return read.charAt(0);
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    int to = value();
    String read = text(to);
    pass(to);
    return read;
  }

  private String text(int to) {
    int from = position;
    limit(to);
    int bits = 0;
    for (int p = from; p < to; p++) {
      bits |= bytes[p];
    }
    if (bits >= 0) {
      return ascii(from, to);
    }
    int wrong = Utf8.wrong(bytes, from, to);
    if (wrong >= 0) {
      throw failure("a string that is not UTF-8", wrong);
    }
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private void limit(int to) {
    if (to - position > maxString) {
      throw failure("a value is longer than " + maxString + " bytes");
    }
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    int to = value();
    if (dataEnd < 0) {
      throw failure("bytes need a field that says the tag of their length: see Field.withLength");
    }
    limit(to);
    byte[] read = Arrays.copyOfRange(bytes, position, to);
    pass(to);
    return read;
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    int to = value();
    int from = position;
    number(to, "a number");
    BigDecimal read = TextNumbers.number(this, from);
    pass(to);
    return read;
  }

  /** A UTCTimestamp, as it is in ISO 8601. */
  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    int to = value();
    int from = position;
    int last = bytes[to - 1];
    if (to - from < 17 || to - from > 27 || bytes[from + 8] != '-' || last < '0' || last > '9') {
      throw wrong("a UTCTimestamp, as 20261122-05:25:29.123", to);
    }
    StringBuilder iso = new StringBuilder(ascii(from, to)).append('Z');
    iso.setCharAt(8, 'T');
    iso.insert(6, '-').insert(4, '-');
    Instant read;
    try {
      read = Timestamps.parse(iso.toString());
    } catch (IllegalArgumentException e) {
      throw wrong("a UTCTimestamp, as 20261122-05:25:29.123", to);
    }
    pass(to);
    return read;
  }
}
