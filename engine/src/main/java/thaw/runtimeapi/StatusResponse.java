package thaw.runtimeapi;

import java.nio.charset.StandardCharsets;

/**
 * The Runtime API's response to a post of the runtime: that it was taken, or why not.
 *
 * @param status HTTP status
 * @param body JSON
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html">Lambda runtime
 *     API</a>
 */
record StatusResponse(int status, String body) {
  static final StatusResponse ACCEPTED = new StatusResponse(202, "{\"status\":\"OK\"}\n");
  static final StatusResponse INVALID_REQUEST_ID =
      error(400, "Invalid request ID", "InvalidRequestID");
  static final StatusResponse INVALID_RESPONSE_MODE =
      error(400, "Invalid function response mode", "InvalidFunctionResponseMode");
  static final StatusResponse TOO_LARGE =
      error(
          413,
          "Exceeded maximum allowed payload size (" + PayloadLimits.RESPONSE_BYTES + " bytes).",
          "RequestEntityTooLarge");

  static StatusResponse invalidTransition(String from, String to) {
    return error(
        403,
        "State transition from "
            + from
            + " to "
            + to
            + " failed for runtime. Error: State transition is not allowed",
        "InvalidStateTransition");
  }

  private static StatusResponse error(int status, String message, String type) {
    return new StatusResponse(
        status, "{\"errorMessage\":\"" + message + "\",\"errorType\":\"" + type + "\"}\n");
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
