package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A description gives its fields to a wire, which writes them, or reads them, in one format.
 *
 * <p>A method with a {@link Field} is for a field of the object whose description is called. A wire
 * that writes returns its argument. A wire that reads returns what it finds, or its argument when
 * the field is missing: optional fields keep their value. In text and in CBOR, a null that was
 * written for a primitive counts as missing.
 *
 * <p>A method without a field is for the value where the wire stands: what {@link Shape}s write and
 * read.
 *
 * <p>Formats are this library's: there is no subclass of others. Not for two threads at a time.
 */
public abstract class Wire {
  /** In place of a size when a list is read: numbers follow. */
  static final int NUMBERS = 1;

  private @Nullable FieldReader fieldReader;

  /** Whether it is FIX: fields of an object in another one are there in its place. */
  boolean fix;

  Wire() {}

  /** Returns whether it reads; it writes otherwise. */
  public abstract boolean reading();

  // ---- fields

  /**
   * Writes or reads a field that is true or false.
   *
   * @throws WireException for a document that has something else there
   */
  public abstract boolean bool(Field field, boolean value);

  /**
   * Writes or reads an integer from -128 to 127; text has a number, which may have a point or an
   * exponent when its value is an integer.
   *
   * @throws WireException for a number that is outside of the range or has a fraction
   */
  public abstract byte int8(Field field, byte value);

  /**
   * Writes or reads an integer from -32,768 to 32,767, as {@link #int8(Field, byte)} does.
   *
   * @throws WireException for a number that is outside of the range or has a fraction
   */
  public abstract short int16(Field field, short value);

  /**
   * Writes or reads an integer of 32 bits, as {@link #int8(Field, byte)} does.
   *
   * @throws WireException for a number that is outside of the range or has a fraction
   */
  public abstract int int32(Field field, int value);

  /**
   * Writes or reads an integer of 64 bits, as {@link #int8(Field, byte)} does. JSON has all its
   * digits, of which programs in JavaScript keep 53 bits.
   *
   * @throws WireException for a number that is outside of the range or has a fraction
   */
  public abstract long int64(Field field, long value);

  /** Text has no infinite values and no NaN: a {@link WireException} there. */
  public abstract float float32(Field field, float value);

  /** Text has no infinite values and no NaN: a {@link WireException} there. */
  public abstract double float64(Field field, double value);

  /**
   * One UTF-16 unit; text has it as a string of one, and is read as well where it has the number of
   * a surrogate, as binary does.
   */
  public abstract char character(Field field, char value);

  /**
   * Writes or reads a text, of at most {@link Limits#maxString} bytes in UTF-8 when it is read.
   * Null stays null.
   *
   * @throws WireException for a longer text, for a value that is no text, and for a single
   *     surrogate in binary
   */
  public abstract @Nullable String string(Field field, @Nullable String value);

  /** Text has them in Base64 (RFC 4648, with padding). */
  public abstract byte @Nullable [] bytes(Field field, byte @Nullable [] value);

  /** Exact: text has it as a number with all its digits. */
  public abstract @Nullable BigDecimal decimal(Field field, @Nullable BigDecimal value);

  /** Text has it in ISO 8601, as {@code 2026-11-22T05:25:29.123456789Z}. */
  public abstract @Nullable Instant timestamp(Field field, @Nullable Instant value);

  /**
   * Writes or reads one of some constants by its name; in protobuf by its place in the enum, or by
   * what {@link Shapes#enumeration(Enum[], int[])} says.
   *
   * @param values all that there may be: keep them in a constant, for {@code values()} copies
   * @throws WireException for a name that none of them has
   */
  public final <E extends Enum<E>> @Nullable E enumeration(
      Field field, @Nullable E value, E[] values) {
    if (!reading()) {
      if (!numbersConstants()) {
        string(field, value == null ? null : value.name());
      } else if (value != null) {
        enter(field);
        constant(value.ordinal());
      }
      return value;
    }
    return enter(field) ? enumeration(value, values) : value;
  }

  /** A value of any shape: {@link Shapes} has those of boxed primitives and collections. */
  public final <T> @Nullable T value(Field field, @Nullable T value, Shape<T> shape) {
    if (omits(value)) {
      return null;
    }
    if (fix && shape.isObject()) {
      return component(value, shape);
    }
    return enter(field) || (value == null && shape.isRepeated() && enterEmpty())
        ? element(value, shape)
        : value;
  }

  /**
   * An object that is always there: it is filled where it is; a null that is read is as missing.
   */
  public final void object(Field field, Wired value) {
    if (fix) {
      object(value);
    } else if (enter(field) && !isNull(value)) {
      object(value);
    }
  }

  /** Writes or reads a list: null stays null; one that is read is new, and may be changed. */
  public final <T> @Nullable List<T> list(Field field, @Nullable List<T> value, Shape<T> elements) {
    if (omits(value)) {
      return null;
    }
    if (!enter(field) && (value != null || !enterEmpty())) {
      return value;
    }
    return isNull(value) ? null : list(value, elements);
  }

