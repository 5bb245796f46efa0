package thaw.load;

/**
 * The reason why a request was not answered as it should have been; equal ones are counted
 * together.
 *
 * @param text what a user reads, such as {@code status 503}: without anything that only one request
 *     has
 */
public record Failure(Kind kind, String text) {
  /** The kinds of things that go wrong. */
  public enum Kind {
    /** The host's name leads nowhere. */
    UNKNOWN_HOST,
    /** Nobody listens, or the way there is closed. */
    NOT_CONNECTED,
    /** The server's certificate, or the rest of the TLS handshake. */
    TLS,
    /** The connection ended before the answer did. */
    CLOSED,
    /** No whole answer in time. */
    TIMEOUT,
    /** The bytes that came are no HTTP. */
    PROTOCOL,
    /** An answer with another status than expected. */
    STATUS,
    /** An answer with another body than expected. */
    BODY,
    /** The function failed: an answer with status 200 that Lambda marks so. */
    FUNCTION_ERROR,
    /** The platform took no more requests. */
    THROTTLED,
    /** The run ended before it was answered. */
    UNANSWERED;

    /** Returns whether there was no way to the target. */
    public boolean isUnconnected() {
      return this == UNKNOWN_HOST || this == NOT_CONNECTED || this == TLS;
    }
  }
}
