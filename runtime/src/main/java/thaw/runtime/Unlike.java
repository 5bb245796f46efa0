package thaw.runtime;

/**
 * A document or a value that the short way does not do as the official serializer does; that one
 * has the last word on it. No trace: it is no error yet.
 */
final class Unlike extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unlike(String message) {
    super(message, null, false, false);
  }
}
