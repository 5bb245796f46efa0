package thaw.source.polling;

/** What is given as an event pattern is none. No bug, so without a stack trace. */
public final class InvalidPattern extends Exception {
  InvalidPattern(String why) {
    super(why, null, false, false);
  }
}
