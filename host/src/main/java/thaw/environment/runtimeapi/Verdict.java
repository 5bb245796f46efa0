package thaw.environment.runtimeapi;

import java.nio.charset.StandardCharsets;

/**
 * The Runtime API's answer to a post of the runtime.
 *
 * @param status HTTP status
 * @param body JSON
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html">Lambda runtime
 *     API</a>
 */
record Verdict(int status, String body) {
  static final Verdict ACCEPTED = new Verdict(202, "{\"status\":\"OK\"}\n");
  static final Verdict INVALID_REQUEST_ID = error(400, "Invalid request ID", "InvalidRequestID");
  static final Verdict INVALID_RESPONSE_MODE =
      error(400, "Invalid function response mode", "InvalidFunctionResponseMode");
  static final Verdict TOO_LARGE =
      error(
          413,
          "Exceeded maximum allowed payload size ("
              + PayloadLimits.RESPONSE_BYTES
              + " bytes).",
          "RequestEntityTooLarge");

  static Verdict invalidTransition(String from, String to) {
    return error(
        403,
        "State transition from "
            + from
            + " to "
            + to
            + " failed for runtime. Error: State transition is not allowed",
        "InvalidStateTransition");
  }

  private static Verdict error(int status, String message, String type) {
    return new Verdict(
        status, "{\"errorMessage\":\"" + message + "\",\"errorType\":\"" + type + "\"}\n");
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
