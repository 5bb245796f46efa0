package thaw.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import thaw.steady.SharedAllowance;

/**
 * The body of a request, read once and within its time; as long as a large one is in memory, it has
 * a share of what bodies may take of it. Refuses to know what it means.
 *
 * <p>For the maintainer. A client decides how large a body is and how long it stays half sent, so
 * memory is shared out before any of it is read. Small ones never wait: there can only be as many
 * as there are connections.
 */
public final class Body implements Content {
  /**
   * The most bytes that are read and dropped of a refused request, so that its sender can read the
   * answer.
   */
  private static final long LARGEST_DISCARDED_BYTES = 80L * 1024 * 1024;

  /**
   * The most bytes of a small body, which is read at once, without a larger buffer and without a
   * share of the memory.
   */
  static final int SMALL_BYTES = 64 * 1024;

  /** Itself, its text, a JSON tree of both, the tree's text and that one's bytes. */
  private static final int COPIES = 6;

  /** The memory for requests' bodies. All servers of this JVM share it, as they share the heap. */
  private static final SharedAllowance MEMORY = SharedAllowance.ofHeap(4);

  /** The memory for answers. It is separate, as requests keep theirs until they are answered. */
  private static final SharedAllowance ANSWERS = SharedAllowance.ofHeap(4);

  private final MessageContent content;
  private final long length;
  private final Connection connection;
  private SharedAllowance.@Nullable Share share;
  private SharedAllowance.@Nullable Share answer; // guarded by this, as is closed
  private boolean closed;
  private boolean incomplete;
  private byte @Nullable [] read; // ahead of who answers

  Body(RequestHead head, Connection connection) {
    this.content = head.content();
    this.length = content.most(Long.MAX_VALUE);
    this.connection = connection;
  }

  /**
   * One byte more than allowed at most, so that it is seen to be too large.
   *
   * @param copies what is made of it in memory, itself included
   * @throws IncompleteRequest when the client does not send it all, or not in time
   * @throws SharedAllowance.Exhausted when it is large and there are too many of them
   */
  public byte[] whole(int limit, int copies) {
    byte[] before = read;
    if (before != null) {
      return before;
    }
    if (length == 0) {
      return new byte[0];
    }
    long most = Math.min(length, limit);
    if (most > SMALL_BYTES) {
      take(MEMORY, most * copies);
    }
    byte[] body = inTime(content -> bytes(content, length, limit));
    keep((long) body.length * copies);
    return body;
  }

  /** Reads it as {@link #upTo} does, and keeps it for who reads it next. */
  byte[] ahead(int limit) {
    byte[] body = upTo(limit);
    read = body;
    return body;
  }

  private static byte[] bytes(InputStream content, long length, int limit) throws IOException {
    if (length > limit) {
      byte[] body = content.readNBytes(limit + 1);
      if (body.length > limit) {
        MessageContent.endsWithin(content, LARGEST_DISCARDED_BYTES);
      }
      return body;
    }
    byte[] body = new byte[Math.toIntExact(length)];
    if (content.readNBytes(body, 0, body.length) < body.length) {
      throw new EOFException();
    }
    return body;
  }

  private void take(SharedAllowance budget, long amount) {
    try {
      share = budget.take(amount);
    } catch (SharedAllowance.Exhausted e) {
      discard();
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IncompleteRequest();
    }
  }

  /** Reads the body as a whole, of which JSON and texts are made. */
  @Override
  public byte[] upTo(int limit) {
    return whole(limit, COPIES);
  }

  @Override
  public void keep(long bytes) {
    if (share != null) {
      share.reduceTo(bytes);
    }
  }

  /** Makes something of a body while it comes. */
  public interface Reader<T> {
    T read(InputStream body) throws IOException;
  }

  /**
   * Reads the body as it comes, for callers who keep little of it in memory.
   *
   * @param places of which a large one takes 1 until its request is answered
   * @throws TooLarge when there is more of it than the limit
   * @throws IncompleteRequest as {@link #whole}
   * @throws SharedAllowance.Exhausted as {@link #whole}
   */
  public <T> T stream(long limit, SharedAllowance places, Reader<T> reader) {
    if (length > SMALL_BYTES) {
      take(places, 1);
    }
    return inTime(content -> {
      InputStream limited = new Limited(content, limit);
      try {
        return reader.read(limited);
      } finally {
        MessageContent.endsWithin(content, LARGEST_DISCARDED_BYTES);
      }
    });
  }

  private <T> T inTime(Reader<T> reader) {
    try (Transfers.Transfer _ = connection.transfers().begin(connection)) {
      return reader.read(content);
    } catch (IOException e) {
      incomplete = true;
      throw new IncompleteRequest();
    }
  }

  /** A stream that gives so many bytes, and fails when there are more. */
  private static final class Limited extends InputStream {
    private final InputStream in;
    private long left;

    Limited(InputStream in, long limit) {
      this.in = in;
      this.left = limit;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new TooLarge();
      }
      return read;
    }
  }

  /**
   * Reads the rest for nothing; not of one that waits to be asked for it.
   *
   * @return whether the whole request was read
   */
  boolean discard() {
    if (content.hasMore()) {
      try (Transfers.Transfer _ = connection.transfers().begin(connection)) {
        incomplete |= !content.isDiscarded(LARGEST_DISCARDED_BYTES);
      } catch (IOException e) {
        incomplete = true;
      }
    }
    return !incomplete;
  }

  /**
   * Returns whether the connection is of no use any more: what comes behind a body that went wrong
   * may be the rest of it, and would be taken for a request.
   */
  boolean isIncomplete() {
    return incomplete || content.isWaiting();
  }

  /** Takes memory for the answer, on any thread; what comes too late is not kept. */
  @Override
  public void makeRoom(long bytes) throws InterruptedException {
    SharedAllowance.Share room = ANSWERS.take(bytes);
    synchronized (this) {
      if (closed || answer != null) {
        room.close();
      } else {
        answer = room;
      }
    }
  }

  /** The request is answered. */
  void close() {
    if (share != null) {
      share.close();
      share = null;
    }
    synchronized (this) {
      closed = true;
      if (answer != null) {
        answer.close();
        answer = null;
      }
    }
  }

  /** A body of more than allowed; the client's fault, so without a stack trace. */
  public static final class TooLarge extends RuntimeException {
    TooLarge() {
      super("The body is too large.", null, false, false);
    }
  }
}
