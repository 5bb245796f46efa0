package thaw.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP response.
 *
 * @param status HTTP status
 * @param headers besides the request id; the content type is JSON unless they name one
 * @param cookies one {@code Set-Cookie} each
 * @param body empty when it is streamed
 * @param stream the body, when it is sent as it comes
 */
record Answer(
    int status,
    Map<String, String> headers,
    List<String> cookies,
    byte[] body,
    Optional<Stream> stream) {
  /** A body that is not there yet. */
  @FunctionalInterface
  interface Stream {
    /**
     * Writes all of it, on the thread that has the connection.
     *
     * @param to sends what was written when it is flushed
     * @throws IOException when the client has gone away, or the body has no proper end; the
     *     connection is closed then, so that the client sees it
     */
    void write(OutputStream to) throws IOException, InterruptedException;
  }

  /** Whole. */
  Answer(int status, Map<String, String> headers, byte[] body) {
    this(status, headers, List.of(), body, Optional.empty());
  }

  static Answer json(JsonNode body) {
    return json(200, body);
  }

  static Answer json(int status, JsonNode body) {
    return new Answer(status, Map.of(), body.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** 204. */
  static Answer nothing() {
    return new Answer(204, Map.of(), new byte[0]);
  }

  static Answer streamed(
      int status, Map<String, String> headers, List<String> cookies, Stream stream) {
    return new Answer(status, headers, cookies, new byte[0], Optional.of(stream));
  }
}
