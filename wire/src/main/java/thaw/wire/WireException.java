package thaw.wire;

/**
 * Says what is wrong with a document, and where. Readers throw it for a document that they cannot
 * read, and writers for a value that their format cannot have.
 */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int offset;
  private final String path;

  private WireException(String what, int offset, String path) {
    super(what + " at byte " + offset + (path.isEmpty() ? "" : ", " + path));
    this.offset = offset;
    this.path = path;
  }

  /**
   * Returns the exception to throw for a document. Whoever throws names no class of exceptions: one
   * that is thrown by its name is loaded when the code that throws is verified, thrown or not.
   */
  static RuntimeException of(String what, int offset, String path) {
    return new WireException(what, offset, path);
  }

  /** Returns the exception to throw when a method of the other direction is called. */
  static RuntimeException misuse(String what) {
    return new IllegalStateException(what);
  }

  /** Returns the number of bytes from the document's beginning to the place. */
  public int offset() {
    return offset;
  }

  /** The place as a path: {@code $.lines[2].price}; the empty string where it is not known. */
  public String path() {
    return path;
  }
}
