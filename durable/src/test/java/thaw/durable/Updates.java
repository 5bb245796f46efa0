package thaw.durable;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import thaw.json.Json;

/** Updates as functions send them. */
final class Updates {
  private Updates() {}

  static Update start(OperationType type, String id) {
    return of(
        """
        {"Id": "%s", "Type": "%s", "Action": "START"}\
        """
            .formatted(id, type));
  }

  static Update startIn(String parent, OperationType type, String id) {
    return of(
        """
        {"Id": "%s", "ParentId": "%s", "Type": "%s", "Action": "START"}\
        """
            .formatted(id, parent, type));
  }

  static Update succeed(OperationType type, String id, String result) {
    return of(
        """
        {"Id": "%s", "Type": "%s", "Action": "SUCCEED", "Payload": "%s"}\
        """
            .formatted(id, type, result));
  }

  static Update fail(OperationType type, String id) {
    return of(
        """
        {"Id": "%s", "Type": "%s", "Action": "FAIL", "Error": {"ErrorType": "E"}}\
        """
            .formatted(id, type));
  }

  static Update retry(String id, int seconds) {
    return of(
        """
        {"Id": "%s", "Type": "STEP", "Action": "RETRY", "Error": {"ErrorType": "E"},
         "StepOptions": {"NextAttemptDelaySeconds": %d}}\
        """
            .formatted(id, seconds));
  }

  static Update poll(String id, String state, int seconds) {
    return of(
        """
        {"Id": "%s", "Type": "STEP", "Action": "RETRY", "Payload": "%s",
         "StepOptions": {"NextAttemptDelaySeconds": %d}}\
        """
            .formatted(id, state, seconds));
  }

  static Update waiting(String id, int seconds) {
    return of(
        """
        {"Id": "%s", "Type": "WAIT", "Action": "START", "WaitOptions": {"WaitSeconds": %d}}\
        """
            .formatted(id, seconds));
  }

  static Update callback(String id, int timeout, int heartbeat) {
    return of(
        """
        {"Id": "%s", "Type": "CALLBACK", "Action": "START",
         "CallbackOptions": {"TimeoutSeconds": %d, "HeartbeatTimeoutSeconds": %d}}\
        """
            .formatted(id, timeout, heartbeat));
  }

  static Update call(String id, String function, String payload) {
    return of(
        """
        {"Id": "%s", "Type": "CHAINED_INVOKE", "Action": "START", "Payload": "%s",
         "ChainedInvokeOptions": {"FunctionName": "%s"}}\
        """
            .formatted(id, payload, function));
  }

  static Update of(String json) {
    JsonNode list =
        Json.read(Scripted.bytes("[" + json + "]")).orElseThrow(() -> new AssertionError(json));
    List<Update> updates = Update.list(list);
    return updates.getFirst();
  }
}
