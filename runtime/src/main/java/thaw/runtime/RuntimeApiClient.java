package thaw.runtime;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Talks with the Runtime API (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html) on
 * one connection. It is for one thread at a time.
 */
final class RuntimeApiClient {
  private static final String INVOCATION = "/2018-06-01/runtime/invocation/";

  /** The official client sends no longer cause of an error in a field of a head. */
  private static final int LARGEST_CAUSE_CHARS = 1 << 20;

  private final KeptConnection connection;
  private final String fields;
  private final byte[] next;

  /**
   * @param authority as {@code AWS_LAMBDA_RUNTIME_API} has it: {@code 127.0.0.1:9001}
   */
  RuntimeApiClient(String authority) {
    connection = new KeptConnection(authority);
    fields =
        " HTTP/1.1\r\nHost: ".concat(authority).concat("\r\nUser-Agent: thaw-runtime-java\r\n");
    next = bytes("GET ".concat(INVOCATION).concat("next").concat(fields).concat("\r\n"));
  }

  /** Waits for the next event, without limit. */
  Event next() {
    Event event = new Event();
    int status;
    try {
      status = connection.exchange(next, 0, next.length, true, event);
      event.body = connection.body();
    } catch (IOException e) {
      connection.close();
      throw new RuntimeApiException("Failed to get next. ".concat(String.valueOf(e)), e);
    }
    if (status < 200 || status > 299) {
      throw RuntimeApiException.status("Failed to get next.", status);
    }
    return event;
  }

  /** Gives a response away; it is in one write with its head. */
  void respond(String requestId, ResponseBuffer response) {
    StringBuilder head = new StringBuilder(256);
    head.append("POST ").append(INVOCATION).append(requestId).append("/response").append(fields);
    head.append("Content-Type: application/json\r\nContent-Length: ").append(response.size());
    head.append("\r\n\r\n");
    response.prepend(bytes(head.toString()));
    int status;
    try {
      status = post(response.buffer(), response.begin(), response.length());
    } catch (IOException e) {
      throw new RuntimeApiException(
          "Failed to post invocation response. ".concat(String.valueOf(e)), e);
    }
    if ((status < 200 || status > 299) && !takenBefore(status)) {
      throw RuntimeApiException.status("Failed to post invocation response.", status);
    }
  }

  /** A response that leaves as it is written. */
  ChunkedStream stream(String requestId) {
    return new ChunkedStream(connection, INVOCATION.concat(requestId).concat("/response"), fields);
  }

  void invocationError(String requestId, ErrorReport error) {
    error(INVOCATION.concat(requestId).concat("/error"), error);
  }

  void initError(ErrorReport error) {
    error("/2018-06-01/runtime/init/error", error);
  }

  void restoreError(ErrorReport error) {
    error("/2018-06-01/runtime/restore/error", error);
  }

  /**
   * Waits until this environment is restored from a snapshot: the connection is another one then.
   */
  void restoreNext() throws IOException {
    String path = "/2018-06-01/runtime/restore/next";
    byte[] request = bytes("GET ".concat(path).concat(fields).concat("\r\n"));
    int status = connection.exchange(request, 0, request.length, true, null);
    connection.body();
    if (status != 200) {
      throw RuntimeApiException.status(path, status);
    }
  }

  private void error(String path, ErrorReport error) {
    byte[] document = error.document();
    StringBuilder head = new StringBuilder(512);
    head.append("POST ").append(path).append(fields);
    head.append("Content-Type: application/json\r\nLambda-Runtime-Function-Error-Type: ");
    head.append(error.type()).append("\r\n");
    String cause = error.cause();
    if (cause != null && cause.length() < LARGEST_CAUSE_CHARS) {
      head.append("Lambda-Runtime-Function-XRay-Error-Cause: ").append(cause).append("\r\n");
    }
    head.append("Content-Length: ").append(document.length).append("\r\n\r\n");
    byte[] start = bytes(head.toString());
    byte[] request = new byte[start.length + document.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(document, 0, request, start.length, document.length);
    int status;
    try {
      status = post(request, 0, request.length);
    } catch (IOException e) {
      throw new RuntimeApiException("could not post to ".concat(path), e);
    }
    if (status != 202 && !takenBefore(status)) {
      throw RuntimeApiException.status(path, status);
    }
  }

  /**
   * Returns whether a request that was sent twice was taken the first time, and the answer to that
   * was lost with the connection.
   */
  private boolean takenBefore(int status) {
    return connection.repeated() && RuntimeApiException.saysEnded(status);
  }

  private int post(byte[] request, int from, int length) throws IOException {
    try {
      int status = connection.exchange(request, from, length, false, null);
      connection.skipBody();
      return status;
    } catch (IOException e) {
      connection.close();
      throw e;
    }
  }

  static byte[] bytes(@Nullable String text) {
    return String.valueOf(text).getBytes(StandardCharsets.UTF_8);
  }
}