  /** Writes or reads a map: null stays null; one that is read is new, in the document's order. */
  public final <T> @Nullable Map<String, T> map(
      Field field, @Nullable Map<String, T> value, Shape<T> elements) {
    if (omits(value)) {
      return null;
    }
    if (!enter(field) && (value != null || !enterEmpty())) {
      return value;
    }
    return isNull(value) ? null : map(value, elements);
  }

  /**
   * The fields of an object that its description does not know, for those that must not lose what
   * newer programs have sent: the last that a description gives to the wire. Only protobuf has
   * them; with other formats nothing is read or written.
   *
   * @param fields as they were in a document, to be written as they are; or null
   * @return the same when it writes; when it reads those that were there, or null
   */
  public byte @Nullable [] unknown(byte @Nullable [] fields) {
    return fields;
  }

  /**
   * A field for a setter: {@code w.read(F.I).int32(this, T::i)}, which is called only when the
   * field is there. Write it with methods that take nothing from around them: a method reference
   * that captures is made anew at each call. Each costs about 0.4 ms of a cold start, the first one
   * 5 ms.
   *
   * @throws IllegalStateException when this wire writes
   */
  public final FieldReader read(Field field) {
    if (!reading()) {
      throw WireException.misuse("cannot read the field " + field + " of a wire that writes");
    }
    FieldReader reader = fieldReader;
    if (reader == null) {
      reader = new FieldReader(this);
      fieldReader = reader;
    }
    return reader.at(field);
  }

  // ---- values where the wire stands

  /** Writes or reads true or false, as {@link #bool(Field, boolean)} does for a field. */
  public abstract boolean bool(boolean value);

  /**
   * Writes or reads an integer from -128 to 127, as {@link #int8(Field, byte)} does for a field.
   */
  public abstract byte int8(byte value);

  /**
   * Writes or reads an integer from -32,768 to 32,767, as {@link #int16(Field, short)} does for a
   * field.
   */
  public abstract short int16(short value);

  /** Writes or reads an integer of 32 bits, as {@link #int32(Field, int)} does for a field. */
  public abstract int int32(int value);

  /** Writes or reads an integer of 64 bits, as {@link #int64(Field, long)} does for a field. */
  public abstract long int64(long value);

  /**
   * Writes or reads a number of 32 bits (IEEE 754), as {@link #float32(Field, float)} does for a
   * field.
   */
  public abstract float float32(float value);

  /**
   * Writes or reads a number of 64 bits (IEEE 754), as {@link #float64(Field, double)} does for a
   * field.
   */
  public abstract double float64(double value);

  /** Writes or reads one UTF-16 unit, as {@link #character(Field, char)} does for a field. */
  public abstract char character(char value);

  /**
   * Writes or reads a text, as {@link #string(Field, String)} does for a field; null is written and
   * read as null.
   */
  public abstract @Nullable String string(@Nullable String value);

  /**
   * Writes or reads bytes, as {@link #bytes(Field, byte[])} does for a field; null is written and
   * read as null.
   */
  public abstract byte @Nullable [] bytes(byte @Nullable [] value);

  /**
   * Writes or reads an exact number, as {@link #decimal(Field, BigDecimal)} does for a field; null
   * is written and read as null.
   */
  public abstract @Nullable BigDecimal decimal(@Nullable BigDecimal value);

  /**
   * Writes or reads a point of time, as {@link #timestamp(Field, Instant)} does for a field; null
   * is written and read as null.
   */
  public abstract @Nullable Instant timestamp(@Nullable Instant value);

  /**
   * Writes or reads one of some constants by its name, as for a {@linkplain #enumeration(Field,
   * Enum, Enum[]) field}.
   */
  public final <E extends Enum<E>> @Nullable E enumeration(@Nullable E value, E[] values) {
    if (numbersConstants()) {
      if (!reading()) {
        if (value == null) {
          writeNull();
        } else {
          constant(value.ordinal());
        }
        return value;
      }
      int number = constant(0);
      for (E each : values) {
        if (each.ordinal() == number) {
          return each;
        }
      }
      throw failure("no constant of the number " + number);
    }
    if (!reading()) {
      string(value == null ? null : value.name());
      return value;
    }
    String name = string((String) null);
    if (name == null) {
      return null;
    }
    for (E each : values) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw failure("no constant of that name: " + name);
  }

  /** A value that may be null, of a shape that need not know of it. */
  public final <T> @Nullable T element(@Nullable T value, Shape<T> shape) {
    return isNull(value) ? null : shape.wire(this, value);
  }

  /**
   * Returns an exception for a shape to throw, about a value that it cannot take, or cannot write,
   * with the place where the wire stands.
   *
   * @param what is wrong, in a few words
   */
  public final RuntimeException error(String what) {
    return failure(what);
  }

