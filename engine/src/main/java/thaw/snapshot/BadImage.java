package thaw.snapshot;

import java.io.IOException;

/** A file of a dump that is not what CRIU writes: cut off, damaged, or of an unknown kind. */
final class BadImage extends IOException {
  /**
   * @param file which one
   * @param fact what is wrong with it
   */
  BadImage(Object file, String fact) {
    super("not a usable dump: " + file + ": " + fact);
  }
}
