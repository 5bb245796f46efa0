package thaw.runtimeapi.extensions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.Optional;
import thaw.json.Json;

/** The bodies of the Extensions API. */
final class ExtensionJson {
  private static final ObjectMapper MAPPER = Json.written().build();

  private ExtensionJson() {}

  private record InvokeBody(
      String eventType,
      long deadlineMs,
      String requestId,
      String invokedFunctionArn,
      Optional<TraceContext> tracing) {}

  private record ShutdownBody(String eventType, long deadlineMs, String shutdownReason) {}

  private record ErrorBody(String errorMessage, String errorType) {}

  private record AcceptedBody(String status) {}

  private record RegisteredBody(
      Optional<String> accountId, String functionName, String functionVersion, String handler) {}

  /** See {@link ExtensionsApi#prepare}. */
  static void prepare() {
    Json.prepare(MAPPER, InvokeBody.class, ShutdownBody.class, RegisteredBody.class);
  }

  static byte[] of(ExtensionEvent event) {
    return switch (event) {
      case ExtensionEvent.Invoke invoke ->
          bytes(
              new InvokeBody(
                  "INVOKE",
                  invoke.deadlineEpochMillis(),
                  invoke.requestId(),
                  invoke.functionArn(),
                  TraceContext.of(invoke.traceId())));
      case ExtensionEvent.Shutdown shutdown ->
          bytes(
              new ShutdownBody(
                  "SHUTDOWN", shutdown.deadlineEpochMillis(), shutdown.reason().wireName()));
    };
  }

  static byte[] error(String type, String message) {
    return bytes(new ErrorBody(message, type));
  }

  static byte[] accepted() {
    return bytes(new AcceptedBody("OK"));
  }

  /**
   * @param withAccount for who has asked for it
   */
  static byte[] registered(ExtensionsApi.ExtendedFunction function, boolean withAccount) {
    return bytes(
        new RegisteredBody(
            Optional.of(function.accountId()).filter(_ -> withAccount),
            function.name(),
            function.version(),
            function.handler()));
  }

  private static byte[] bytes(Object body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("could not write a body of ours: " + e, e);
    }
  }
}
