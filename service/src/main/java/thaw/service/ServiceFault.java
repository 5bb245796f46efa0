package thaw.service;

/** A service's response that it will not do something. No bug, so without a stack trace. */
public final class ServiceFault extends Exception {
  private final int status;
  private final String code;

  /**
   * @param status of HTTP
   * @param code the error's name without a namespace
   */
  ServiceFault(int status, String code, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
  }

  int status() {
    return status;
  }

  public String code() {
    return code;
  }

  @Override
  public String toString() {
    return code + ": " + getMessage();
  }
}
