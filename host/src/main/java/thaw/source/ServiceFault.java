package thaw.source;

/** A service's answer that it will not do something. No bug, so without a stack trace. */
final class ServiceFault extends Exception {
  private final String code;

  /**
   * @param code the error's name without a namespace
   */
  ServiceFault(String code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  String code() {
    return code;
  }

  @Override
  public String toString() {
    return code + ": " + getMessage();
  }
}
