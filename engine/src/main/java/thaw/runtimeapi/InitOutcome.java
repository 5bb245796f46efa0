package thaw.runtimeapi;

import java.time.Duration;

/** Tells how the init phase ended. */
public sealed interface InitOutcome {
  /** The runtime asked for its first event. */
  record Ready() implements InitOutcome {}

  /**
   * The runtime reported an error or ended.
   *
   * @param type for example {@code Runtime.BadFunctionCode}
   * @param message one line
   * @param payload the error as JSON
   */
  record Failed(String type, String message, byte[] payload) implements InitOutcome {}

  /**
   * The init phase took longer than allowed; Lambda repeats it in the first invocation.
   *
   * @param lost how long it took until it was ended
   */
  record TimedOut(Duration lost) implements InitOutcome {}
}
