package thaw.service;

/** Closes what was opened before something failed; the first failure is the one that is told. */
final class CloseOnFailure {
  private CloseOnFailure() {}

  static RuntimeException also(Runnable close, RuntimeException reason) {
    try {
      close.run();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
    return reason;
  }
}
