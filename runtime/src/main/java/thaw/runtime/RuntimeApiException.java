package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** The Runtime API could not be reached, or refused what it was told. */
final class RuntimeApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The status of the response; 0 without one. */
  private final int status;

  RuntimeApiException(String message, @Nullable Throwable cause) {
    this(message, cause, 0);
  }

  private RuntimeApiException(String message, @Nullable Throwable cause, int status) {
    super(message, cause);
    this.status = status;
  }

  /** Returns the exception for a status, in the words of the official client. */
  static RuntimeApiException status(String what, int status) {
    return new RuntimeApiException(what + " Response code: '" + status + "'.", null, status);
  }

  /** Returns whether the Runtime API holds the invocation for ended. */
  boolean saysEnded() {
    return saysEnded(status);
  }

  /** 400: the id is not that of a running invocation. 403: its state allows no more answer. */
  static boolean saysEnded(int status) {
    return status == 400 || status == 403;
  }
}
