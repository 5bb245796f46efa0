package thaw.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * One database for all that must be kept: in a folder, or in memory with the same code.
 *
 * <ol>
 *   <li>When a call has returned, its change is on disk; no end of the program takes it back.
 *   <li>When a call has thrown, nothing of it is kept. (Only one that ran out of patience may be.)
 *   <li>After {@link StoreUnavailable} the store works again as soon as the disk does.
 *   <li>A folder has one user at a time.
 * </ol>
 *
 * <p>Any number of threads may call; changes happen one after the other.
 */
public final class Store implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The limit on a database in memory; beyond it the store answers as on a full disk. */
  private static final long MEMORY_BYTES = 1L << 30;

  private final Optional<Path> folder;
  private final @Nullable FolderLock lock;
  private final Committer committer;

  private final Optional<String> damage;

  private Store(
      Optional<Path> folder,
      @Nullable FolderLock lock,
      Committer committer,
      Optional<String> damage) {
    this.folder = folder;
    this.lock = lock;
    this.committer = committer;
    this.damage = damage;
  }

  /**
   * @param folder made when it is missing; absent for memory
   * @throws UserMistake when it cannot be used: not ours, in use, not writable, of a newer Thaw
   */
  public static Store open(Optional<Path> folder) {
    return open(folder, MEMORY_BYTES);
  }

  static Store open(Optional<Path> folder, long memoryBytes) {
    FolderLock lock = folder.map(DataFolder::lock).orElse(null);
    try {
      Optional<String> damage = folder.flatMap(DataFolder::damage); // before SQLite cuts it off
      return new Store(
          folder,
          lock,
          Committer.start(() -> Database.open(folder, memoryBytes), folder.map(Room::new)),
          damage);
    } catch (SQLException | RuntimeException e) {
      if (lock != null) {
        lock.close();
      }
      if (e instanceof UserMistake mistake) {
        throw mistake;
      }
      throw new UserMistake(
          "the data folder cannot be used: "
              + folder.map(Path::toString).orElse("memory")
              + ": "
              + e.getMessage(),
          "see that its disk has space and can be written, or name another folder with --data");
    }
  }

  /** Returns the data folder; absent when everything is in memory. */
  public Optional<Path> folder() {
    return folder;
  }

  /**
   * Tells what a damaged disk has taken of what was kept, and what can be done. It is usually
   * empty.
   */
  public Optional<String> damage() {
    return damage;
  }

  /**
   * Changes something.
   *
   * @param work may be called again when the first time comes to nothing: it changes nothing else
   * @throws StoreUnavailable when nothing could be kept
   */
  public void change(Consumer<Transaction> work) {
    transact(transaction -> {
      work.accept(transaction);
      return true;
    });
  }

  /**
   * Reads something, and may change something.
   *
   * @param work as for {@link #change}; what it throws is thrown here, and nothing is kept
   * @throws StoreUnavailable when nothing could be read or kept
   */
  public <T> T transact(Function<Transaction, T> work) {
    CompletableFuture<T> result = committer.submit(work);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true; // what has been submitted may be kept, so its end must be known
        }
      }
    } catch (TimeoutException e) {
      result.cancel(false);
      throw new StoreUnavailable("the disk did not answer in " + PATIENCE.toSeconds() + " s", e);
    } catch (CancellationException e) {
      throw new StoreUnavailable("the store is closed", e);
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException thrown(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException problem -> problem;
      case Error problem -> throw problem;
      case null, default -> new IllegalStateException(cause);
    };
  }

  /** Ends what has begun; everything after it is refused. */
  @Override
  public void close() {
    try {
      committer.close();
    } finally {
      if (lock != null) {
        lock.close();
      }
    }
  }
}
