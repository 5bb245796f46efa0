package thaw.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;

/**
 * A response on its way to the Runtime API in chunks. Its head leaves with the first of them: until
 * then nothing has happened.
 */
final class ChunkedStream extends StreamedResponse {
  private static final int BUFFER_BYTES = 8192;

  /** Room for the size of a chunk, in hexadecimal, with the end of its line. */
  private static final int SIZE_BYTES = 6;

  /**
   * The most bytes of an error's document: 2,800 in Base64. A server made of Go's net/http refuses
   * trailers that do not fit into 4 KiB together.
   */
  private static final int LARGEST_ERROR_BYTES = 2100;

  private static final String HTTP = "application/vnd.awslambda.http-integration-response";
  private static final byte[] LINE = {'\r', '\n'};

  private final KeptConnection connection;
  private final String path;
  private final String fields;
  private final byte[] buffer = new byte[SIZE_BYTES + BUFFER_BYTES + LINE.length];
  private int end = SIZE_BYTES;
  private String type = "application/octet-stream";
  private boolean begun;

  /** Nothing leaves any more. Threads that a handler has left behind may still write. */
  private volatile boolean ended;

  ChunkedStream(KeptConnection connection, String path, String fields) {
    this.connection = connection;
    this.path = path;
    this.fields = fields;
  }

  @Override
  public void contentType(String type) {
    if (begun) {
      throw new IllegalStateException("the response has begun already");
    }
    if (type.indexOf('\r') >= 0 || type.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a content type is one line");
    }
    this.type = type;
  }

  @Override
  public void http(int status, Map<String, String> fields) {
    if (begun || end > SIZE_BYTES) {
      throw new IllegalStateException("bytes have been written already");
    }
    StringBuilder json = new StringBuilder(256).append("{\"statusCode\":").append(status);
    json.append(",\"headers\":{");
    for (Map.Entry<String, String> field : fields.entrySet()) {
      if (json.charAt(json.length() - 1) != '{') {
        json.append(',');
      }
      JsonText.quote(json, field.getKey(), false);
      json.append(':');
      JsonText.quote(json, field.getValue(), false);
    }
    byte[] prelude = RuntimeApiClient.bytes(json.append("}}").toString());
    contentType(HTTP);
    try {
      write(prelude, 0, prelude.length);
      write(new byte[8], 0, 8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (ended) {
      throw new IOException("the response is complete");
    }
    int at = from;
    int left = length;
    while (left > 0) {
      int count = Math.min(left, SIZE_BYTES + BUFFER_BYTES - end);
      System.arraycopy(bytes, at, buffer, end, count);
      end += count;
      at += count;
      left -= count;
      if (end == SIZE_BYTES + BUFFER_BYTES) {
        flush();
      }
    }
  }

  @Override
  public void flush() throws IOException {
    int length = end - SIZE_BYTES;
    if (ended || length == 0) {
      return;
    }
    begin();
    String size = Integer.toHexString(length);
    int start = SIZE_BYTES - 2 - size.length();
    for (int i = 0; i < size.length(); i++) {
      buffer[start + i] = (byte) size.charAt(i);
    }
    buffer[SIZE_BYTES - 2] = '\r';
    buffer[SIZE_BYTES - 1] = '\n';
    System.arraycopy(LINE, 0, buffer, end, LINE.length);
    connection.write(buffer, start, end + LINE.length - start);
    end = SIZE_BYTES;
  }

  /** Returns whether something has left: an error comes in the trailers then. */
  boolean begun() {
    return begun;
  }

  /** Ends the response after the handler has returned. */
  void complete() {
    try {
      flush();
      begin();
      end("0\r\n\r\n");
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Gives up the response after the handler has thrown before anything had left: nothing leaves any
   * more.
   */
  void abandon() {
    ended = true;
  }

  /** Ends the response with an error, after the handler has thrown when the response had begun. */
  void fail(Throwable thrown) {
    ErrorReport error = ErrorReport.within(LARGEST_ERROR_BYTES, thrown);
    String body = Base64.getEncoder().encodeToString(error.document());
    try {
      flush();
      end(
          "0\r\nLambda-Runtime-Function-Error-Type: "
              .concat(error.type())
              .concat("\r\nLambda-Runtime-Function-Error-Body: ")
              .concat(body)
              .concat("\r\n\r\n"));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void begin() throws IOException {
    if (begun) {
      return;
    }
    begun = true;
    connection.noDelay();
    byte[] head =
        RuntimeApiClient.bytes(
            "POST "
                .concat(path)
                .concat(fields)
                .concat("Content-Type: ")
                .concat(type)
                .concat("\r\nLambda-Runtime-Function-Response-Mode: streaming")
                .concat("\r\nTransfer-Encoding: chunked\r\nTrailer: ")
                .concat("Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body")
                .concat("\r\n\r\n"));
    connection.write(head, 0, head.length);
  }

  private void end(String last) throws IOException {
    ended = true;
    byte[] bytes = RuntimeApiClient.bytes(last);
    connection.write(bytes, 0, bytes.length);
    int status = connection.head();
    connection.skipBody();
    if (status < 200 || status > 299) {
      throw RuntimeApiException.status("Failed to post invocation response.", status);
    }
  }

  private RuntimeApiException failed(IOException e) {
    ended = true;
    connection.close();
    return new RuntimeApiException(
        "Failed to post invocation response. ".concat(String.valueOf(e)), e);
  }
}
