package thaw.heap;

import java.io.IOException;

/** A file that is no heap dump, or not all of one. */
final class BadHeapDump extends IOException {
  private static final long serialVersionUID = 1;

  BadHeapDump(String what) {
    super("not a usable heap dump: " + what);
  }
}
