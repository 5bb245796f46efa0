package thaw.durable;

/** A request that the engine refuses, in the words of AWS; no bug, so without a stack trace. */
public final class Rejected extends RuntimeException {
  /** The kinds of refusal, each an error of the API. */
  public enum Reason {
    INVALID_PARAMETER,
    NOT_FOUND,
    CONFLICT,
    CALLBACK_CLOSED,
    ALREADY_STARTED
  }

  private final Reason reason;

  public Rejected(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  static Rejected invalid(String message) {
    return new Rejected(Reason.INVALID_PARAMETER, message);
  }

  public Reason reason() {
    return reason;
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}
