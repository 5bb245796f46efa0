package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A wire that reads documents. It keeps what it needs for the next one. */
public abstract class Reader extends Wire {
  // The types of numbers without a description; in text their digits say which they have.
  static final int TEXT = 0;
  static final int INT64 = 1;
  static final int FLOAT32 = 2;
  static final int FLOAT64 = 3;
  static final int DECIMAL = 4;

  private static final byte[] NOTHING = {};

  /**
   * The limits that this reader was made with: null for the default, whose class is not loaded
   * then.
   */
  private final @Nullable Limits given;

  final int maxDepth;
  final int maxString;
  final int maxNumber;
  final int maxElements;
  private final int maxBytes;
  byte[] bytes = NOTHING;

  /** The first byte of the document, the next one to be read, and the one after its last. */
  int begin;

  int position;
  int end;

  /**
   * The values that {@link #push} was given. Formats keep there what belongs to the objects around.
   */
  private int[] stack = new int[64];

  private int top;
  private @Nullable FieldIndex index;
  private int depth;

  Reader(@Nullable Limits limits) {
    given = limits;
    maxBytes = limits == null ? Limits.MAX_BYTES : limits.maxBytes();
    maxDepth = limits == null ? Limits.MAX_DEPTH : limits.maxDepth();
    maxString = limits == null ? Limits.MAX_STRING : limits.maxString();
    maxNumber = limits == null ? Limits.MAX_NUMBER : limits.maxNumber();
    maxElements = limits == null ? Limits.MAX_ELEMENTS : limits.maxElements();
  }

  /** Takes a document; the array must not change while it is read. */
  public final Reader reset(byte[] document) {
    return reset(document, 0, document.length);
  }

  /**
   * Takes a document that is a part of an array.
   *
   * @param from its first byte
   * @param to the one after its last
   */
  public final Reader reset(byte[] document, int from, int to) {
    if (from < 0 || to < from || to > document.length) {
      throw new IllegalArgumentException(
          "must be in 0.." + document.length + ": from=" + from + ", to=" + to);
    }
    if (to - from > maxBytes) {
      throw WireException.of("the document is longer than " + maxBytes + " bytes", 0, "");
    }
    bytes = document;
    begin = from;
    position = from;
    end = to;
    top = 0;
    depth = 0;
    if (index != null) {
      index.clear();
    }
    start();
    return this;
  }

  /** Fills an object with a whole document, and returns it. */
  public final <T extends Wired> T read(T into) {
    object(into);
    finish();
    return into;
  }

  /** Reads a whole document of a shape; null for a document that is null. */
  public final <T> @Nullable T read(Shape<T> shape) {
    T value = element(null, shape);
    finish();
    return value;
  }

  /**
   * Reads a whole document of a shape into an object that there is, as far as the shape does that;
   * records are made anew, with what is missing from it.
   *
   * @return null for a document that is null
   */
  public final <T> @Nullable T read(T into, Shape<T> shape) {
    T value = element(into, shape);
    finish();
    return value;
  }

  /**
   * Tells the kind of the value where the reader stands, and does not read it yet. It is for shapes
   * of values whose type only the document tells.
   *
   * @throws WireException where there is no value, and in formats that do not tell
   */
  public Kind kind() {
    throw failure("this format does not tell what a value is");
  }

  /** Returns the type of the number that is next: {@link #TEXT} or one of those in binary. */
  int numberType() {
    return TEXT;
  }

  final Limits limits() {
    return given == null ? Limits.DEFAULT : given;
  }

  // ---- fields: those that are next are read with less ado where a format can

  @Override
  public boolean bool(Field field, boolean value) {
    return enter(field) && !nullPrimitive() ? bool(value) : value;
  }

  @Override
  public byte int8(Field field, byte value) {
    return enter(field) && !nullPrimitive() ? int8(value) : value;
  }

  @Override
  public short int16(Field field, short value) {
    return enter(field) && !nullPrimitive() ? int16(value) : value;
  }

