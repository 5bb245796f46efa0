package thaw.load.http;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.load.Failure;
import thaw.load.Shot;

/**
 * A connection with at most one request under way. The generator's thread writes, the selector's
 * thread reads: this object's lock is between them.
 */
final class HttpConnection {
  private final SocketChannel channel;
  private final @Nullable TlsLayer tls;
  private final ResponseParser parser;
  private final Deque<ByteBuffer> unwritten = new ArrayDeque<>();
  private @Nullable SelectionKey key;
  private @Nullable Shot shot;
  private boolean isFresh = true;
  private boolean closed;

  /**
   * @param channel connected, and not blocking
   */
  HttpConnection(SocketChannel channel, @Nullable TlsLayer tls, boolean keepsBody) {
    this.channel = channel;
    this.tls = tls;
    this.parser = new ResponseParser(keepsBody);
  }

  /** The progress of a request. */
  sealed interface Step {
    /** Nothing has come yet. */
    record Waiting() implements Step {}

    /** The whole answer has come. */
    record Answer(
        Shot shot, int status, Optional<String> functionError, byte[] body, boolean reusable)
        implements Step {}

    /**
     * Nothing of the request was sent, as the server had closed the connection after earlier
     * answers: another connection can take it.
     */
    record Stale(Shot shot) implements Step {}

    /** No answer will come, or there was no request: the connection is closed. */
    record Over(@Nullable Shot shot, Failure failure) implements Step {}
  }

  private static final Step WAITING = new Step.Waiting();

  SocketChannel channel() {
    return channel;
  }

  synchronized void registered(SelectionKey registration) {
    key = registration;
    if (!unwritten.isEmpty()) {
      wantToWrite(true);
    }
  }

  /** Sends a request, or as much of it as the network takes now. */
  synchronized Step send(Shot next, boolean isHead) {
    if (closed) {
      return new Step.Stale(next);
    }
    shot = next;
    parser.expect(isHead);
    try {
      ByteBuffer bytes =
          tls == null ? ByteBuffer.wrap(next.request()) : tls.encrypt(next.request());
      long now = System.nanoTime();
      if (unwritten.isEmpty()) {
        channel.write(bytes);
      }
      if (bytes.hasRemaining()) {
        unwritten.add(tls == null ? bytes : copy(bytes));
        wantToWrite(true);
      }
      next.sent(now);
      return WAITING;
    } catch (IOException e) {
      if (isFresh) {
        return over(closedBy("closed"));
      }
      shot = null;
      close();
      return new Step.Stale(next);
    }
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
  }

  private void wantToWrite(boolean wants) {
    if (key != null && key.isValid()) {
      key.interestOps(SelectionKey.OP_READ | (wants ? SelectionKey.OP_WRITE : 0));
      if (wants) {
        key.selector().wakeup();
      }
    }
  }

  /** The network takes more. */
  synchronized Step write() {
    try {
      while (!unwritten.isEmpty()) {
        channel.write(unwritten.getFirst());
        if (unwritten.getFirst().hasRemaining()) {
          return WAITING;
        }
        unwritten.removeFirst();
      }
      wantToWrite(false);
      return WAITING;
    } catch (IOException e) {
      return over(closedBy("closed"));
    }
  }

  /** Reads what has come. */
  synchronized Step read(ByteBuffer buffer) {
    try {
      buffer.clear();
      int read = closed ? -1 : channel.read(buffer);
      if (read < 0) {
        return end();
      }
      Step step = taken(plain(buffer.flip()));
      return step == WAITING && isOver() ? end() : step;
    } catch (ProtocolException e) {
      return over(new Failure(Failure.Kind.PROTOCOL, "not HTTP: " + e.getMessage()));
    } catch (javax.net.ssl.SSLException e) {
      return over(new Failure(Failure.Kind.TLS, "TLS: " + e.getMessage()));
    } catch (IOException e) {
      return over(closedBy("reset"));
    }
  }

  private ByteBuffer plain(ByteBuffer buffer) throws IOException {
    if (tls == null) {
      return buffer;
    }
    List<ByteBuffer> replies = new ArrayList<>();
    ByteBuffer plain = tls.decrypt(buffer, replies);
    unwritten.addAll(replies);
    if (!unwritten.isEmpty()) {
      wantToWrite(true);
    }
    return plain;
  }

  private Step taken(ByteBuffer plain) throws ProtocolException {
    if (!plain.hasRemaining()) {
      return WAITING;
    }
    if (shot == null) {
      throw new ProtocolException("an answer without a request");
    }
    parser.feed(plain);
    if (!parser.isDone()) {
      return WAITING;
    }
    return answer(
        parser.isPersistent() && !plain.hasRemaining() && unwritten.isEmpty() && !isOver());
  }

  /** Returns whether the server has said, within TLS, that no more will come. */
  private boolean isOver() {
    return tls != null && tls.isOver();
  }

  private Step answer(boolean reusable) {
    Shot done = Objects.requireNonNull(shot);
    shot = null;
    isFresh = false;
    if (!reusable) {
      close();
    }
    return new Step.Answer(done, parser.status(), parser.functionError(), parser.body(), reusable);
  }

  private Step end() {
    if (shot != null && parser.end()) {
      return answer(false);
    }
    return over(closedBy("closed"));
  }

  private Failure closedBy(String how) {
    return new Failure(
        Failure.Kind.CLOSED,
        "connection "
            + how
            + " by the server "
            + (parser.hasBegun() ? "in the middle of an answer" : "before an answer"));
  }

  /** Ends a request that takes longer than it may. */
  synchronized Step expire(long before) {
    return shot != null && shot.sentNanos() - before < 0
        ? over(new Failure(Failure.Kind.TIMEOUT, "no answer in time"))
        : WAITING;
  }

  /** Ends what there is. */
  synchronized Step abandon() {
    return over(new Failure(Failure.Kind.UNANSWERED, "unanswered at the end of the run"));
  }

  private Step over(Failure failure) {
    Shot failed = shot;
    shot = null;
    close();
    return new Step.Over(failed, failure);
  }

  private void close() {
    closed = true;
    try {
      channel.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }
}
