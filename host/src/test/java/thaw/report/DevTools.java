package thaw.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection to a Chromium: calls and their answers, and what its pages report as errors. */
final class DevTools implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final long PATIENCE_SECONDS = 60;

  private final HttpClient client;
  private final WebSocket socket;
  private final Received received;
  private final AtomicInteger number = new AtomicInteger();

  private DevTools(HttpClient client, WebSocket socket, Received received) {
    this.client = client;
    this.socket = socket;
    this.received = received;
  }

  static DevTools connect(URI address) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    Received received = new Received();
    WebSocket socket =
        client
            .newWebSocketBuilder()
            .buildAsync(address, received)
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return new DevTools(client, socket, received);
  }

  /**
   * @param session of a tab; empty for the browser itself
   */
  JsonNode call(String session, String method, Map<String, ?> parameters)
      throws InterruptedException, ExecutionException, TimeoutException {
    int id = number.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    received.answers.put(id, answer);
    ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
    message.set("params", MAPPER.valueToTree(parameters));
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode answered = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (answered.has("error")) {
      throw new AssertionError(method + ": " + answered.get("error"));
    }
    return answered.get("result");
  }

  /** Exceptions of scripts and violations of a page's policy, until somebody clears them. */
  List<String> errors() {
    return received.errors;
  }

  @Override
  public void close() {
    socket.abort();
    client.close();
  }

  private static final class Received implements WebSocket.Listener {
    final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    final List<String> errors = new CopyOnWriteArrayList<>();
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      message.append(data);
      if (last) {
        received(message.toString());
        message.setLength(0);
      }
      socket.request(1);
      return null;
    }

    private void received(String text) {
      try {
        JsonNode node = MAPPER.readTree(text);
        CompletableFuture<JsonNode> waiting = answers.remove(node.path("id").asInt());
        if (waiting != null) {
          waiting.complete(node);
        }
        switch (node.path("method").asText()) {
          case "Runtime.exceptionThrown" -> errors.add(node.path("params").toString());
          case "Log.entryAdded" -> {
            if (node.at("/params/entry/level").asText().equals("error")) {
              errors.add(node.at("/params/entry").toString());
            }
          }
          default -> {}
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