  @Override
  public int int32(Field field, int value) {
    return enter(field) && !nullPrimitive() ? int32(value) : value;
  }

  @Override
  public long int64(Field field, long value) {
    return enter(field) && !nullPrimitive() ? int64(value) : value;
  }

  @Override
  public float float32(Field field, float value) {
    return enter(field) && !nullPrimitive() ? float32(value) : value;
  }

  @Override
  public double float64(Field field, double value) {
    return enter(field) && !nullPrimitive() ? float64(value) : value;
  }

  @Override
  public char character(Field field, char value) {
    return enter(field) && !nullPrimitive() ? character(value) : value;
  }

  @Override
  public @Nullable String string(Field field, @Nullable String value) {
    return enter(field) ? string(value) : value;
  }

  @Override
  public byte @Nullable [] bytes(Field field, byte @Nullable [] value) {
    return enter(field) ? bytes(value) : value;
  }

  @Override
  public @Nullable BigDecimal decimal(Field field, @Nullable BigDecimal value) {
    return enter(field) ? decimal(value) : value;
  }

  @Override
  public @Nullable Instant timestamp(Field field, @Nullable Instant value) {
    return enter(field) ? timestamp(value) : value;
  }

  /** Begins a document, before its first value. */
  abstract void start();

  /** Ends a document, after its value: nothing may follow. */
  abstract void finish();

  /**
   * Returns the path of the place where a byte is, for messages. It is computed from the document
   * anew.
   */
  abstract String path(int offset);

  @Override
  public final boolean reading() {
    return true;
  }

  @Override
  final boolean omitsNull() {
    return false;
  }

  @Override
  final void writeNull() {
    throw WireException.misuse("reads");
  }

  @Override
  final void writePresent() {
    throw WireException.misuse("reads");
  }

  @Override
  final void key(String key) {
    throw WireException.misuse("reads");
  }

  @Override
  final RuntimeException failure(String what) {
    return failure(what, position);
  }

  RuntimeException failure(String what, int at) {
    return WireException.of(what, at - begin, path(at));
  }

  /**
   * A string of ASCII characters. This constructor asks for no charset: the JDK has nine classes of
   * them, which are loaded together.
   */
  @SuppressWarnings("deprecation") // it makes of bytes beyond ASCII what is wrong; there are none
  final String ascii(int from, int to) {
    return new String(bytes, 0, from, to - from);
  }

  /**
   * Bytes of Base64 with padding, which the JDK's decoder does not ask for.
   *
   * @throws IllegalArgumentException when it is none
   */
  static byte[] base64(String text) {
    if ((text.length() & 3) != 0) {
      throw new IllegalArgumentException("its length is not a multiple of 4: " + text.length());
    }
    return Base64.getDecoder().decode(text);
  }

  /** Makes an exception which says that something else is where the reader stands. */
  final RuntimeException unexpected(String wanted) {
    return failure(
        position < end
            ? "there must be " + wanted + ", but there is " + shown(position)
            : "the document ends where there must be " + wanted);
  }

  /** A byte for messages. */
  final String shown(int place) {
    int c = at(place);
    return c > ' ' && c < 0x7f ? String.valueOf((char) c) : "the byte " + c;
  }

  /** The byte at a place, or -1 behind the end. */
  final int at(int place) {
    return place < end ? bytes[place] & 0xff : -1;
  }

  /** Enters an object, list or map; fails when too many are in each other. */
  final void descend() {
    if (++depth > maxDepth) {
      throw failure("deeper than " + maxDepth + " objects and lists in each other");
    }
  }

  final void ascend() {
    depth--;
  }

  final int depth() {
    return depth;
  }

  /**
   * Returns the index of the objects whose fields are not in order. Its class is loaded when there
   * is such an object.
   */
  final FieldIndex index() {
    FieldIndex fields = index;
    if (fields == null) {
      fields = new FieldIndex();
      index = fields;
    }
    return fields;
  }

  final void push(int value) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, 2 * top);
    }
    stack[top++] = value;
  }

  final int pop() {
    return stack[--top];
  }
}
