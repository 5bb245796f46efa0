package thaw.runtimeapi.extensions;

/** Tells how the wait for all extensions ended. */
public enum Barrier {
  PASSED,
  /** {@link ExtensionsSession#failure} tells why. */
  FAILED,
  /** Something else ended the wait, for example the end of the runtime. */
  CANCELLED,
  TIMED_OUT
}
