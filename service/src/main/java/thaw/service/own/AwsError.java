package thaw.service.own;

/** An error that a service answers with when it does not fulfil a request, in AWS's words. */
final class AwsError extends Exception {
  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * @param code such as {@code ResourceNotFoundException}; clients tell errors apart by it
   */
  AwsError(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  String code() {
    return code;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
