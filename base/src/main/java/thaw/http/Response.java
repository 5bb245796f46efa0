package thaw.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP response.
 *
 * @param status HTTP status
 * @param headers besides the request id; the content type is JSON unless they name one
 * @param fields header fields besides: names may come several times, one line each
 * @param body empty when it is streamed
 * @param stream the body, when it is sent as it comes
 */
public record Response(
    int status,
    Map<String, String> headers,
    List<Field> fields,
    byte[] body,
    Optional<Stream> stream) {
  /** One line of a response's head. */
  public record Field(String name, String value) {
    public static Field cookie(String value) {
      return new Field("Set-Cookie", value);
    }
  }

  /** A way to a client that can be given up: whoever is writing to it gets an exception. */
  public interface Abortable {
    /** Gives the client up; any thread may call it. */
    void abort();
  }

  /** A body that is not there yet. */
  @FunctionalInterface
  public interface Stream {
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
  public Response(int status, Map<String, String> headers, byte[] body) {
    this(status, headers, List.of(), body, Optional.empty());
  }

  /** Returns this response with further lines in its head. */
  public Response with(Field... more) {
    List<Field> all = new ArrayList<>(fields);
    all.addAll(List.of(more));
    return new Response(status, headers, all, body, stream);
  }

  public static Response json(JsonNode body) {
    return json(200, body);
  }

  public static Response json(int status, JsonNode body) {
    return new Response(status, Map.of(), body.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Makes one line of plain text, which nobody may keep. */
  public static Response line(int status, String text) {
    return new Response(
        status,
        Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store"),
        (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** 204. */
  public static Response nothing() {
    return new Response(204, Map.of(), new byte[0]);
  }

  public static Response streamed(
      int status, Map<String, String> headers, List<Field> fields, Stream stream) {
    return new Response(status, headers, fields, new byte[0], Optional.of(stream));
  }
}
