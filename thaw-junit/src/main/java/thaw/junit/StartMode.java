package thaw.junit;

/** How the environments of an application are to be started. */
public enum StartMode {
  /**
   * As fast as this machine can: restored from a snapshot after init where CRIU works, else from an
   * archive of the function's classes, else as {@link #COLD}. Objects that a function makes in init
   * are the same in all its environments then, as with SnapStart.
   */
  FASTEST,

  /** As on Lambda: by a new JVM, except for published versions with SnapStart. */
  COLD
}
