package thaw.runtime;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Keeps what a handler answers in memory, with room in front of it for the head of the request that
 * takes it to the Runtime API: both leave in one write. It is used again for the next invocation.
 */
final class ResponseBuffer extends OutputStream {
  private static final int HEAD_BYTES = 512;
  private static final int INITIAL_BYTES = 4096;

  /** A buffer that a large response has grown is not kept for small ones. */
  private static final int LARGEST_KEPT_BYTES = 1 << 20;

  private byte[] buffer = new byte[INITIAL_BYTES];
  private int end = HEAD_BYTES;
  private int begin = HEAD_BYTES;

  /** Forgets what has been written. */
  void reset() {
    if (buffer.length > LARGEST_KEPT_BYTES) {
      buffer = new byte[INITIAL_BYTES];
    }
    begin = HEAD_BYTES;
    end = HEAD_BYTES;
  }

  @Override
  public void write(int b) {
    ensure(1);
    buffer[end++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    ensure(length);
    System.arraycopy(bytes, from, buffer, end, length);
    end += length;
  }

  /** Returns the number of bytes that have been written. */
  int size() {
    return end - HEAD_BYTES;
  }

  /** Puts a head in front of what has been written, which must not be added to afterwards. */
  void prepend(byte[] head) {
    if (head.length > begin) {
      byte[] larger = new byte[head.length + end];
      System.arraycopy(buffer, begin, larger, head.length, end - begin);
      end = head.length + end - begin;
      begin = head.length;
      buffer = larger;
    }
    begin -= head.length;
    System.arraycopy(head, 0, buffer, begin, head.length);
  }

  byte[] buffer() {
    return buffer;
  }

  /** Returns the offset at which the head begins. */
  int begin() {
    return begin;
  }

  /** Returns the number of bytes of head and body. */
  int length() {
    return end - begin;
  }

  private void ensure(int bytes) {
    if (buffer.length - end < bytes) {
      long needed = (long) end + bytes;
      if (needed > Integer.MAX_VALUE - 8) {
        throw new OutOfMemoryError("a response cannot be longer than 2 GiB");
      }
      buffer =
          Arrays.copyOf(
              buffer, (int) Math.min(Math.max(2L * buffer.length, needed), Integer.MAX_VALUE - 8));
    }
  }
}
