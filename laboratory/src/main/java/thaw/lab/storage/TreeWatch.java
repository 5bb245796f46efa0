package thaw.lab.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import thaw.sandbox.Job;

/**
 * Looks at all threads of a job again and again, and counts how often none of them ran or could
 * have: then all wait, for storage or for each other. Unlike what the kernel counts as I/O wait
 * this sees a network file system as well, whose waits are no I/O to the kernel, and it does not
 * see those of other programs.
 *
 * <p>It sums up as well how long threads ran and how long they waited for a CPU, which on a busy
 * machine is most of the time.
 */
final class TreeWatch implements AutoCloseable {
  private static final Duration EACH = Duration.ofMillis(10);

  /** Every so many looks the times of all threads are read: what ends in between is lost. */
  private static final int TIMES_EACH = 5;

  private final Job job;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;
  private final Map<Path, Times> times = new HashMap<>();
  private int looks;
  private int waiting;

  /** The times of one thread in nanoseconds: the first two numbers of its schedstat. */
  private record Times(long ran, long waited) {}

  private TreeWatch(Job job) {
    this.job = job;
    this.thread = Thread.ofPlatform().daemon().name("lab-tree-watch").unstarted(this::watch);
  }

  static TreeWatch of(Job job) {
    TreeWatch watch = new TreeWatch(job);
    watch.thread.start();
    return watch;
  }

  /**
   * The shares of time that are known when the job has ended.
   *
   * @param waiting the share of the time in which nobody could run
   * @param served of the time in which threads wanted a CPU, the share in which they had one
   */
  record Shares(double waiting, double served) {}

  /** Ends the looking. */
  Shares end() throws InterruptedException {
    close();
    long ran = times.values().stream().mapToLong(Times::ran).sum();
    long waited = times.values().stream().mapToLong(Times::waited).sum();
    return new Shares(
        looks == 0 ? 0 : (double) waiting / looks, ran == 0 ? 1 : (double) ran / (ran + waited));
  }

  private void watch() {
    try {
      while (!closed.await(EACH.toNanos(), TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    Collection<Long> pids = job.pids();
    if (pids.isEmpty()) {
      return;
    }
    boolean all = looks % TIMES_EACH == 0;
    boolean runs = false;
    for (long pid : pids) {
      try (DirectoryStream<Path> threads =
          Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
        for (Path thread : threads) {
          runs = runs || state(thread) == 'R';
          if (all) {
            note(thread);
          } else if (runs) {
            break;
          }
        }
      } catch (IOException | DirectoryIteratorException e) {
        runs = true; // it is ending, which is work
      }
    }
    waiting += runs ? 0 : 1;
    looks++;
  }

  private void note(Path thread) throws IOException {
    String[] fields = Files.readString(thread.resolve("schedstat")).split(" ");
    times.put(thread, new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
  }

  /** The third field of proc_pid_stat(5), behind the name in brackets. */
  private static char state(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return 'X';
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed.countDown();
    thread.join();
  }
}
