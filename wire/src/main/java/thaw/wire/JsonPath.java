package thaw.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes where in a JSON document a byte is, for a message. It goes over the document anew, which
 * need not be well-formed. What paths of other formats have alike, and the steps of those in
 * protobuf, are here too: it is loaded for messages only.
 */
final class JsonPath {
  /** The most characters of a path that are told. */
  static final int LONGEST = 200;

  private static final int BEFORE_COLON = -1;
  private static final int BEHIND_COLON = -2;

  /** The name that came last in each object around; the empty string for each list. */
  private final List<String> names = new ArrayList<>();

  /** The index of the element in each list around; for each object, whether the colon was there. */
  private final List<Integer> places = new ArrayList<>();

  private JsonPath() {}

  /**
   * Returns the path of the byte at an offset into the array.
   *
   * @param begin where the document begins in the array
   */
  static String of(byte[] bytes, int begin, int offset) {
    JsonPath path = new JsonPath();
    int p = begin;
    while (p < offset) {
      p = path.step(bytes, p, offset);
    }
    return path.toString();
  }

  private int step(byte[] bytes, int p, int offset) {
    int c = bytes[p];
    int last = places.size() - 1;
    if (c == '"') {
      int to = p + 1;
      while (to < offset && bytes[to] != '"') {
        to += bytes[to] == '\\' ? 2 : 1;
      }
      if (last >= 0 && places.get(last) == BEFORE_COLON && to < offset) {
        names.set(last, new String(bytes, p + 1, to - p - 1, StandardCharsets.UTF_8));
      }
      return to + 1;
    }
    if (c == '{' || c == '[') {
      names.add("");
      places.add(c == '[' ? 0 : BEFORE_COLON);
    } else if (last >= 0) {
      if (c == '}' || c == ']') {
        names.remove(last); // both are indexes
        places.remove(last);
      } else if (c == ':') {
        places.set(last, BEHIND_COLON);
      } else if (c == ',') {
        places.set(last, places.get(last) < 0 ? BEFORE_COLON : places.get(last) + 1);
        if (places.get(last) < 0) {
          names.set(last, "");
        }
      }
    }
    return p + 1;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("$");
    for (int i = 0; i < names.size() && text.length() < LONGEST; i++) {
      if (places.get(i) >= 0) {
        text.append('[').append(places.get(i)).append(']');
      } else if (!names.get(i).isEmpty()) {
        name(text, names.get(i));
      }
    }
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text.toString();
  }

  /** One step further in a path. */
  static void name(StringBuilder path, String name) {
    if (isPlain(name)) {
      path.append('.').append(name);
    } else {
      path.append("['").append(name).append("']");
    }
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '_' && c != '-') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  // ---- in a document of protobuf, step by step

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
      name(path, Long.toString(value));
    } else if (next >= 0
        && bytes[entry] == (1 << 3 | ProtobufWriter.LENGTH)
        && value >= 0
        && value <= end - at) {
      name(path, new String(bytes, at, (int) value, StandardCharsets.UTF_8));
    } else {
      path.append("[?]");
    }
  }

  /** Returns the name of a wire type. */
  static String wireType(int type) {
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
    return path.length() > LONGEST ? path.substring(0, LONGEST) + "..." : path.toString();
  }
}
