package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A wire that writes documents into a buffer of its own, which grows and is kept for the next one.
 */
public abstract class Writer extends Wire {
  /** Objects, lists and maps in each other: what is deeper has itself in it, as a rule. */
  static final int MAX_DEPTH = 1_000;

  private static final int INITIAL = 512;

  /** The bytes that have been written are before {@link #position}. */
  byte[] buffer = new byte[INITIAL];

  int position;
  private boolean omitsNull;

  Writer() {}

  /** Begins a new document. */
  public Writer reset() {
    position = 0;
    return this;
  }

  /**
   * Leaves out fields that are null, and entries of maps that are, as many a JSON API wants it.
   * They are written otherwise, for a missing field keeps its value where it is read. Not for the
   * format without metadata, which has all fields.
   */
  public Writer omitNulls(boolean omit) {
    omitsNull = omit;
    return this;
  }

  /** Writes a whole document. */
  public final Writer write(Wired value) {
    reset();
    object(value);
    finish();
    return this;
  }

  /** Writes a whole document of a shape. */
  public final <T> Writer write(@Nullable T value, Shape<T> shape) {
    reset();
    element(value, shape);
    finish();
    return this;
  }

  /**
   * Returns the array that has the document, from 0 to {@link #length}, until the next one is
   * written. It is not copied.
   */
  public final byte[] buffer() {
    return buffer;
  }

  /** Returns the length of the document in bytes. */
  public final int length() {
    return position;
  }

  /** A copy of the document. */
  public final byte[] toByteArray() {
    return Arrays.copyOf(buffer, position);
  }

  /** Returns whether the format has values of which nobody has a description. */
  boolean tellsTypes() {
    return true;
  }

  /** Ends the document, after its value. */
  abstract void finish();

  // ---- fields: those formats have methods of their own where these would cost more

  @Override
  public boolean bool(Field field, boolean value) {
    enter(field);
    return bool(value);
  }

  @Override
  public byte int8(Field field, byte value) {
    enter(field);
    return int8(value);
  }

  @Override
  public short int16(Field field, short value) {
    enter(field);
    return int16(value);
  }

  @Override
  public int int32(Field field, int value) {
    enter(field);
    return int32(value);
  }

  @Override
  public long int64(Field field, long value) {
    enter(field);
    return int64(value);
  }

  @Override
  public float float32(Field field, float value) {
    enter(field);
    return float32(value);
  }

  @Override
  public double float64(Field field, double value) {
    enter(field);
    return float64(value);
  }

  @Override
  public char character(Field field, char value) {
    enter(field);
    return character(value);
  }

  @Override
  public @Nullable String string(Field field, @Nullable String value) {
    if (value != null || !omitsNull()) {
      enter(field);
      string(value);
    }
    return value;
  }

  @Override
  public byte @Nullable [] bytes(Field field, byte @Nullable [] value) {
    if (value != null || !omitsNull()) {
      enter(field);
      bytes(value);
    }
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(Field field, @Nullable BigDecimal value) {
    if (value != null || !omitsNull()) {
      enter(field);
      decimal(value);
    }
    return value;
  }

  @Override
  public @Nullable Instant timestamp(Field field, @Nullable Instant value) {
    if (value != null || !omitsNull()) {
      enter(field);
      timestamp(value);
    }
    return value;
  }

  @Override
  public final boolean reading() {
    return false;
  }

  @Override
  boolean omitsNull() {
    return omitsNull;
  }

  @Override
  final boolean readNull() {
    throw WireException.misuse("writes");
  }

  @Override
  final boolean more() {
    throw WireException.misuse("writes");
  }

  @Override
  final @Nullable String nextKey() {
    throw WireException.misuse("writes");
  }

  @Override
  final RuntimeException failure(String what) {
    return WireException.of(what, position, "");
  }

  /**
   * Returns the path of the place where it stands, for messages. It is computed from what has been
   * written.
   */
  String path() {
    return "";
  }

  /** Returns the failure of a value that has more in each other than {@link #MAX_DEPTH}. */
  final RuntimeException tooDeep() {
    return WireException.of(
        "deeper than " + MAX_DEPTH + " objects and lists in each other", position, path());
  }

  /** Makes room for so many bytes. */
  final void ensure(int bytes) {
    if (buffer.length - position < bytes) {
      grow(bytes);
    }
  }

  private void grow(int bytes) {
    long needed = (long) position + bytes;
    if (needed > Integer.MAX_VALUE - 8) {
      throw failure("a document cannot be longer than 2 GiB");
    }
    buffer =
        Arrays.copyOf(
            buffer, (int) Math.min(Math.max(2L * buffer.length, needed), Integer.MAX_VALUE - 8));
  }
}
