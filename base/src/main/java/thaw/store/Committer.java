package thaw.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import thaw.steady.StepLoop;

/**
 * The connection's one owner: a thread that does what was submitted, as much as there is in one
 * commit, so that many callers share one fsync. A platform thread, since native calls would hold a
 * virtual thread's carrier.
 *
 * <p>When anything in a shared commit fails, all of it is taken back and done again one by one: the
 * fault of one is not the others'.
 */
final class Committer implements AutoCloseable {
  private static final int LARGEST_BATCH = 256;
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(30);

  private final Opening opening;
  private final Optional<Room> room;
  private final LinkedBlockingQueue<Task<?>> tasks = new LinkedBlockingQueue<>();
  private final ReentrantLock lock = new ReentrantLock(); // of closed: nothing comes after the end
  private boolean closed;
  private final Thread thread;
  private @Nullable Connection connection; // of the thread, as is what follows
  private @Nullable Transaction transaction;

  /** Makes a connection. */
  interface Opening {
    Connection open() throws SQLException;
  }

  private record Task<T>(Function<Transaction, T> work, CompletableFuture<T> result) {
    /** Does the work in a transaction, and returns what tells the caller once it is kept. */
    Runnable run(Transaction transaction) {
      T value = work.apply(transaction);
      return () -> result.complete(value);
    }
  }

  private boolean ended; // of the thread

  private Committer(Opening opening, Optional<Room> room, Connection connection) {
    this.opening = opening;
    this.room = room;
    use(connection);
    this.thread = Thread.ofPlatform().name("store").daemon().unstarted(this::work);
  }

  /**
   * @param room on the disk; absent when all is in memory, and gone with the connection
   */
  static Committer start(Opening opening, Optional<Room> room) throws SQLException {
    Committer committer = new Committer(opening, room, opening.open());
    committer.thread.start();
    return committer;
  }

  private Transaction use(Connection opened) {
    connection = opened;
    Transaction fresh = new Transaction(new Statements(opened));
    transaction = fresh;
    return fresh;
  }

  <T> CompletableFuture<T> submit(Function<Transaction, T> work) {
    Task<T> task = new Task<>(work, new CompletableFuture<>());
    lock.lock();
    try {
      if (closed) {
        throw new StoreUnavailable("the store is closed");
      }
      tasks.add(task);
    } finally {
      lock.unlock();
    }
    return task.result();
  }

  /** Does tasks until that of the end has come, which has no work. */
  private void work() {
    StepLoop loop = new StepLoop("store");
    while (!ended) {
      try {
        loop.step(this::round);
      } catch (InterruptedException e) {
        continue; // nobody has this thread but us; the end is a task
      }
    }
    disconnect();
  }

  private void round() throws InterruptedException {
    List<Task<?>> batch = new ArrayList<>();
    batch.add(tasks.take());
    try {
      tasks.drainTo(batch, LARGEST_BATCH - 1);
      ended = batch.removeIf(task -> task.work() == END);
      batch.removeIf(task -> task.result().isDone()); // given up
      if (!tryTogether(batch)) {
        batch.forEach(this::runAlone);
      }
    } catch (RuntimeException | Error e) { // who waits must not wait for ever
      batch.forEach(task -> task.result().completeExceptionally(e));
      throw e;
    }
  }

  private static final Function<Transaction, Object> END = transaction -> transaction;

  private boolean tryTogether(List<Task<?>> batch) {
    if (batch.size() == 1) {
      return false;
    }
    List<Runnable> answers = new ArrayList<>();
    try {
      Transaction current = begun();
      for (Task<?> task : batch) {
        answers.add(task.run(current));
      }
      if (!hasRoom(current)) {
        takeBack(new DiskFull());
        return false;
      }
      current.commit();
    } catch (SQLException | RuntimeException | Error e) {
      takeBack(e);
      return false;
    }
    answers.forEach(Runnable::run);
    return true;
  }

  private void runAlone(Task<?> task) {
    try {
      kept(task).run();
    } catch (SQLException | RuntimeException | Error e) {
      task.result().completeExceptionally(told(e));
    }
  }

  /** A disk that seems full may have room when the log has been emptied. */
  private Runnable kept(Task<?> task) throws SQLException {
    try {
      return keptAtOnce(task);
    } catch (SQLException | RuntimeException | Error e) {
      Transaction current = transaction;
      if (current == null || room.isEmpty() || !isFull(e)) {
        throw e;
      }
      current.emptyLog();
      return keptAtOnce(task);
    }
  }

  private Runnable keptAtOnce(Task<?> task) throws SQLException {
    try {
      Transaction current = begun();
      Runnable answer = task.run(current);
      if (!current.makesRoom() && !hasRoom(current)) {
        throw new DiskFull();
      }
      current.commit();
      return answer;
    } catch (SQLException | RuntimeException | Error e) {
      takeBack(e);
      throw e;
    }
  }

  /** The disk has no more room; what is left of it is for the end of work that was accepted. */
  private static final class DiskFull extends RuntimeException {
    DiskFull() {
      super("nothing can be kept: the disk of the data folder is full");
    }
  }

  private boolean hasRoom(Transaction current) {
    long added = current.addedBytes();
    return added == 0 || room.map(disk -> disk.isFor(added, current.freeBytes())).orElse(true);
  }

  private static boolean isFull(Throwable problem) {
    SQLException failure = failure(problem);
    return problem instanceof DiskFull
        || failure != null && (failure.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_FULL.code;
  }

  private Transaction begun() throws SQLException {
    Transaction connected = transaction;
    Transaction current = connected == null ? use(opening.open()) : connected;
    current.begin();
    return current;
  }

  /** A connection whose file has failed is not trusted any more; a full disk harms none. */
  private void takeBack(Throwable reason) {
    Transaction current = transaction;
    if (current != null) {
      current.takeBack();
    }
    SQLException failure = failure(reason);
    if (failure != null && isOfTheFile(failure.getErrorCode() & 0xff)) {
      leave();
    }
  }

  private void leave() {
    if (room.isPresent()) {
      disconnect();
    }
  }

  /** Returns whether it is the file that has failed, by SQLite's primary result code. */
  private static boolean isOfTheFile(int code) {
    return code == SQLiteErrorCode.SQLITE_IOERR.code
        || code == SQLiteErrorCode.SQLITE_READONLY.code
        || code == SQLiteErrorCode.SQLITE_CANTOPEN.code;
  }

  private static @Nullable SQLException failure(Throwable problem) {
    return switch (problem) {
      case SQLException failure -> failure;
      case Statements.Failure failure -> failure.reason();
      default -> null;
    };
  }

  private static Throwable told(Throwable problem) {
    if (problem instanceof DiskFull) {
      return new StoreUnavailable(String.valueOf(problem.getMessage()));
    }
    SQLException failure = failure(problem);
    return failure == null
        ? problem
        : new StoreUnavailable("nothing can be kept: " + failure.getMessage(), failure);
  }

  private void disconnect() {
    Connection current = connection;
    connection = null;
    transaction = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        return; // what was kept is kept, and the next connection is a new one
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed) {
        closed = true;
        tasks.add(new Task<>(END, new CompletableFuture<>()));
      }
    } finally {
      lock.unlock();
    }
    try {
      if (!thread.join(CLOSE_PATIENCE)) {
        throw new StoreUnavailable(
            "the disk did not answer in " + CLOSE_PATIENCE.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
