package thaw.junit.functions;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of the protocol of durable functions as a test needs; AWS's SDK does it for others. */
final class Checkpoints {
  private static final Pattern TOKEN = Pattern.compile("\"CheckpointToken\"\\s*:\\s*\"([^\"]+)\"");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Object> event;
  private String token;

  Checkpoints(Map<String, Object> event) {
    this.event = event;
    this.token = (String) event.get("CheckpointToken");
  }

  private Map<?, ?> operation(String id) {
    Map<?, ?> state = (Map<?, ?>) event.get("InitialExecutionState");
    for (Object each : (List<?>) state.get("Operations")) {
      if (id.equals(((Map<?, ?>) each).get("Id"))) {
        return (Map<?, ?>) each;
      }
    }
    return Map.of();
  }

  String status(String id) {
    Object status = operation(id).get("Status");
    return status == null ? "" : status.toString();
  }

  /** The result of a step or of a callback, which was there when the invocation began. */
  String result(String id) {
    Map<?, ?> operation = operation(id);
    Object details =
        operation.containsKey("StepDetails")
            ? operation.get("StepDetails")
            : operation.get("CallbackDetails");
    return String.valueOf(((Map<?, ?>) details).get("Result"));
  }

  String step(String id, Supplier<String> work) throws IOException, InterruptedException {
    if (status(id).equals("SUCCEEDED")) {
      return result(id);
    }
    checkpoint(id, "STEP", "START", "");
    String result = work.get();
    checkpoint(id, "STEP", "SUCCEED", ",\"Payload\":" + quoted(result));
    return result;
  }

  boolean hasWaited(String id, int seconds) throws IOException, InterruptedException {
    if (status(id).isEmpty()) {
      checkpoint(id, "WAIT", "START", ",\"WaitOptions\":{\"WaitSeconds\":" + seconds + "}");
    }
    return status(id).equals("SUCCEEDED");
  }

  boolean isCallbackOver(String id) throws IOException, InterruptedException {
    if (status(id).isEmpty()) {
      checkpoint(id, "CALLBACK", "START", ",\"CallbackOptions\":{}");
    }
    return status(id).equals("SUCCEEDED") || status(id).equals("FAILED");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private void checkpoint(String id, String type, String action, String more)
      throws IOException, InterruptedException {
    String update =
        "{\"Id\":\"%s\",\"Name\":\"%s\",\"Type\":\"%s\",\"Action\":\"%s\"%s}"
            .formatted(id, id, type, action, more);
    String body =
        "{\"CheckpointToken\":\"%s\",\"ClientToken\":\"%s\",\"Updates\":[%s]}"
            .formatted(token, UUID.randomUUID(), update);
    URI uri =
        URI.create(
            System.getenv("AWS_ENDPOINT_URL_LAMBDA")
                + "/2025-12-01/durable-executions/"
                + URLEncoder.encode(
                    (String) event.get("DurableExecutionArn"), StandardCharsets.UTF_8)
                + "/checkpoint");
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
            HttpResponse.BodyHandlers.ofString());
    Matcher next = TOKEN.matcher(response.body());
    if (response.statusCode() != 200 || !next.find()) {
      throw new IOException(response.statusCode() + " " + response.body());
    }
    token = next.group(1);
  }
}
