package thaw.tuning;

/**
 * A fact that a restored function lacks although a started one has it, or work that its first
 * request does in spite of the snapshot.
 *
 * @param text what it is, in one line
 * @param remedy what to do; may be empty
 * @param breaks whether what needs it fails after a restore
 */
public record SnapStartRisk(Kind kind, String text, String remedy, boolean breaks) {
  /** Makes one that makes no request fail for certain. */
  public SnapStartRisk(Kind kind, String text, String remedy) {
    this(kind, text, remedy, false);
  }

  /** The kinds of risks, in the order in which they are told. */
  public enum Kind {
    /** It was open when the snapshot was taken, and is closed in every clone. */
    DEAD_CONNECTION("dead connection"),
    /** The same in every clone though it should be each one's own. */
    NOT_UNIQUE("not unique"),
    /** Keys of the moment of the snapshot, or none. */
    CREDENTIALS("credentials"),
    /** A container's objects are made before the snapshot, and again after it. */
    SECOND_CONTEXT("context made twice"),
    /** No snapshot takes it away. */
    FIRST_REQUEST("work of the first request");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Returns the words for people. */
    public String words() {
      return words;
    }
  }
}
