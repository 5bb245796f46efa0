package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** One event, as the Runtime API gives it. */
final class Event {
  private static final byte[] NOTHING = {};

  private @Nullable String requestId;

  /** The time at which the invocation times out, in milliseconds of Unix time. */
  long deadlineMillis;

  @Nullable String functionArn;
  @Nullable String traceId;

  /** JSON, as the caller gave it. */
  @Nullable String clientContext;

  /** JSON. */
  @Nullable String cognitoIdentity;

  @Nullable String tenantId;
  byte[] body = NOTHING;

  /** A field of the head that the event came with. */
  void field(String name, String value) {
    if (!name.regionMatches(true, 0, "Lambda-Runtime-", 0, 15) || value.isEmpty()) {
      return;
    }
    String rest = name.substring(15);
    if (rest.equalsIgnoreCase("Aws-Request-Id")) {
      requestId = value;
    } else if (rest.equalsIgnoreCase("Deadline-Ms")) {
      deadlineMillis = millis(value);
    } else if (rest.equalsIgnoreCase("Invoked-Function-Arn")) {
      functionArn = value;
    } else if (rest.equalsIgnoreCase("Trace-Id")) {
      traceId = value;
    } else if (rest.equalsIgnoreCase("Client-Context")) {
      clientContext = value;
    } else if (rest.equalsIgnoreCase("Cognito-Identity")) {
      cognitoIdentity = value;
    } else if (rest.equalsIgnoreCase("Aws-Tenant-Id")) {
      tenantId = value;
    }
  }

  /**
   * @throws RuntimeApiException when the Runtime API gave none
   */
  String requestId() {
    String id = requestId;
    if (id == null) {
      throw new RuntimeApiException("The Runtime API gave an event without a request id.", null);
    }
    return id;
  }

  private static long millis(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
