package thaw.wire;

import java.nio.charset.StandardCharsets;

/**
 * Computes where in a document of a {@link BinaryWriter} a byte is, for a message. It goes over the
 * document anew, which need not be well-formed: where it is not, the path ends.
 */
final class BinaryPath {
  /** The most characters of a path that are told. */
  private static final int LONGEST = 200;

  private final byte[] bytes;
  private final int end;
  private final StringBuilder text = new StringBuilder("$");

  /** The offset after the header that was read last. */
  private int payload;

  /** The number in that header, or the length of the name. */
  private int number;

  private BinaryPath(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  /** Returns the path of the byte at an offset into the array, of which the document is a part. */
  static String of(byte[] bytes, int begin, int end, int offset, boolean named) {
    BinaryPath path = new BinaryPath(bytes, end);
    int value = begin;
    path.payload = begin + 1;
    while (value >= 0 && path.text.length() < LONGEST) {
      value = path.inside(value, offset, named);
    }
    return path.text.length() > LONGEST
        ? path.text.substring(0, LONGEST) + "..."
        : path.text.toString();
  }

  /** The header of the value in another one that has a byte; -1 for none. */
  private int inside(int value, int offset, boolean named) {
    int type = value < end ? bytes[value] & 15 : Type.NULL;
    if (type < Type.OBJECT || offset < payload + 4 || payload + 4 > end) {
      return -1;
    }
    int length = Bytes.int32(bytes, payload);
    int at = payload + 4;
    int last = length < 0 || length > end - at ? end : at + length;
    for (int i = 0; at < last; i++) {
      boolean key = type == Type.MAP || (type == Type.OBJECT && named);
      if (!header(at, key)) {
        return -1;
      }
      int next = after(bytes[at] & 15);
      if (next < 0 || offset < next) {
        add(type, key, i);
        return at;
      }
      at = next;
    }
    return -1;
  }

  private void add(int type, boolean key, int i) {
    if (type == Type.LIST) {
      text.append('[').append(i).append(']');
    } else if (key) {
      JsonPath.name(text, new String(bytes, payload - number, number, StandardCharsets.UTF_8));
    } else {
      text.append('.').append(number);
    }
  }

  private boolean header(int at, boolean key) {
    number = bytes[at] >> 4 & 15;
    payload = at + 1;
    if (number == 15 && !varint()) {
      return false;
    }
    if (key) {
      if (number < 0 || number > end - payload) {
        return false;
      }
      payload += number;
    }
    return true;
  }

  /** Reads a varint at {@link #payload}, which is behind it then; false when it has no end. */
  private boolean varint() {
    number = 0;
    for (int shift = 0; shift < 35 && payload < end; shift += 7) {
      byte next = bytes[payload++];
      number |= (next & 127) << shift;
      if (next >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the place behind the value at {@link #payload}, or -1 when that is not known. */
  private int after(int type) {
    int from = payload;
    int name = number;
    int at = from;
    int length = Type.size(type);
    if (length < 0) {
      boolean known = true;
      if (type == Type.DECIMAL) {
        known = varint();
      }
      if (type >= Type.OBJECT) {
        known = payload + 4 <= end;
        number = known ? Bytes.int32(bytes, payload) : -1;
        payload += 4;
      } else {
        known = known && varint();
      }
      length = known ? number : -1;
      at = payload;
    }
    payload = from;
    number = name;
    return length < 0 || length > end - at ? -1 : at + length;
  }
}
