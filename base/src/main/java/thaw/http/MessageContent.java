package thaw.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of a message, to be read before the next message. One thread. */
public final class MessageContent extends InputStream {
  /**
   * The largest size in bytes of a small content; several larger ones at once would fill this
   * program's memory.
   */
  private static final int SMALL_BYTES = 64 * 1024;

  private static final long UNTIL_CLOSED = Long.MAX_VALUE;
  private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9a-fA-F]{1,15})[ \\t]*");
  private static final byte[] GO_ON =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final MessageReader from;
  private long left; // of the content or of the chunk
  private boolean chunked;
  private boolean inChunks; // the first chunk's size has been read
  private int limit = Integer.MAX_VALUE; // of what its reader takes
  private long allowed = Long.MAX_VALUE; // of that, by chunks to come
  private boolean broken; // what follows may be its rest, and is no message
  private volatile @Nullable OutputStream waiting; // for a word to its sender
  private FieldSection trailers = FieldSection.EMPTY;

  /** Says that a content is larger than its reader takes. */
  public static final class TooLarge extends IOException {
    TooLarge(int limit) {
      super("the answer is larger than " + limit + " bytes");
    }
  }

  private MessageContent(MessageReader from, long left, boolean chunked) {
    this.from = from;
    this.left = left;
    this.chunked = chunked;
  }

  static MessageContent of(MessageReader from, long length) {
    return new MessageContent(from, length, false);
  }

  static MessageContent chunked(MessageReader from) {
    return new MessageContent(from, 0, true);
  }

  static MessageContent untilClosed(MessageReader from) {
    return new MessageContent(from, UNTIL_CLOSED, false);
  }

  /** Its sender waits until it is told to go on, which it is when somebody reads. */
  public void waitsAt(OutputStream sender) {
    waiting = hasMore() ? sender : null;
  }

  /** Returns whether its sender still waits to be asked for it. Any thread. */
  public boolean isWaiting() {
    return waiting != null;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    OutputStream sender = waiting;
    if (sender != null) {
      sender.write(GO_ON);
      waiting = null;
    }
    if (left == 0 && chunked) {
      nextChunk();
    }
    if (left == 0 || (!hasEnd() && !from.awaitFirst())) {
      return -1;
    }
    int count = from.read(target, offset, Math.min(length, left));
    if (hasEnd()) {
      left -= count;
    }
    return count;
  }

  /** The rest of a content whose length is known needs no buffer that is larger. */
  @Override
  public byte[] readNBytes(int most) throws IOException {
    if (chunked || left > most) {
      return super.readNBytes(most);
    }
    byte[] rest = new byte[Math.toIntExact(left)];
    readNBytes(rest, 0, rest.length);
    return rest;
  }

  /**
   * All of it, of which none is read when it is known to be larger.
   *
   * @throws TooLarge when it is larger
   */
  byte[] whole(int limit) throws IOException {
    this.limit = limit;
    allowed = limit;
    if (hasEnd() && left > limit) {
      throw new TooLarge(limit);
    }
    byte[] whole = readNBytes(limit + 1);
    if (whole.length > limit) {
      throw new TooLarge(limit);
    }
    return whole;
  }

  private void nextChunk() throws IOException {
    if (broken) {
      throw new MalformedMessage("a body that went wrong before");
    }
    broken = true;
    if (inChunks && !from.isChunkEnd()) {
      throw new MalformedMessage("a chunk is longer than it says");
    }
    inChunks = true;
    String line = from.chunkLine();
    int extension = line.indexOf(';');
    Matcher size = CHUNK_SIZE.matcher(extension < 0 ? line : line.substring(0, extension));
    if (!size.matches()) {
      throw new MalformedMessage("this is not a length of a chunk", line);
    }
    left = Long.parseLong(size.group(1), 16);
    allowed -= left;
    if (allowed < 0) {
      throw new TooLarge(limit);
    }
    if (left == 0) {
      chunked = false;
      trailers = from.fields();
    }
    broken = false;
  }

  /** Returns whether it ends before its connection does. */
  boolean hasEnd() {
    return left != UNTIL_CLOSED;
  }

  /** Returns whether there is something to be read, or may be. */
  boolean hasMore() {
    return chunked || left > 0;
  }

  /** Returns whether it may take much memory; asked before any of it is read. */
  public boolean mayBeLarge() {
    return most(Long.MAX_VALUE) > SMALL_BYTES;
  }

  /**
   * Returns how many bytes there are to come, but no more than are wanted; as many as are wanted
   * where nobody knows.
   */
  public long most(long wanted) {
    return chunked ? wanted : Math.min(left, wanted);
  }

  /** Returns the trailers, which are known when all of the content has been read. */
  public FieldSection trailers() {
    return trailers;
  }

  /**
   * Reads the rest for nothing: who is refused is to read the answer, which many do only when they
   * have sent all.
   *
   * @return false when it does not end within so many bytes, or not well
   */
  public boolean isDiscarded(long most) throws IOException {
    if (waiting != null) {
      return false; // it will not come
    }
    try {
      return !hasMore() || endsWithin(this, most);
    } catch (MalformedMessage | EOFException e) {
      return false;
    }
  }

  static boolean endsWithin(InputStream in, long most) throws IOException {
    byte[] waste = new byte[8192];
    long discarded = 0;
    for (int read = in.read(waste); read >= 0; read = in.read(waste)) {
      discarded += read;
      if (discarded > most) {
        return false;
      }
    }
    return true;
  }
}
