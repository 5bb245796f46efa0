package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** The Runtime API could not be reached, or refused what it was told. */
final class RuntimeApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RuntimeApiException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** In the words of the official client. */
  static RuntimeApiException status(String what, int status) {
    return new RuntimeApiException(what + " Response code: '" + status + "'.", null);
  }
}
