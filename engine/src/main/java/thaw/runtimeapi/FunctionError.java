package thaw.runtimeapi;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The failures that a caller sees, with the bodies recorded on AWS. */
public final class FunctionError {
  private static final Pattern TYPE = member("errorType");
  private static final Pattern MESSAGE = member("errorMessage");

  private static final Pattern ACCEPTED_TYPE =
      Pattern.compile("(Runtime|Function)\\.[A-Z][a-zA-Z]+");

  private FunctionError() {}

  /**
   * The type of an error in the log.
   *
   * @param reported in the runtime's header field
   */
  static String acceptedType(@Nullable String reported) {
    return reported != null && ACCEPTED_TYPE.matcher(reported).matches()
        ? reported
        : "Runtime.Unknown";
  }

  private static Pattern member(String name) {
    return Pattern.compile("\"" + name + "\"\\s*:\\s*\"");
  }

  /** An error that the runtime posted: the body is passed on as it is. */
  public static InvocationOutcome.Failure of(String headerType, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    return new InvocationOutcome.Failure(
        find(TYPE, text, headerType), find(MESSAGE, text, "no message"), body);
  }

  private static String find(Pattern member, String json, String otherwise) {
    Matcher matcher = member.matcher(json);
    return matcher.find() ? string(json, matcher.end(), otherwise) : otherwise;
  }

  /**
   * Returns the JSON string that begins at an index, found without a regular expression, which
   * would need a stack as deep as a message is long. Breaks of lines stay escaped: it is told in
   * one line.
   */
  private static String string(String json, int from, String otherwise) {
    for (int at = from; at < json.length(); at++) {
      switch (json.charAt(at)) {
        case '"' -> {
          return json.substring(from, at).replaceAll("\\\\([\"\\\\/])", "$1");
        }
        case '\\' -> at++;
        default -> {}
      }
    }
    return otherwise;
  }

  public static InvocationOutcome.Failure timedOut(String requestId, Duration timeout) {
    String message =
        String.format(
            Locale.ROOT,
            "RequestId: %s Error: Task timed out after %.2f seconds",
            requestId,
            timeout.toMillis() / 1000.0);
    return new InvocationOutcome.Failure(
        "Sandbox.Timedout", message, ErrorJson.of("Sandbox.Timedout", message));
  }

  /**
   * A process has ended.
   *
   * @param type one of {@link RuntimeExit}, or one of {@link ExtensionFailure}
   * @param message as {@link RuntimeExit#message} words it
   */
  public static InvocationOutcome.Failure exited(String requestId, String type, String message) {
    return new InvocationOutcome.Failure(
        type, message, ErrorJson.of(type, "RequestId: " + requestId + " Error: " + message));
  }

  /** The runtime began to stream a response and closed its connection before the end. */
  static InvocationOutcome.Failure truncated() {
    String type = "Runtime.TruncatedResponse";
    String message = "The connection ended before the response was complete.";
    return new InvocationOutcome.Failure(type, message, ErrorJson.of(type, message));
  }

  public static InvocationOutcome.Failure responseTooLarge() {
    String type = "Function.ResponseSizeTooLarge";
    String message =
        "Response payload size exceeded maximum allowed payload size ("
            + PayloadLimits.RESPONSE_BYTES
            + " bytes).";
    return new InvocationOutcome.Failure(type, message, ErrorJson.of(type, message));
  }
}
