package thaw.lambdaapi.invoke;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/**
 * The events of InvokeWithResponseStream, as members of {@code
 * InvokeWithResponseStreamResponseEvent}, each sent at once.
 *
 * @see <a href="https://smithy.io/2.0/aws/amazon-eventstream.html">Amazon Event Stream</a>
 */
final class InvokeEventStream {
  static final String CONTENT_TYPE = "application/vnd.amazon.eventstream";

  private final OutputStream to;

  InvokeEventStream(OutputStream to) {
    this.to = to;
  }

  /** An empty one is none. */
  void chunk(byte[] payload) throws IOException {
    if (payload.length > 0) {
      send("PayloadChunk", "application/octet-stream", payload);
    }
  }

  /**
   * @param error what the function said of its error
   * @param log base64
   */
  void complete(Optional<byte[]> error, Optional<String> log) throws IOException {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    error.ifPresent(body ->
        event
            .put("ErrorCode", "Unhandled")
            .put("ErrorDetails", new String(body, StandardCharsets.UTF_8)));
    log.ifPresent(tail -> event.put("LogResult", tail));
    send("InvokeComplete", "application/json", event.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void send(String event, String contentType, byte[] payload) throws IOException {
    Map<String, HeaderValue> headers = new LinkedHashMap<>();
    headers.put(":event-type", HeaderValue.fromString(event));
    headers.put(":content-type", HeaderValue.fromString(contentType));
    headers.put(":message-type", HeaderValue.fromString("event"));
    new Message(headers, payload).encode(to);
    to.flush();
  }
}
