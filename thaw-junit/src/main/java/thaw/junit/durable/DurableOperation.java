package thaw.junit.durable;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.HandlerJson;

/**
 * An operation of a durable execution, as its history has it.
 *
 * @param parentId of the context around it; empty where that is the execution
 * @param name that the function has given it; empty when it has none
 * @param type {@code Step}, {@code Wait}, {@code Callback}, {@code ChainedInvoke} or {@code
 *     Context}
 * @param status of its last event, for example {@code Started}, {@code Succeeded}, {@code Failed}
 * @param attempts how often it began
 * @param result JSON; empty while there is none
 * @param errorType of its last failure; empty where there was none
 * @param callbackId of a callback; else empty
 */
public record DurableOperation(
    String id,
    String parentId,
    String name,
    String type,
    String status,
    int attempts,
    String result,
    String errorType,
    String callbackId) {
  private static final List<String> TYPES =
      List.of("Step", "Wait", "Callback", "ChainedInvoke", "Context");

  /**
   * @param events all about it, in order
   */
  static DurableOperation of(String id, List<Map<String, @Nullable Object>> events) {
    String type = "";
    String status = "";
    String parentId = "";
    String name = "";
    String result = "";
    String errorType = "";
    String callbackId = "";
    int attempts = 0;
    for (Map<String, @Nullable Object> event : events) {
      String kind = HandlerJson.text(event, "EventType");
      type = TYPES.stream().filter(kind::startsWith).findFirst().orElse("");
      status = kind.substring(type.length());
      parentId = HandlerJson.text(event, "ParentId");
      name = HandlerJson.text(event, "Name");
      Map<String, @Nullable Object> details = HandlerJson.object(event.get(kind + "Details"));
      attempts += status.equals("Started") ? 1 : 0;
      Map<String, @Nullable Object> payload = HandlerJson.object(details.get("Result"));
      result = payload.isEmpty() ? result : HandlerJson.text(payload, "Payload");
      Map<String, @Nullable Object> error =
          HandlerJson.object(HandlerJson.object(details.get("Error")).get("Payload"));
      errorType = error.isEmpty() ? errorType : HandlerJson.text(error, "ErrorType");
      String asked = HandlerJson.text(details, "CallbackId");
      callbackId = asked.isEmpty() ? callbackId : asked;
    }
    return new DurableOperation(
        id, parentId, name, type, status, attempts, result, errorType, callbackId);
  }

  boolean isOpenCallback() {
    return !callbackId.isEmpty() && status.equals("Started");
  }
}
