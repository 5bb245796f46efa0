package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Writes lines to a terminal or file a moment later, several at once: no request waits for a slow
 * terminal or for the making of its lines, and few writes leave the processors to the functions.
 * Lines keep their order, and none is lost: who adds more than the terminal takes writes them
 * itself.
 *
 * <p>Thread-safe. {@code buffer} is guarded by {@code adding}; {@code writing} keeps writes in
 * order and is taken before it.
 */
final class LogWriter<T> implements AutoCloseable {
  private static final long DELAY_MILLIS = 10;
  private static final int LARGEST_BUFFER = 10_000;

  private final Function<T, String> text;
  private final Consumer<String> sink;
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock adding = new ReentrantLock();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("log").daemon().factory());
  private List<T> buffer = new ArrayList<>();

  /**
   * @param text what to write of what was added, without a line feed; nothing when it is empty
   * @param sink gets one line or several, each with its line separator
   */
  LogWriter(Function<T, String> text, Consumer<String> sink) {
    this.text = text;
    this.sink = sink;
  }

  void add(T line) {
    boolean first;
    boolean full;
    adding.lock();
    try {
      first = buffer.isEmpty();
      buffer.add(line);
      full = buffer.size() > LARGEST_BUFFER;
    } finally {
      adding.unlock();
    }
    if (full || timer.isShutdown()) {
      flush();
    } else if (first) {
      timer.schedule(this::flush, DELAY_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void flush() {
    writing.lock();
    try {
      StringBuilder lines = new StringBuilder();
      for (T line : taken()) {
        String written = text.apply(line);
        if (!written.isEmpty()) {
          lines.append(written).append(System.lineSeparator());
        }
      }
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
      return taken;
    } finally {
      adding.unlock();
    }
  }

  /** Writes what is left; what comes later is written at once. */
  @Override
  public void close() {
    timer.shutdownNow();
    flush();
  }
}
