package thaw.service;

import org.jspecify.annotations.Nullable;

/** Closes what was opened before something failed; the first failure is the one that is told. */
final class CloseOnFailure {
  private CloseOnFailure() {}

  static RuntimeException both(@Nullable RuntimeException first, RuntimeException next) {
    if (first == null) {
      return next;
    }
    first.addSuppressed(next);
    return first;
  }

  static RuntimeException also(Runnable close, RuntimeException reason) {
    try {
      close.run();
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
    return reason;
  }
}
