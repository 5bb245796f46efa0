package thaw.wire;

/**
 * What is wrong with a document, and where. It is thrown by readers for what a document has, and by
 * writers for what a format cannot have.
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
   * What to throw for a document. Whoever throws names no class of exceptions: one that is thrown
   * by its name is loaded when the code that throws is verified, thrown or not.
   */
  static RuntimeException of(String what, int offset, String path) {
    return new WireException(what, offset, path);
  }

  /** What to throw when a method is called that the other direction has. */
  static RuntimeException misuse(String what) {
    return new IllegalStateException(what);
  }

  /** How many bytes are before the place, from where the document begins. */
  public int offset() {
    return offset;
  }

  /** The place as a path: {@code $.lines[2].price}; the empty string where it is not known. */
  public String path() {
    return path;
  }
}
