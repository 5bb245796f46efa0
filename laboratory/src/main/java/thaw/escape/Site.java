package thaw.escape;

/**
 * An instruction that allocates.
 *
 * @param type of the object, with a simple name: {@code Point}, {@code int[]}; of a lambda, the
 *     interface that it implements
 * @param detail of a lambda, the method that it runs: {@code Reading::setA}; else empty
 * @param line 0 where the class file has no line numbers
 */
public record Site(At at, Kind kind, String type, String detail, int line) {
  /** The kind of allocation, by what the instruction makes. */
  public enum Kind {
    OBJECT("object"),
    ARRAY("array"),
    BOX("box"),
    LAMBDA("capturing lambda");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }
}
