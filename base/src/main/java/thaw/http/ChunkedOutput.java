package thaw.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The content of a response that is sent as it comes: in chunks, or as it is where its length was
 * announced. What was written is sent when it is flushed; the head with what comes first.
 */
final class ChunkedOutput extends OutputStream implements Response.Abortable {
  private static final int BUFFER_BYTES = 4 * 1024;
  private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};

  private final OutputStream to;
  private final MessageHead head;
  private final boolean hasLength;
  private final Runnable abort;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int length;
  private boolean begun;
  private boolean closed;

  /**
   * @param head without an end, and without what says how long the content is
   * @param hasLength unless it says so
   * @param abort closes the connection
   */
  ChunkedOutput(OutputStream to, MessageHead head, boolean hasLength, Runnable abort) {
    this.to = to;
    this.head = head;
    this.hasLength = hasLength;
    this.abort = abort;
  }

  @Override
  public void abort() {
    abort.run();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    if (count > buffer.length - length) {
      flush();
    }
    if (count > buffer.length) {
      send(bytes, offset, count);
    } else {
      System.arraycopy(bytes, offset, buffer, length, count);
      length += count;
    }
  }

  @Override
  public void flush() throws IOException {
    if (length > 0) {
      int count = length;
      length = 0;
      send(buffer, 0, count);
    }
  }

  /** One write. */
  private void send(byte[] bytes, int offset, int count) throws IOException {
    byte[] before = begun ? NOTHING : begin();
    byte[] size =
        hasLength
            ? NOTHING
            : (Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[before.length + size.length + count + (hasLength ? 0 : 2)];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(size, 0, all, before.length, size.length);
    System.arraycopy(bytes, offset, all, before.length + size.length, count);
    if (!hasLength) {
      all[all.length - 2] = '\r';
      all[all.length - 1] = '\n';
    }
    to.write(all);
  }

  private byte[] begin() {
    begun = true;
    if (!hasLength) {
      head.field("Transfer-Encoding", "chunked");
    }
    return head.with(NOTHING);
  }

  /** Ends the content, which is not called when it has no proper end. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (!begun && !hasLength) { // all of it is here
      byte[] content = java.util.Arrays.copyOf(buffer, length);
      to.write(head.field("Content-Length", Integer.toString(length)).with(content));
      return;
    }
    flush();
    if (!begun) {
      to.write(begin());
    } else if (!hasLength) {
      to.write(END);
    }
  }
}
