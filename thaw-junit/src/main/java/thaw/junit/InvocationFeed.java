package thaw.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.EventFileTail;
import thaw.junit.program.HandlerJson;
import thaw.program.ThawException;

/** All invocations that have ended, of a program that runs, from its file of events. */
final class InvocationFeed implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Path file;
  private final EventFileTail tail;
  private final Map<String, EnvironmentHistory> environments = new HashMap<>();

  /**
   * The ended invocations in the order of their ends; nothing is removed, so that places in it
   * stay.
   */
  private final List<FunctionInvocation> ended = new ArrayList<>();

  InvocationFeed(Path file) {
    this.file = file;
    this.tail = new EventFileTail(file);
  }

  /**
   * Returns how many invocations have ended. Those that end later have this place or a higher one.
   */
  synchronized int place() {
    read();
    return ended.size();
  }

  /** Those that have ended, from a place on. */
  synchronized List<FunctionInvocation> since(int place) {
    read();
    return List.copyOf(ended.subList(place, ended.size()));
  }

  private void read() {
    try {
      tail.read(this::accept);
    } catch (IOException e) {
      if (Files.notExists(file)) {
        return; // it went with its program; whoever asks that one next is told why it ended
      }
      throw new ThawException(
          "the events of thaw could not be read: " + e,
          "run the tests as the user that owns this folder, and look at its disk",
          e);
    }
  }

  private void accept(String line) {
    Map<String, @Nullable Object> event = HandlerJson.object(line);
    String environment = HandlerJson.text(event, "environment");
    EnvironmentHistory history =
        environments.computeIfAbsent(
            environment, id -> new EnvironmentHistory(id, HandlerJson.text(event, "function")));
    history.accept(event).ifPresent(ended::add);
  }

  /**
   * The first one from a place on.
   *
   * @return empty when there was none in time
   * @throws ThawException when there is none yet and the thread was interrupted, which it stays
   */
  Optional<FunctionInvocation> await(
      int place, Predicate<FunctionInvocation> wanted, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<FunctionInvocation> found = since(place).stream().filter(wanted).findFirst();
      if (found.isPresent()) {
        return found;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new ThawException(
            "the test was interrupted while it waited for the end of an invocation",
            "give the test more time, or await a shorter one");
      }
      if (System.nanoTime() - deadline > 0) {
        return Optional.empty();
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public synchronized void close() {
    try {
      tail.close();
    } catch (IOException e) {
      // It was only read.
    }
  }
}
