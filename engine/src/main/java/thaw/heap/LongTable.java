package thaw.heap;

/** Numbers from 0 on for long keys other than 0, in the order in which they come. */
final class LongTable {
  /** The number of a key that is not in the table. */
  static final int ABSENT = -1;

  private static final int FIRST_CAPACITY = 1 << 12;

  /** Fibonacci hashing: addresses differ in their middle bits. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[FIRST_CAPACITY];
  private int[] numbers = new int[FIRST_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  /** The key's number, a new one when it has none yet. */
  int add(long key) {
    if (size * 2 >= keys.length) {
      grow();
    }
    int slot = slot(key);
    if (keys[slot] == 0) {
      keys[slot] = key;
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  int find(long key) {
    int slot = slot(key);
    return key != 0 && keys[slot] == key ? numbers[slot] : ABSENT;
  }

  private int slot(long key) {
    int slot = (int) (key * MULTIPLIER >>> 33) & (keys.length - 1);
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[oldKeys.length * 2];
    numbers = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}
