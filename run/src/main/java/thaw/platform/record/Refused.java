package thaw.platform.record;

/**
 * A change or a question that the platform refuses, in the words that AWS has for it. No bug, so
 * without a stack trace. Refuses to know how an HTTP handler tells it.
 */
public final class Refused extends RuntimeException {
  private final Reason reason;

  /** Tells which of Lambda's errors it is. */
  public enum Reason {
    NOT_FOUND,
    /** Something is not there, and AWS was recorded to leave out the member Type. */
    NOT_FOUND_WITHOUT_TYPE,
    CONFLICT,
    INVALID_PARAMETER,
    /** A parameter is not valid, and AWS was recorded to leave out the member Type. */
    INVALID_PARAMETER_WITHOUT_TYPE,
    /** A request has a tenant and must not, or has none and must. */
    TENANT,
    PRECONDITION_FAILED,
    TOO_LARGE,
    CODE_STORAGE_EXCEEDED,
    POLICY_LENGTH_EXCEEDED,
    PROVISIONED_CONFIG_NOT_FOUND,
    CODE_SIGNING_CONFIG_NOT_FOUND,
    CODE_VERIFICATION_FAILED,
    RUNTIME_VERSION_DELETED,
    RUNTIME_ALIAS_DELETED,
    /** The store does not take it, which is the machine's fault and not the caller's. */
    SERVICE
  }

  public Refused(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  public static Refused notFound(String message) {
    return new Refused(Reason.NOT_FOUND, message);
  }

  public static Refused functionNotFound(String arn) {
    return notFound("Function not found: " + arn);
  }

  public static Refused conflict(String message) {
    return new Refused(Reason.CONFLICT, message);
  }

  public static Refused invalid(String message) {
    return new Refused(Reason.INVALID_PARAMETER, message);
  }

  public static Refused revision(String call) {
    return new Refused(
        Reason.PRECONDITION_FAILED,
        "The Revision Id provided does not match the latest Revision Id. Call the "
            + call
            + " API to retrieve the latest Revision Id");
  }
}
