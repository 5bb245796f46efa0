package thaw.load;

/**
 * A request that came upon an environment which had to be started for it.
 *
 * @param dueMillis in the run
 * @param responseMillis from when it was due to the whole answer
 * @param reportedMillis what {@code REPORT} says of it: {@code Init Duration} or {@code Restore
 *     Duration}, and {@code Duration}; 0 where a file of an earlier version does not have it
 */
public record ColdRequest(
    Kind kind, double dueMillis, double responseMillis, double reportedMillis) {
  /** Tells what the request's environment did before it could run. */
  public enum Kind {
    /** It ran its init phase. */
    INIT,
    /** It was restored from a snapshot. */
    RESTORE
  }
}
