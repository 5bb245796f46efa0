package thaw.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.environment.InvocationResult;
import thaw.runtimeapi.InvocationOutcome;

/**
 * One invocation for other programs.
 *
 * @param functionError {@code Unhandled} as in the Lambda API's header; null when the handler
 *     returned
 * @param payload JSON; a text where the function has returned something else
 * @param durationMillis as in its REPORT line, as are the next ones; null where it has none
 */
record InvocationDocument(
    String format,
    @Nullable String functionError,
    JsonNode payload,
    double durationMillis,
    double billedMillis,
    @Nullable Double initMillis,
    @Nullable Double restoreMillis,
    long maxMemoryMiB) {
  private static final String FORMAT = "thaw-invoke-1";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double NANOS_IN_MILLI = 1e6;

  static InvocationDocument of(InvocationResult result) {
    return new InvocationDocument(
        FORMAT,
        result.outcome() instanceof InvocationOutcome.Failure ? "Unhandled" : null,
        payload(result.outcome().payload()),
        millis(result.duration()),
        millis(result.billed()),
        millis(result.init()),
        millis(result.restore()),
        result.maxMemoryMiB());
  }

  private static JsonNode payload(byte[] payload) {
    String text = new String(payload, StandardCharsets.UTF_8);
    try {
      JsonNode json = JSON.readTree(text);
      return json.isMissingNode() ? new TextNode(text) : json;
    } catch (JsonProcessingException e) {
      return new TextNode(text);
    }
  }

  private static @Nullable Double millis(Optional<Duration> duration) {
    return duration.map(InvocationDocument::millis).orElse(null);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_IN_MILLI;
  }
}
