package thaw.recording;

import java.util.Arrays;

/**
 * Finds the last of many entries that begins at or before an address.
 *
 * <p>One sorted array of {@code long}: 40 bits of address (relative to the lowest), 24 bits of the
 * entry's number. Sorting 70,000 symbols that way takes a few milliseconds, a tenth of what objects
 * take, and a symbol table is read during a measurement's evaluation, while somebody waits.
 */
final class AddressIndex {
  private static final int NUMBER_BITS = 24;
  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
  private static final long SPAN = 1L << (63 - NUMBER_BITS);

  private final long base;
  private final long[] sorted;

  /** Entries that are too far from the lowest, half a TiB, are left out. */
  AddressIndex(long[] addresses, int count) {
    if (count > NUMBER_MASK) {
      throw new IllegalArgumentException("must be at most 2^24: entries=" + count);
    }
    long lowest = count == 0 ? 0 : addresses[0];
    for (int i = 1; i < count; i++) {
      lowest = Math.min(lowest, addresses[i]);
    }
    long[] keys = new long[count];
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long distance = addresses[i] - lowest;
      if (distance >= 0 && distance < SPAN) {
        keys[kept++] = distance << NUMBER_BITS | i;
      }
    }
    base = lowest;
    sorted = Arrays.copyOf(keys, kept);
    Arrays.sort(sorted);
  }

  int size() {
    return sorted.length;
  }

  /** Position, in the order of addresses; -1 where the address lies before all. */
  int floor(long address) {
    long distance = address - base;
    if (address < base || distance < 0 || sorted.length == 0) {
      return -1;
    }
    if (distance >= SPAN) {
      return sorted.length - 1;
    }
    int found = Arrays.binarySearch(sorted, distance << NUMBER_BITS | NUMBER_MASK);
    return found >= 0 ? found : -found - 2;
  }

  /** The entry's number in the constructor's array. */
  int number(int position) {
    return (int) (sorted[position] & NUMBER_MASK);
  }

  long address(int position) {
    return base + (sorted[position] >>> NUMBER_BITS);
  }
}
