package thaw.wire;

/** Computes where in a YAML document a byte is, for a message. */
final class YamlPath {
  private YamlPath() {}

  /**
   * Returns the path of the byte at an offset into the array; the document may not have been parsed
   * to its end.
   */
  static String of(byte[] bytes, YamlTape tape, int offset) {
    StringBuilder path = new StringBuilder("$");
    int node = tape.size() == 0 ? -1 : 0;
    while (node >= 0 && path.length() < JsonPath.LONGEST) {
      int kind = tape.kind(node);
      node =
          kind == YamlTape.MAP
              ? ofMap(path, bytes, tape, node, offset)
              : kind == YamlTape.LIST ? ofList(path, tape, node, offset) : -1;
    }
    return path.length() > JsonPath.LONGEST
        ? path.substring(0, JsonPath.LONGEST) + "..."
        : path.toString();
  }

  /** Returns the value where the byte is, or -1. */
  private static int ofMap(StringBuilder path, byte[] bytes, YamlTape tape, int map, int offset) {
    int key = -1;
    int value = -1;
    int end = tape.next(map);
    for (int k = tape.first(map);
        k < end && tape.start(k) <= offset;
        k = k + 2 < end ? tape.next(k + 2) : end) {
      key = k;
      value = k + 2 < end && tape.start(k + 2) <= offset ? k + 2 : -1;
    }
    if (key >= 0) {
      JsonPath.name(path, YamlText.of(bytes, tape, key));
    }
    return value;
  }

  private static int ofList(StringBuilder path, YamlTape tape, int list, int offset) {
    int element = -1;
    int index = -1;
    int end = tape.next(list);
    for (int e = tape.first(list); e < end && tape.start(e) <= offset; e = tape.next(e)) {
      element = e;
      index++;
    }
    if (tape.isOpen(list)
        && (element < 0 || tape.next(element) >= end)
        && tape.length(list) > index + 1) {
      index++; // one whose node is still to be made
      element = -1;
    }
    if (index >= 0) {
      path.append('[').append(index).append(']');
    }
    return element;
  }
}
