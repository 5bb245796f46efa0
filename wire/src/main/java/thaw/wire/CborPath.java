package thaw.wire;

import java.util.Arrays;

/**
 * Computes where in a document of CBOR a byte is, for a message. It goes over the document anew,
 * which need not be well-formed: where it is not, the path ends.
 */
final class CborPath {
  private static final int NOWHERE = -1;
  private static final int OBJECT = 5;

  private final CborReader in;

  /**
   * For each list and object around: the major type, how many elements or entries are to come as
   * the reader counts them, and the index of the element or the place of the key that came last.
   */
  private int[] around = new int[48];

  private int top;

  private CborPath(CborReader in) {
    this.in = in;
  }

  /** Returns the path of the byte at an offset into the array, of which the document is a part. */
  static String of(byte[] bytes, int begin, int end, int offset) {
    int all = Math.max(end, 1);
    CborReader in = new CborReader(new Limits(all, all, all, all, all), true);
    in.reset(bytes, begin, end);
    CborPath path = new CborPath(in);
    StringBuilder text = new StringBuilder("$");
    try {
      while (in.position <= offset && path.step(offset)) {}
    } catch (WireException e) {
      // It is not well-formed from here on.
    }
    try {
      path.show(text);
    } catch (WireException e) {
      // A key is not.
    }
    return text.length() > JsonPath.LONGEST
        ? text.substring(0, JsonPath.LONGEST) + "..."
        : text.toString();
  }

  /** Goes over an entry's key and a value, or its head; false at the end of the document. */
  private boolean step(int offset) {
    if (top > 0) {
      int left = around[top - 2];
      if (left == 0 || (left < 0 && in.at(in.position) == 0xff)) {
        in.position += left < 0 ? 1 : 0;
        top -= 3;
        return top > 0;
      }
      around[top - 2]--;
      if (around[top - 3] == OBJECT) {
        around[top - 1] = in.position;
        CborScanner.name(in);
        if (in.position > offset) {
          return false;
        }
      } else {
        around[top - 1]++;
      }
    }
    int at = in.position;
    int first = in.head();
    if (first >> 5 == OBJECT || first >> 5 == OBJECT - 1) {
      if (top == around.length) {
        around = Arrays.copyOf(around, 2 * top);
      }
      around[top] = first >> 5;
      around[top + 1] = in.count(first);
      around[top + 2] = NOWHERE;
      top += 3;
      return true;
    }
    in.position = at;
    CborScanner.skip(in);
    return top > 0;
  }

  private void show(StringBuilder text) {
    for (int i = 0; i < top && text.length() < JsonPath.LONGEST; i += 3) {
      int place = around[i + 2];
      if (place == NOWHERE) {
        return;
      }
      if (around[i] == OBJECT) {
        in.position = place;
        JsonPath.name(text, CborScanner.key(in));
      } else {
        text.append('[').append(place).append(']');
      }
    }
  }
}
