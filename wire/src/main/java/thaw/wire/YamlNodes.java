package thaw.wire;

import java.util.Arrays;

/**
 * The lists and maps that have not ended, while a {@link YamlTape} is made: a stack of its own, so
 * that no document makes the parser call itself deeper and deeper. It holds the limits, and that no
 * key is there twice.
 */
final class YamlNodes {
  /** The column of one between brackets. */
  static final int FLOW = Integer.MAX_VALUE;

  private static final int FRAME = 3;

  /** Entries up to which each key is compared with each other one. */
  private static final int FEW = 8;

  private final YamlSource source;
  private final YamlTape tape;
  private final FieldIndex keys = new FieldIndex();

  /** The index of each open node, its column, and whether a value is due. */
  private int[] stack = new int[16 * FRAME];

  private int top;
  private int elements;

  YamlNodes(YamlSource source, YamlTape tape) {
    this.source = source;
    this.tape = tape;
  }

  void clear() {
    top = 0;
    elements = 0;
    keys.clear();
    tape.clear();
  }

  boolean isEmpty() {
    return tape.size() == 0;
  }

  /** Returns the number of nodes that have not ended. */
  int depth() {
    return top / FRAME;
  }

  /** The column where the entries of the innermost one begin; -1 when there is none. */
  int column() {
    return top == 0 ? -1 : stack[top - 2];
  }

  boolean isList() {
    return tape.kind(stack[top - FRAME]) == YamlTape.LIST;
  }

  /** Returns whether the one around the innermost one has a column. */
  boolean isAround(int column) {
    return top > FRAME && stack[top - FRAME - 2] == column;
  }

  /** Returns whether there is a key, or the - of a list, without a value yet. */
  boolean isDue() {
    return stack[top - 1] != 0;
  }

  /** The value that was due begins here. */
  void open(int kind, int column, int from) {
    given();
    if (depth() >= source.limits().maxDepth()) {
      throw source.failure(
          "deeper than " + source.limits().maxDepth() + " objects and lists in each other", from);
    }
    if (stack.length == top) {
      stack = Arrays.copyOf(stack, 2 * top);
    }
    stack[top] = tape.open(kind, from);
    stack[top + 1] = column;
    stack[top + 2] = 0;
    top += FRAME;
  }

  /** The innermost one ends; a value that is due is null. */
  void close() {
    if (isDue()) {
      nothing();
    }
    int node = stack[top - FRAME];
    tape.close(node);
    if (tape.kind(node) == YamlTape.MAP) {
      refuseSecond(node);
    }
    top -= FRAME;
  }

  /** A value is due, of a list. */
  void item() {
    if (isDue()) {
      nothing();
    }
    count();
    stack[top - 1] = 1;
  }

  /** A value is due, of a key. */
  void key(YamlScalars key) {
    if (isDue()) {
      nothing();
    }
    if (key.length == 2
        && key.kind == YamlTape.PLAIN
        && source.at(key.from) == '<'
        && source.at(key.from + 1) == '<') {
      throw source.failure("a merge key (<<) is not supported", key.from);
    }
    count();
    tape.text(key.kind == YamlTape.NULL ? YamlTape.PLAIN : key.kind, key.from, key.length);
    stack[top - 1] = 1;
  }

  void text(YamlScalars value) {
    given();
    tape.text(value.kind, value.from, value.length);
  }

  /** The value that is due is null. */
  void nothing() {
    given();
    tape.text(YamlTape.NULL, source.at, 0);
  }

  private void given() {
    if (top > 0) {
      stack[top - 1] = 0;
    }
  }

  private void count() {
    tape.count(stack[top - FRAME]);
    if (++elements > source.limits().maxElements()) {
      throw source.failure(
          "more than " + source.limits().maxElements() + " elements and fields", source.at);
    }
  }

  // ---- keys that are there twice

  private void refuseSecond(int map) {
    int end = tape.next(map);
    boolean many = tape.length(map) > FEW;
    for (int key = tape.first(map); key < end && !many; key = tape.next(key + 2)) {
      many = tape.kind(key) >= YamlTape.SINGLE; // to compare them costs more than a hash
    }
    if (many) {
      refuseSecondOfMany(map);
      return;
    }
    for (int key = tape.first(map); key < end; key = tape.next(key + 2)) {
      for (int other = tape.first(map); other < key; other = tape.next(other + 2)) {
        refuseSame(other, key);
      }
    }
  }

  private void refuseSecondOfMany(int map) {
    int base = keys.open();
    int end = tape.next(map);
    for (int key = tape.first(map); key < end; key = tape.next(key + 2)) {
      keys.add(base, YamlText.hash(source.bytes, tape, key), key, 0);
    }
    keys.seal(base);
    for (int entry = 0; entry < keys.entries(base); entry++) {
      int hash = keys.hash(base, entry);
      int slot = keys.slot(base, hash);
      for (int other = keys.entry(base, slot); other >= 0; other = keys.entry(base, slot)) {
        if (keys.hash(base, other) == hash) {
          refuseSame(keys.key(base, other), keys.key(base, entry));
        }
        slot = keys.next(base, slot);
      }
      keys.place(base, entry);
    }
    keys.close(base);
  }

  private void refuseSame(int first, int second) {
    if (YamlText.isSame(source.bytes, tape, first, second)) {
      throw source.failure(
          "the key is there twice: " + YamlText.shortened(source.bytes, tape, second),
          tape.from(second));
    }
  }
}
