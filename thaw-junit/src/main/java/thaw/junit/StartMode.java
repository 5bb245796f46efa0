package thaw.junit;

/** Tells how the environments of an application are to be started. */
public enum StartMode {
  /**
   * Environments start as fast as this machine can: they are restored from a snapshot after init
   * where CRIU works, else from an archive of the function's classes, else as {@link #COLD}.
   * Objects that a function makes in init are the same in all its environments then, as with
   * SnapStart.
   */
  FASTEST,

  /**
   * Environments start as on Lambda: by a new JVM, except for published versions with SnapStart.
   */
  COLD
}
