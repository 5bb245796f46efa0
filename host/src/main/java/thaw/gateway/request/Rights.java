package thaw.gateway.request;

/** The rights that a caller may have on the functions. */
public enum Rights {
  /**
   * Whatever the API can do, and to see what functions get and write. To change functions is to run
   * code as the user of this program.
   */
  CHANGE,
  /** To invoke them, and to read their configuration and the figures of what has happened. */
  READ,
  /** To invoke them, as functions themselves may. */
  INVOKE
}