  /** An object that is filled where it is. */
  public final void object(Wired value) {
    openObject();
    value.wire(this);
    if (again()) {
      value.wire(this);
    }
    closeObject();
  }

  /** A list; its elements may be null. */
  public final <T> List<T> list(@Nullable List<T> value, Shape<T> elements) {
    if (reading()) {
      List<T> read = new ArrayList<>();
      openList(elements.isNumber() ? NUMBERS : 0);
      while (more()) {
        read.add(element(null, elements));
      }
      closeList();
      return read;
    }
    List<T> written = Objects.requireNonNull(value);
    int size = written.size();
    openList(size);
    if (written instanceof RandomAccess) { // whose elements come without an iterator
      for (int i = 0; i < size; i++) {
        element(written.get(i), elements);
      }
    } else {
      for (T each : written) {
        element(each, elements);
      }
    }
    closeList();
    return written;
  }

  /** A map; its values may be null, its keys not. */
  public final <T> Map<String, T> map(@Nullable Map<String, T> value, Shape<T> elements) {
    if (reading()) {
      Map<String, T> read = new LinkedHashMap<>();
      openMap(0);
      for (String key = nextKey(); key != null; key = nextKey()) {
        int before = read.size();
        read.put(key, element(null, elements));
        if (read.size() == before && !lastWins()) {
          throw failure("the key is there twice: " + key);
        }
      }
      closeMap();
      return read;
    }
    Map<String, T> written = Objects.requireNonNull(value);
    boolean omits = omitsNull();
    openMap(omits ? present(written) : written.size());
    for (Map.Entry<String, T> entry : written.entrySet()) {
      if (!omits || entry.getValue() != null) {
        key(entry.getKey());
        element(entry.getValue(), elements);
      }
    }
    closeMap();
    return written;
  }

  /** Counts the entries of a map whose values are not null. */
  static int present(Map<?, ?> map) {
    int present = 0;
    for (Object value : map.values()) {
      present += value == null ? 0 : 1;
    }
    return present;
  }

  // ---- what formats are made of

  /**
   * A field whose value follows by a method without field. A wire that writes is always there; one
   * that reads says whether the field is.
   */
  abstract boolean enter(Field field);

  /** An object as a field's value, in {@link #fix}: null when it is not there. */
  <T> @Nullable T component(@Nullable T value, Shape<T> shape) {
    throw WireException.misuse("has a field for each object");
  }

  /**
   * Enters a list, an array or a map that is missing as an empty one, in a format that has no other
   * way to say that it is empty.
   */
  boolean enterEmpty() {
    return false;
  }

  /**
   * Returns whether the fields of an object must be read once more before it is closed, for one
   * that has been read was there again, where the format permits that.
   */
  boolean again() {
    return false;
  }

  /** Returns whether constants of enums are numbers, which {@link #constant} writes and reads. */
  boolean numbersConstants() {
    return false;
  }

  /** Writes or reads the number of a constant. */
  int constant(int number) {
    throw WireException.misuse("this format has names of constants");
  }

  /** Returns whether a key may be there twice, and the last one counts. */
  boolean lastWins() {
    return false;
  }

  /** Returns whether a null, as a field's value, is not written at all. */
  abstract boolean omitsNull();

  /** Reads a null and says whether there was one; or writes one. After it, there is a value. */
  abstract boolean readNull();

  /** The same before a primitive, which formats without types have no mark for. */
  boolean nullPrimitive() {
    return readNull();
  }

  abstract void writeNull();

  /** Writes before a value that might have been null that it is not, in formats without types. */
  abstract void writePresent();

  abstract void openObject();

  abstract void closeObject();

  /** The number of elements when it writes; when it reads, {@link #NUMBERS} or another value. */
  abstract void openList(int size);

  /** Returns whether there is another element, which is next; only when it reads. */
  abstract boolean more();

  abstract void closeList();

  abstract void openMap(int size);

  /** Returns the next key, or null at the end; only when it reads. */
  abstract @Nullable String nextKey();

  /** Returns the next key, which the description has as an integer or not. */
  @Nullable String nextKey(boolean number) {
    return nextKey();
  }

  /** Writes a key, which the description has as an integer or not. */
  void key(String key, boolean number) {
    key(key);
  }

  /** Writes a key; only when it writes. */
  abstract void key(String key);

  abstract void closeMap();

  /** Returns an exception that says what is wrong where the wire stands. */
  abstract RuntimeException failure(String what);

  private boolean omits(@Nullable Object value) {
    return value == null && !reading() && omitsNull();
  }

  private boolean isNull(@Nullable Object value) {
    if (reading()) {
      return readNull();
    }
    if (value == null) {
      writeNull();
      return true;
    }
    writePresent();
    return false;
  }
}
