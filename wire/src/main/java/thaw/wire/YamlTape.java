package thaw.wire;

import java.util.Arrays;

/**
 * A YAML document as nodes in one array of integers, in the order of the document. It knows where
 * texts are, and not what they say.
 *
 * <pre>
 * text, null:  | kind, length in bytes | first byte |
 * list, map:   | kind, entries         | first byte | node behind it | entries: value, or key and value
 * </pre>
 *
 * <p>The kind is in the high four bits. A node behind 0 is that of a list or map which has not
 * ended yet. A node takes 8 or 12 bytes, for 2 or 3 bytes of a document at least.
 */
final class YamlTape {
  static final int NULL = 0;

  /** A text without quotes. */
  static final int PLAIN = 1;

  /** A text between quotes, as it is there. */
  static final int QUOTED = 2;

  /** A text between single quotes, with quotes or line breaks in it. */
  static final int SINGLE = 3;

  /** A text between double quotes, with escapes or line breaks in it. */
  static final int DOUBLE = 4;

  static final int LIST = 5;
  static final int MAP = 6;

  /** The largest length and number of entries. */
  static final int MAX = (1 << 28) - 1;

  private int[] ints = new int[128];
  private int size;

  void clear() {
    size = 0;
  }

  /** The node that is next. */
  int size() {
    return size;
  }

  void text(int kind, int from, int length) {
    room(2);
    ints[size++] = kind << 28 | length;
    ints[size++] = from;
  }

  /** Returns its node. */
  int open(int kind, int from) {
    room(3);
    int node = size;
    ints[size++] = kind << 28;
    ints[size++] = from;
    ints[size++] = 0;
    return node;
  }

  void close(int node) {
    ints[node + 2] = size;
  }

  /** Counts one more entry; returns how many there are. */
  int count(int node) {
    return ++ints[node] & MAX;
  }

  int kind(int node) {
    return ints[node] >>> 28;
  }

  /** Returns the length of a text in bytes, without quotes; or the number of entries. */
  int length(int node) {
    return ints[node] & MAX;
  }

  /** The first byte, behind the quote. */
  int from(int node) {
    return ints[node + 1];
  }

  int to(int node) {
    return ints[node + 1] + (ints[node] & MAX);
  }

  /** The first byte, the quote where there is one. */
  int start(int node) {
    int kind = kind(node);
    return ints[node + 1] - (kind >= QUOTED && kind <= DOUBLE ? 1 : 0);
  }

  /** Returns whether a list or map has not ended: its last entry need not have a node yet. */
  boolean isOpen(int node) {
    return ints[node + 2] == 0;
  }

  boolean isText(int node) {
    int kind = kind(node);
    return kind >= PLAIN && kind <= DOUBLE;
  }

  /** The first entry of a list or map. */
  int first(int node) {
    return node + 3;
  }

  /** The node behind one and all in it. */
  int next(int node) {
    if (kind(node) < LIST) {
      return node + 2;
    }
    int next = ints[node + 2];
    return next == 0 ? size : next;
  }

  private void room(int more) {
    if (ints.length - size < more) {
      ints = Arrays.copyOf(ints, (int) Math.min(Integer.MAX_VALUE - 8, ints.length * 3L / 2));
    }
  }

  // ---- for messages

  /**
   * Returns the path of the byte at an offset into the array; the document may not have been parsed
   * to its end.
   */
  String path(byte[] bytes, int offset) {
    StringBuilder path = new StringBuilder("$");
    int node = size == 0 ? -1 : 0;
    while (node >= 0 && path.length() < JsonPath.LONGEST) {
      int kind = kind(node);
      node =
          kind == MAP
              ? ofMap(path, bytes, node, offset)
              : kind == LIST ? ofList(path, node, offset) : -1;
    }
    return path.length() > JsonPath.LONGEST
        ? path.substring(0, JsonPath.LONGEST) + "..."
        : path.toString();
  }

  /** Returns the value where the byte is, or -1. */
  private int ofMap(StringBuilder path, byte[] bytes, int map, int offset) {
    int key = -1;
    int value = -1;
    int end = next(map);
    for (int k = first(map); k < end && start(k) <= offset; k = k + 2 < end ? next(k + 2) : end) {
      key = k;
      value = k + 2 < end && start(k + 2) <= offset ? k + 2 : -1;
    }
    if (key >= 0) {
      JsonPath.name(path, YamlText.of(bytes, this, key));
    }
    return value;
  }

  private int ofList(StringBuilder path, int list, int offset) {
    int element = -1;
    int index = -1;
    int end = next(list);
    for (int e = first(list); e < end && start(e) <= offset; e = next(e)) {
      element = e;
      index++;
    }
    if (isOpen(list) && (element < 0 || next(element) >= end) && length(list) > index + 1) {
      index++; // one whose node is still to be made
      element = -1;
    }
    if (index >= 0) {
      path.append('[').append(index).append(']');
    }
    return element;
  }
}
