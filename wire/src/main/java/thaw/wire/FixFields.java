package thaw.wire;

import java.util.Arrays;

/**
 * Knows all fields of a FIX document, in the order of the document, and those of each tag. A reader
 * makes it when a field is not next: once for a document, in one pass.
 */
final class FixFields {
  // What a field is to the reader:
  private static final int FREE = 0;

  /** It was read. */
  private static final int TAKEN = 1;

  /** It is in a member of a repeating group that does not know it. */
  private static final int SKIPPED = 2;

  // Of each field: its tag, or 0 for what is none; where its value begins; the next one of its tag
  private static final int ENTRY = 4;
  private static final int START = 1;
  private static final int NEXT = 2;
  private static final int STATE = 3;

  // Of each tag: one more than its first field, and than the first that is free; 0 for none.
  private static final int SLOT = 3;
  private static final int HEAD = 1;

  /** While fields are added: one more than the last one. Afterwards: whether it is known. */
  private static final int LAST = 2;

  private static final int INITIAL = 64;

  /** The largest that is kept for the next document: 1 MiB. */
  private static final int LARGEST_KEPT = 1 << 18;

  private int[] entries = new int[INITIAL * ENTRY];
  private int[] table = new int[INITIAL * SLOT];

  /** The slots of the table that are in use, as a mask: its tags, and as many again. */
  private int mask = INITIAL - 1;

  private int size;
  private int tags;

  /** The end of the document. */
  private int end;

  /** Forgets the document. */
  void clear() {
    size = 0;
    if (entries.length + table.length > LARGEST_KEPT) {
      tags = 0;
      entries = new int[INITIAL * ENTRY];
      table = new int[INITIAL * SLOT];
    }
  }

  /** Goes over a document; what is before a place was read. Returns the field at that place. */
  int fill(FixReader in, int from, int place) {
    mask = INITIAL - 1;
    while (2 * tags > mask) { // as many as the document before had
      mask = 2 * mask + 1;
    }
    int used = (mask + 1) * SLOT;
    if (used > table.length) {
      table = new int[used];
    } else {
      Arrays.fill(table, 0, used, 0);
    }
    size = 0;
    tags = 0;
    end = in.end;
    int current = 0;
    int data = 0;
    int until = 0;
    int p = from;
    while (p < in.end) {
      in.count();
      int start = FixReader.header(in.bytes, p, in.end);
      int tag = start < 0 ? 0 : FixReader.number(in.bytes, p, start - 1);
      if (tag == 0) {
        start = p;
      }
      add(tag, start);
      if (start < place) {
        entries[(size - 1) * ENTRY + STATE] = TAKEN;
        current = size;
      }
      int end = data != 0 && tag == data ? until : FixReader.end(in.bytes, start, in.end);
      data = tag == 93 ? 89 : Field.dataLength(tag + 1) == tag ? tag + 1 : 0;
      if (data != 0) {
        until = FixReader.dataEnd(in.bytes, start, end, in.end, data);
        data = until < 0 ? 0 : data;
      }
      p = end + 1;
    }
    for (int slot = 0; slot <= mask * SLOT; slot += SLOT) {
      table[slot + HEAD] = table[slot];
      table[slot + LAST] = 0;
    }
    return current;
  }

  private void add(int tag, int start) {
    if (size * ENTRY == entries.length) {
      entries = Arrays.copyOf(entries, 2 * entries.length);
    }
    int at = size * ENTRY;
    entries[at] = tag;
    entries[at + START] = start;
    entries[at + NEXT] = -1;
    entries[at + STATE] = FREE;
    size++;
    int slot = slot(tag);
    if (table[slot] == 0) {
      if (2 * ++tags > mask + 1) {
        grow();
        slot = slot(tag);
      }
      table[slot] = size;
    } else {
      entries[(table[slot + LAST] - 1) * ENTRY + NEXT] = size - 1;
    }
    table[slot + LAST] = size;
  }

  /** The slot of a tag, or the one where it belongs. */
  private int slot(int tag) {
    int slot = Field.hash(tag) & mask;
    while (table[slot * SLOT] != 0 && entries[(table[slot * SLOT] - 1) * ENTRY] != tag) {
      slot = slot + 1 & mask;
    }
    return slot * SLOT;
  }

  private void grow() {
    int[] before = table;
    int last = mask * SLOT;
    mask = 2 * mask + 1;
    table = new int[(mask + 1) * SLOT];
    for (int i = 0; i <= last; i += SLOT) {
      if (before[i] != 0) {
        System.arraycopy(before, i, table, slot(entries[(before[i] - 1) * ENTRY]), SLOT);
      }
    }
  }

  int size() {
    return size;
  }

  int tag(int field) {
    return entries[field * ENTRY];
  }

  /** Where a field's value begins. */
  int start(int field) {
    return entries[field * ENTRY + START];
  }

  /** Where a field begins; the document's end for the one after the last. */
  int begin(int field) {
    if (field == size) {
      return end;
    }
    int tag = tag(field);
    return tag == 0 ? start(field) : start(field) - 1 - TextNumbers.digits(tag);
  }

  boolean isFree(int field) {
    return entries[field * ENTRY + STATE] == FREE;
  }

  boolean isTaken(int field) {
    return entries[field * ENTRY + STATE] == TAKEN;
  }

  void take(int field) {
    entries[field * ENTRY + STATE] = TAKEN;
  }

  void free(int field) {
    entries[field * ENTRY + STATE] = FREE;
  }

  void skip(int field) {
    entries[field * ENTRY + STATE] = SKIPPED;
  }

  /** The next field of the same tag, or -1. */
  int next(int field) {
    return entries[field * ENTRY + NEXT];
  }

  /** The first field of a tag that is free, or -1. */
  int first(int tag) {
    int slot = slot(tag);
    int field = table[slot + HEAD] - 1;
    while (field >= 0 && !isFree(field)) {
      field = next(field);
    }
    if (table[slot] != 0) {
      table[slot + HEAD] = field + 1;
    }
    return field;
  }

  /** Makes a tag known: none of its fields may be left. */
  void know(int tag) {
    int slot = slot(tag);
    if (table[slot] != 0) {
      table[slot + LAST] = 1;
    }
  }

  /** The first field from one on that was not read, or -1. */
  int left(int from) {
    for (int field = from; field < size; field++) {
      if (!isTaken(field)) {
        return field;
      }
    }
    return -1;
  }

  /** Makes the tags known of all fields that were read. */
  void know() {
    for (int field = 0; field < size; field++) {
      if (isTaken(field)) {
        know(tag(field));
      }
    }
  }

  boolean isKnown(int tag) {
    return table[slot(tag) + LAST] != 0;
  }
}
