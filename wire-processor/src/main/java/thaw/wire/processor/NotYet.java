package thaw.wire.processor;

/** A type is not known: another processor may write it, and the next round may know it. */
final class NotYet extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotYet() {
    super("a type is not known yet");
  }
}
