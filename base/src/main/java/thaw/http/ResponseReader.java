package thaw.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads the responses of one connection, each whole. */
final class ResponseReader {
  private static final int HEAD_BYTES = 64 * 1024;

  private final MessageReader in;
  private boolean reusable;

  ResponseReader(InputStream in) {
    this.in = new MessageReader(in, MessageReader.LineEnds.LENIENT, HEAD_BYTES, HEAD_BYTES);
  }

  /** Returns whether another response can follow the last one. */
  boolean isReusable() {
    return reusable && !in.hasBuffered();
  }

  /**
   * @param method of the request
   * @param limit of the body, in bytes
   * @throws UpstreamConnection.Silent when not a byte of it came
   */
  Upstream.Received read(String method, int limit) throws IOException {
    reusable = false;
    awaitFirst();
    try {
      return begun(method, limit);
    } catch (EOFException e) {
      reusable = false;
      throw new EOFException("the server has closed the connection within the answer");
    }
  }

  private Upstream.Received begun(String method, int limit) throws IOException {
    while (true) {
      String line = in.startLine();
      if (line == null) {
        throw new EOFException();
      }
      int status = StatusLine.status(line);
      FieldSection fields = fields();
      if (status == 101) {
        throw new MalformedMessage("the server changes the protocol");
      }
      if (status >= 200) {
        byte[] body = body(method, status, fields, limit);
        reusable &=
            line.startsWith("HTTP/1.0")
                ? fields.lists("Connection", "keep-alive")
                : !fields.lists("Connection", "close");
        return new Upstream.Received(status, fields.list(), body);
      }
    }
  }

  private void awaitFirst() throws IOException {
    try {
      if (in.awaitFirst()) {
        return;
      }
    } catch (IOException e) {
      throw new UpstreamConnection.Silent(e);
    }
    throw new UpstreamConnection.Silent("the server has closed the connection without an answer");
  }

  /** Those that can be sent on. */
  private FieldSection fields() throws IOException {
    FieldSection fields = in.fields();
    for (Response.Field field : fields) {
      if (!FieldRules.isSound(field.name(), field.value())) {
        throw new MalformedMessage(
            "this is not a header field", field.name() + ": " + field.value());
      }
    }
    return fields;
  }

  private byte[] body(String method, int status, FieldSection fields, int limit)
      throws IOException {
    reusable = true;
    if (method.equals("HEAD") || status == 204 || status == 304) {
      return new byte[0];
    }
    MessageContent content = in.responseContent(fields);
    reusable = content.hasEnd();
    return content.whole(limit);
  }
}
