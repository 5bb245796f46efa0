package thaw.wire;

import java.util.Arrays;

/**
 * Knows where the fields of objects are that could not be read in the order of their description.
 * It is made when a field is not next, once for such an object, and looked up by name or number
 * from then on. An object in another one lies above it, as on a stack.
 *
 * <pre>
 * base: | entries | slots | hash, key, value of entry 0 | of entry 1 | ... | table of slots |
 * </pre>
 *
 * <p>What a hash is and whether two names are the same is the reader's to know: it looks at each
 * entry with the hash in question.
 */
final class FieldIndex {
  private static final int HEAD = 2;
  private static final int ENTRY = 3;

  private static final int INITIAL = 64;

  /** The largest index that a reader may keep for the next document: 1 MiB. */
  private static final int LARGEST_KEPT = 1 << 18;

  private int[] ints = new int[INITIAL];
  private int top;

  /** Forgets all. */
  void clear() {
    close(0);
  }

  /** Begins with an object, and returns its base. */
  int open() {
    int base = top;
    room(HEAD);
    ints[base] = 0;
    ints[base + 1] = 0;
    top += HEAD;
    return base;
  }

  /** Forgets the object of a base and those above it; one large document is not held for ever. */
  void close(int base) {
    top = base;
    if (base == 0 && ints.length > LARGEST_KEPT) {
      ints = new int[INITIAL];
    }
  }

  void add(int base, int hash, int key, int value) {
    room(ENTRY);
    ints[top] = hash;
    ints[top + 1] = key;
    ints[top + 2] = value;
    top += ENTRY;
    ints[base]++;
  }

  int entries(int base) {
    return ints[base];
  }

  /** Makes room for the table, after the last entry; each entry is then {@link #place}d in it. */
  void seal(int base) {
    int slots = Integer.highestOneBit(Math.max(ints[base], 1)) * 4;
    room(slots);
    Arrays.fill(ints, top, top + slots, 0);
    top += slots;
    ints[base + 1] = slots;
  }

  /** Puts an entry into the table. */
  void place(int base, int entry) {
    int table = table(base);
    int mask = ints[base + 1] - 1;
    int slot = hash(base, entry) & mask;
    while (ints[table + slot] != 0) {
      slot = slot + 1 & mask;
    }
    ints[table + slot] = entry + 1;
  }

  /**
   * Puts an entry into the table before those of the same hash: the first of them is its value from
   * now on. The entries are put in from the last to the first.
   */
  void chain(int base, int entry) {
    int table = table(base);
    int slot = slot(base, hash(base, entry));
    for (int other = entry(base, slot); other >= 0; other = entry(base, slot)) {
      if (hash(base, other) == hash(base, entry)) {
        ints[base + HEAD + ENTRY * entry + 2] = other;
        break;
      }
      slot = next(base, slot);
    }
    ints[table + slot] = entry + 1;
  }

  /** Gives an entry another key. */
  void key(int base, int entry, int key) {
    ints[base + HEAD + ENTRY * entry + 1] = key;
  }

  /** The slot where entries of a hash begin. */
  int slot(int base, int hash) {
    return hash & ints[base + 1] - 1;
  }

  int next(int base, int slot) {
    return slot + 1 & ints[base + 1] - 1;
  }

  /** The entry in a slot, or -1: there is none, and none follows. */
  int entry(int base, int slot) {
    return ints[table(base) + slot] - 1;
  }

  int hash(int base, int entry) {
    return ints[base + HEAD + ENTRY * entry];
  }

  int key(int base, int entry) {
    return ints[base + HEAD + ENTRY * entry + 1];
  }

  int value(int base, int entry) {
    return ints[base + HEAD + ENTRY * entry + 2];
  }

  private int table(int base) {
    return base + HEAD + ENTRY * ints[base];
  }

  private void room(int more) {
    if (ints.length - top < more) {
      ints =
          Arrays.copyOf(
              ints,
              (int) Math.min(Integer.MAX_VALUE - 8, Math.max(2L * ints.length, (long) top + more)));
    }
  }
}
