package thaw.lambdaapi.invoke;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.ResponseStream;

/**
 * A response between the function that streams it and the client who reads it, each at its own
 * pace. A function that is faster waits, at most until its invocation ends; a client that is slower
 * keeps no environment. Refuses to know how the client gets it.
 *
 * <p>Thread-safe; all state is guarded by {@code lock}.
 */
public final class ResponsePipe implements ResponseStream {
  /** The bytes that are kept for a client who does not read; one piece more may be kept. */
  static final int CAPACITY_BYTES = 256 * 1024;

  /**
   * The parts of a response, in this order: it begins (or not), pieces come, it ends or could not
   * be run.
   */
  public sealed interface Part {
    /**
     * The function streams.
     *
     * @param version which is executed
     * @param contentType the function's
     */
    record Begun(String version, String contentType) implements Part {}

    record Piece(byte[] bytes) implements Part {}

    /**
     * The last part; of a response that was streamed, the outcome has no payload.
     *
     * @param outcome the invocation's
     */
    record Ended(RequestOutcome outcome) implements Part {}

    /**
     * The last part.
     *
     * @param cause why the platform did not run it
     */
    record Failed(Exception cause) implements Part {}
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Part> parts = new ArrayDeque<>();
  private String version = "";
  private int waitingBytes;
  private boolean ended;
  private boolean abandoned;

  // ---- the function's side ----

  /** Sets the version that will be executed. */
  void chosen(String executed) {
    lock.lock();
    try {
      version = executed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void begin(String contentType) throws IOException {
    lock.lock();
    try {
      add(new Part.Begun(version, contentType));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    lock.lock();
    try {
      while (waitingBytes >= CAPACITY_BYTES && !ended && !abandoned) {
        changed.await();
      }
      add(new Part.Piece(Arrays.copyOf(bytes, length)));
      waitingBytes += length;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the client was slow");
    } finally {
      lock.unlock();
    }
  }

  private void add(Part part) throws IOException {
    if (ended || abandoned) {
      throw new IOException(ended ? "the invocation has ended" : "the client has gone away");
    }
    parts.add(part);
    changed.signalAll();
  }

  /** The invocation has ended, whether a response was streamed or not. */
  void end(RequestOutcome outcome) {
    last(new Part.Ended(outcome));
  }

  /**
   * @return whether the client learns of it; false when it has had its answer
   */
  boolean fail(Exception cause) {
    return last(new Part.Failed(cause));
  }

  private boolean last(Part part) {
    lock.lock();
    try {
      if (ended) {
        return false;
      }
      ended = true;
      parts.add(part);
      changed.signalAll();
      return !abandoned;
    } finally {
      lock.unlock();
    }
  }

  // ---- the client's side ----

  /** The next part; waits for the function, which its timeout ends. */
  public Part take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (parts.isEmpty()) {
        changed.await();
      }
      Part part = parts.remove();
      if (part instanceof Part.Piece(byte[] bytes)) {
        waitingBytes -= bytes.length;
        changed.signalAll();
      }
      return part;
    } finally {
      lock.unlock();
    }
  }

  /** Nobody takes anything any more; the function goes on all the same. */
  public void abandon() {
    lock.lock();
    try {
      abandoned = true;
      parts.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
