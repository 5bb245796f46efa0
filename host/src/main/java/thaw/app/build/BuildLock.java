package thaw.app.build;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import thaw.problem.UserMistake;

/**
 * A lock on one project between all programs of this user: two builds in one folder would disturb
 * each other, and who reads meanwhile would get half of it. It ends with its program, however that
 * ends. A file beside it says who has it.
 */
final class BuildLock implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;

  private final RandomAccessFile file;

  private final Path holder;

  private BuildLock(RandomAccessFile file, Path holder) {
    this.file = file;
    this.holder = holder;
  }

  /**
   * Waits for it.
   *
   * @param file of the lock
   * @param what for people: the project
   * @param patience with another program
   * @param said is told whom this waits for
   */
  static BuildLock take(Path file, String what, Duration patience, Consumer<String> said)
      throws IOException, InterruptedException {
    RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw");
    // A file of its own: who closes any descriptor of a locked file gives up the lock (fcntl(2)).
    Path holder = file.resolveSibling("holder");
    boolean taken = false;
    try {
      long end = System.nanoTime() + patience.toNanos();
      for (boolean first = true; !tried(open); first = false) {
        String who = Files.exists(holder) ? Files.readString(holder) : "another program";
        if (first) {
          said.accept("waiting for " + who + ", which builds or reads " + what + " ...");
        }
        if (System.nanoTime() > end) {
          throw new UserMistake(
              who + " has kept " + what + " for " + patience.toMinutes() + " minutes", "end it");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      Files.writeString(holder, own());
      taken = true;
      return new BuildLock(open, holder);
    } finally {
      if (!taken) {
        open.close();
      }
    }
  }

  private static boolean tried(RandomAccessFile file) throws IOException {
    try {
      FileLock lock = file.getChannel().tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // this program has it by another file
    }
  }

  /** Returns this program's name as its user typed it: {@code thaw bench (process 4711)}. */
  private static String own() {
    String[] command = System.getProperty("sun.java.command", "").split(" ");
    String name = command[0].endsWith(".Main") && command.length > 1 ? command[1] : "";
    return ("thaw " + name).strip() + " (process " + ProcessHandle.current().pid() + ")";
  }

  @Override
  public void close() throws IOException {
    try (file) {
      Files.deleteIfExists(holder);
    }
  }
}
