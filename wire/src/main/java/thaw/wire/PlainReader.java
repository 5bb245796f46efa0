package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link PlainWriter} has written, where its layout is. Fields are nowhere but in the
 * description: what the document was written with must be the same, and an object whose length
 * differs is an error.
 */
final class PlainReader extends Reader {
  /** The number of elements of the list or the map that are still to come. */
  private int left;

  /** The place behind the last byte that told whether a value follows, if one does; else -1. */
  private int present;

  /** The number of elements that all lists and maps of the document had so far. */
  private int elements;

  PlainReader(@Nullable Limits limits) {
    super(limits);
  }

  @Override
  void start() {
    elements = 0;
    present = -1;
  }

  @Override
  void finish() {
    if (position != end) {
      throw failure(end - position + " bytes after the document");
    }
  }

  /** Nothing in the document has names. */
  @Override
  String path(int offset) {
    return "";
  }

  // ---- values where the wire stands

  @Override
  public boolean bool(boolean value) {
    return flag();
  }

  @Override
  public byte int8(byte value) {
    int at = Payload.take(this, 1);
    return bytes[at];
  }

  @Override
  public short int16(short value) {
    int at = Payload.take(this, 2);
    return Payload.int16(bytes, at);
  }

  @Override
  public int int32(int value) {
    int at = Payload.take(this, 4);
    return Payload.int32(bytes, at);
  }

  @Override
  public long int64(long value) {
    int at = Payload.take(this, 8);
    return Payload.int64(bytes, at);
  }

  @Override
  public float float32(float value) {
    int at = Payload.take(this, 4);
    return Float.intBitsToFloat(Payload.int32(bytes, at));
  }

  @Override
  public double float64(double value) {
    int at = Payload.take(this, 8);
    return Double.longBitsToDouble(Payload.int64(bytes, at));
  }

  @Override
  public char character(char value) {
    int at = Payload.take(this, 2);
    return (char) Payload.int16(bytes, at);
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    int length = Payload.varint(this);
    return absent(length) ? null : Payload.string(this, length - 1);
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    int length = Payload.varint(this);
    return absent(length) ? null : Payload.bytes(this, length - 1);
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    return absent(flag() ? 1 : 0) ? null : Payload.decimal(this);
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    return absent(flag() ? 1 : 0) ? null : Payload.timestamp(this);
  }

  // ---- objects, lists and maps

  @Override
  boolean enter(Field field) {
    return true;
  }

  @Override
  boolean nullPrimitive() {
    return false;
  }

  @Override
  boolean readNull() {
    if (position == begin) {
      present = begin; // a document that is not empty has a value
      return begin == end;
    }
    boolean there = flag();
    present = there ? position : -1;
    return !there;
  }

  @Override
  void openObject() {
    int length = int32(0);
    descend();
    int from = Payload.take(this, length);
    position = from;
    push(end);
    end = from + length;
  }

  @Override
  void closeObject() {
    if (position != end) {
      throw failure(
          "an object is "
              + (end - position)
              + " bytes longer than its description: was it written with another one?");
    }
    end = pop();
    ascend();
  }

  @Override
  void openList(int size) {
    int count = int32(0);
    descend();
    if (count < 0 || count > end - position) {
      throw failure(count + " elements where " + (end - position) + " bytes are left");
    }
    if (count > maxElements - elements) {
      throw failure("more than " + maxElements + " elements");
    }
    elements += count;
    push(left);
    left = count;
  }

  @Override
  boolean more() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  @Override
  void closeList() {
    left = pop();
    ascend();
  }

  @Override
  void openMap(int size) {
    openList(size);
  }

  @Override
  @Nullable String nextKey() {
    return more() ? Payload.string(this, Payload.varint(this)) : null;
  }

  @Override
  void closeMap() {
    closeList();
  }

  /**
   * Returns whether 0 was there, which it must not be where the byte before has said that a value
   * is.
   */
  private boolean absent(int first) {
    if (first == 0 && position - 1 == present) {
      throw failure("a null, which the byte before it has said not to be there", present);
    }
    return first == 0;
  }

  private boolean flag() {
    int at = Payload.take(this, 1);
    byte flag = bytes[at];
    if ((flag & ~1) != 0) {
      throw failure("neither 0 nor 1: " + flag, at);
    }
    return flag == 1;
  }
}
