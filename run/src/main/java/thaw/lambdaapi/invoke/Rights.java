package thaw.lambdaapi.invoke;

/** The rights that a caller may have on the functions. */
public enum Rights {
  /**
   * The right to do whatever the API can do, and to see what functions get and write. To change
   * functions is to run code as the user of this program.
   */
  CHANGE,
  /**
   * The right to invoke functions, and to read their configuration and the figures of what has
   * happened.
   */
  READ,
  /** The right to invoke functions, which functions themselves have. */
  INVOKE
}
