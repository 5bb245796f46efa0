package thaw.wire;

import java.nio.charset.StandardCharsets;

/** The text of a place in a document of protobuf, step by step, for messages. */
final class ProtobufPath {
  private ProtobufPath() {}

  /**
   * Adds a field, with the element or the entry that is meant if there are many.
   *
   * @param place one of {@link ProtobufWriter#FIELD} and its kin
   * @param entry where the entry of a map begins
   * @param element the index in a list
   */
  static void step(
      StringBuilder path, byte[] bytes, int end, int field, int place, int entry, int element) {
    if (field > 0) {
      path.append('.').append(field);
    }
    if (place == ProtobufWriter.LIST || place == ProtobufWriter.PACKED) {
      path.append('[').append(Math.max(element, 0)).append(']');
    } else if (place == ProtobufWriter.MAP && entry > 0) {
      key(path, bytes, end, entry);
    }
  }

  /** Adds the key of an entry, if the entry begins with it, as most do. */
  private static void key(StringBuilder path, byte[] bytes, int end, int entry) {
    long value = 0;
    int at = entry + 1;
    byte next = -1;
    for (int shift = 0; shift < 64 && next < 0 && at < end; shift += 7) {
      next = bytes[at++];
      value |= (next & 127L) << shift;
    }
    if (next >= 0 && bytes[entry] == (1 << 3 | ProtobufWriter.VARINT)) {
      JsonPath.name(path, Long.toString(value));
    } else if (next >= 0
        && bytes[entry] == (1 << 3 | ProtobufWriter.LENGTH)
        && value >= 0
        && value <= end - at) {
      JsonPath.name(path, new String(bytes, at, (int) value, StandardCharsets.UTF_8));
    } else {
      path.append("[?]");
    }
  }

  /** Returns the name of a wire type. */
  static String name(int type) {
    return switch (type) {
      case ProtobufWriter.VARINT -> "a varint";
      case ProtobufWriter.INT64 -> "a number of 64 bits";
      case ProtobufWriter.LENGTH -> "a value with a length";
      case ProtobufWriter.INT32 -> "a number of 32 bits";
      case ProtobufWriter.GROUP -> "a group";
      default -> "of the wire type " + type;
    };
  }

  static String shortened(StringBuilder path) {
    return path.length() > JsonPath.LONGEST
        ? path.substring(0, JsonPath.LONGEST) + "..."
        : path.toString();
  }
}
