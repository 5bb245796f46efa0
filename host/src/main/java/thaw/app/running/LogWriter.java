package thaw.app.running;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import thaw.steady.AllSteps;
import thaw.steady.FirstFaults;

/**
 * Writes lines to a terminal or file a moment later, several at once: no request waits for a slow
 * terminal or for the making of its lines, and few writes leave the processors to the functions.
 * Lines keep their order, and none is lost while the program runs: who adds more than the terminal
 * takes waits for it. The end does not: a terminal that reads nothing gets some time to begin.
 *
 * <p>Thread-safe. {@code adding} guards {@code buffer}, {@code characters} and {@code closed};
 * {@code writing} keeps writes in order and is taken before it.
 */
public final class LogWriter<T> implements AutoCloseable {
  private static final long DELAY_MILLIS = 10;
  private static final int MOST_LINES = 10_000;
  private static final long MOST_CHARACTERS = 8L * 1024 * 1024;

  private final Function<T, String> text;
  private final ToIntFunction<T> size;
  private final Consumer<String> sink;
  private final Duration patience;

  /** Takes faults of ours that cost a line: nobody else does, so they are printed. */
  private final Consumer<RuntimeException> faults = new FirstFaults(Throwable::printStackTrace);

  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock adding = new ReentrantLock();
  private final Condition room = adding.newCondition();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("log").daemon().factory());
  private List<T> buffer = new ArrayList<>();
  private long characters;
  private boolean closed;
  private volatile boolean stuck;

  /**
   * @param text what to write of what was added, without a line feed; nothing when it is empty
   * @param size of what was added, in characters or so, quickly
   * @param sink gets one line or several, each with its line separator
   * @param patience how long the end waits for the sink
   */
  public LogWriter(
      Function<T, String> text, ToIntFunction<T> size, Consumer<String> sink, Duration patience) {
    this.text = text;
    this.size = size;
    this.sink = sink;
    this.patience = patience;
    timer.setKeepAliveTime(
        1, TimeUnit.SECONDS); // also after the end there may be something to write
    timer.allowCoreThreadTimeOut(true);
  }

  public void add(T line) {
    int length = size.applyAsInt(line);
    boolean late;
    adding.lock();
    try {
      while (!closed && (buffer.size() >= MOST_LINES || characters >= MOST_CHARACTERS)) {
        room.awaitUninterruptibly(); // until the sink goes on, or the end
      }
      if (stuck) {
        return;
      }
      if (!closed && buffer.isEmpty()) {
        timer.schedule(this::flush, DELAY_MILLIS, TimeUnit.MILLISECONDS);
      }
      buffer.add(line);
      characters += length;
      late = closed;
    } finally {
      adding.unlock();
    }
    if (late) {
      flushInTime();
    }
  }

  private void flush() {
    writing.lock();
    try {
      StringBuilder lines = new StringBuilder();
      AllSteps.each(
          taken(),
          line -> {
            String written = text.apply(line);
            if (!written.isEmpty()) {
              lines.append(written).append(System.lineSeparator());
            }
          },
          faults);
      if (!lines.isEmpty()) {
        sink.accept(lines.toString());
      }
    } finally {
      writing.unlock();
    }
  }

  private List<T> taken() {
    adding.lock();
    try {
      List<T> taken = buffer;
      buffer = new ArrayList<>();
      characters = 0;
      room.signalAll();
      return taken;
    } finally {
      adding.unlock();
    }
  }

  /**
   * Writes what is left; what comes later is written at once. A sink that takes nothing for as long
   * as the patience lasts is given up, with all that it has not taken.
   */
  @Override
  public void close() {
    adding.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      room.signalAll();
    } finally {
      adding.unlock();
    }
    flushInTime();
  }

  /** Has the writing thread flush, as this one must not be kept by the sink. */
  private void flushInTime() {
    Future<?> flushed = timer.submit(this::flush);
    try {
      flushed.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      stuck = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("what was left could not be written", e.getCause());
    }
  }
}
