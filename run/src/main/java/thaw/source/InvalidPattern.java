package thaw.source;

/** Says that a text is not an event pattern. That is no bug, so there is no stack trace. */
final class InvalidPattern extends Exception {
  InvalidPattern(String why) {
    super(why, null, false, false);
  }
}
