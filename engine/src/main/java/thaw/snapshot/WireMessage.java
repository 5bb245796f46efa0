package thaw.snapshot;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A protobuf message as its fields stand on the wire. It knows no schema: a field that nobody asks
 * for keeps its exact bytes, so that images of newer CRIUs pass through unharmed.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">the encoding</a>
 */
record WireMessage(List<Field> fields) {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED32 = 5;
  private static final int TYPE_BITS = 3;
  private static final int LONGEST_VARINT = 10;

  /**
   * One field.
   *
   * @param number as in the schema
   * @param type the wire type
   * @param raw key, length if any, and value, as encoded
   * @param valueAt where the value starts in {@code raw}
   */
  @SuppressWarnings("ArrayRecordComponent") // never shared with anybody who would change it
  record Field(int number, int type, byte[] raw, int valueAt) {
    static Field ofNumber(int number, long value) {
      ByteArrayOutputStream raw = new ByteArrayOutputStream();
      varint(raw, (long) number << TYPE_BITS | VARINT);
      int valueAt = raw.size();
      varint(raw, value);
      return new Field(number, VARINT, raw.toByteArray(), valueAt);
    }

    static Field ofBytes(int number, byte[] value) {
      ByteArrayOutputStream raw = new ByteArrayOutputStream();
      varint(raw, (long) number << TYPE_BITS | LENGTH_DELIMITED);
      varint(raw, value.length);
      int valueAt = raw.size();
      raw.writeBytes(value);
      return new Field(number, LENGTH_DELIMITED, raw.toByteArray(), valueAt);
    }

    static Field ofText(int number, String value) {
      return ofBytes(number, value.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] value() {
      return Arrays.copyOfRange(raw, valueAt, raw.length);
    }
  }

  /** The bytes are no protobuf message. */
  static final class Malformed extends Exception {
    Malformed(String fact) {
      super(fact);
    }
  }

  WireMessage {
    fields = List.copyOf(fields);
  }

  static WireMessage of(Field... fields) {
    return new WireMessage(List.of(fields));
  }

  static WireMessage parse(byte[] bytes) throws Malformed {
    List<Field> fields = new ArrayList<>();
    Cursor cursor = new Cursor(bytes);
    while (cursor.at < bytes.length) {
      int start = cursor.at;
      long key = cursor.varint();
      long number = key >>> TYPE_BITS;
      if (number < 1 || number > 0x1fff_ffff) {
        throw new Malformed("field number " + number + " at byte " + start);
      }
      int type = (int) key & (1 << TYPE_BITS) - 1;
      int valueAt = cursor.at - start;
      switch (type) {
        case VARINT -> cursor.varint();
        case FIXED64 -> cursor.skip(Long.BYTES);
        case FIXED32 -> cursor.skip(Integer.BYTES);
        case LENGTH_DELIMITED -> {
          long length = cursor.varint();
          valueAt = cursor.at - start;
          cursor.skip(length);
        }
        default -> throw new Malformed("wire type " + type + " at byte " + start);
      }
      fields.add(
          new Field((int) number, type, Arrays.copyOfRange(bytes, start, cursor.at), valueAt));
    }
    return new WireMessage(fields);
  }

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    fields.forEach(field -> bytes.writeBytes(field.raw));
    return bytes.toByteArray();
  }

  /** An integer, the last one where there are several, as protobuf has it. */
  OptionalLong number(int number) throws Malformed {
    Optional<Field> field = last(number, VARINT);
    return field.isPresent()
        ? OptionalLong.of(new Cursor(field.get().value()).varint())
        : OptionalLong.empty();
  }

  /** All integers of a field that is repeated, in their order. */
  List<Long> numbers(int number) throws Malformed {
    List<Long> numbers = new ArrayList<>();
    for (Field field : fields) {
      if (field.number() == number && field.type() == VARINT) {
        numbers.add(new Cursor(field.value()).varint());
      }
    }
    return numbers;
  }

  /** An integer that the schema requires. */
  long required(int number) throws Malformed {
    return number(number).orElseThrow(() -> new Malformed("field " + number + " is missing"));
  }

  Optional<String> text(int number) {
    return last(number, LENGTH_DELIMITED)
        .map(field -> new String(field.value(), StandardCharsets.UTF_8));
  }

  Optional<WireMessage> message(int number) throws Malformed {
    Optional<Field> field = last(number, LENGTH_DELIMITED);
    return field.isPresent() ? Optional.of(parse(field.get().value())) : Optional.empty();
  }

  /** All messages of a repeated field. */
  List<WireMessage> messages(int number) throws Malformed {
    List<WireMessage> messages = new ArrayList<>();
    for (Field field : fields) {
      if (field.number == number && field.type == LENGTH_DELIMITED) {
        messages.add(parse(field.value()));
      }
    }
    return messages;
  }

  /** The same with one integer set, in its place or, when there was none, at the end. */
  WireMessage with(int number, long value) {
    return with(Field.ofNumber(number, value));
  }

  WireMessage with(Field replacement) {
    return withAll(replacement.number, List.of(replacement));
  }

  /** The same with all fields of that number replaced, where the first of them was. */
  WireMessage withAll(int number, List<Field> replacements) {
    List<Field> changed = new ArrayList<>();
    boolean placed = false;
    for (Field field : fields) {
      if (field.number != number) {
        changed.add(field);
      } else if (!placed) {
        placed = true;
        changed.addAll(replacements);
      }
    }
    if (!placed) {
      changed.addAll(replacements);
    }
    return new WireMessage(changed);
  }

  WireMessage without(int... numbers) {
    return new WireMessage(
        fields.stream()
            .filter(field -> Arrays.stream(numbers).noneMatch(number -> number == field.number))
            .toList());
  }

  private Optional<Field> last(int number, int type) {
    return fields.reversed().stream()
        .filter(field -> field.number == number && field.type == type)
        .findFirst();
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** A position in the bytes that are parsed. */
  private static final class Cursor {
    private final byte[] bytes;
    private int at;

    Cursor(byte[] bytes) {
      this.bytes = bytes;
    }

    long varint() throws Malformed {
      int start = at;
      long value = 0;
      for (int i = 0; i < LONGEST_VARINT; i++) {
        if (at == bytes.length) {
          throw new Malformed("it ends inside the number at byte " + start);
        }
        byte next = bytes[at++];
        value |= (next & 0x7fL) << 7 * i;
        if (next >= 0) {
          return value;
        }
      }
      throw new Malformed("no end of the number at byte " + start);
    }

    void skip(long length) throws Malformed {
      if (length < 0 || length > bytes.length - at) {
        throw new Malformed("it ends inside the " + length + " bytes at byte " + at);
      }
      at += (int) length;
    }
  }
}
