package thaw.environment.extensions;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The bodies of the Extensions API. */
final class ExtensionJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ExtensionJson() {}

  static ObjectNode of(ExtensionEvent event) {
    ObjectNode body = JSON.objectNode();
    switch (event) {
      case ExtensionEvent.Invoke invoke -> {
        body.put("eventType", "INVOKE");
        body.put("deadlineMs", invoke.deadlineEpochMillis());
        body.put("requestId", invoke.requestId());
        body.put("invokedFunctionArn", invoke.functionArn());
        if (!invoke.traceId().isEmpty()) {
          body.putObject("tracing").put("type", "X-Amzn-Trace-Id").put("value", invoke.traceId());
        }
      }
      case ExtensionEvent.Shutdown shutdown -> {
        body.put("eventType", "SHUTDOWN");
        body.put("deadlineMs", shutdown.deadlineEpochMillis());
        body.put("shutdownReason", shutdown.reason().wireName());
      }
    }
    return body;
  }

  static ObjectNode error(String type, String message) {
    return JSON.objectNode().put("errorMessage", message).put("errorType", type);
  }

  static ObjectNode accepted() {
    return JSON.objectNode().put("status", "OK");
  }
}
