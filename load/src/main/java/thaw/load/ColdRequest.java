package thaw.load;

/**
 * A request that came upon an environment which had to be started for it.
 *
 * @param dueMillis in the run
 * @param responseMillis from when it was due to the whole answer
 */
public record ColdRequest(Kind kind, double dueMillis, double responseMillis) {
  /** Tells what the request's environment did before it could run. */
  public enum Kind {
    /** It ran its init phase. */
    INIT,
    /** It was restored from a snapshot. */
    RESTORE
  }
}
