package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The times that the scheduler counted for one thread since it began. With a clock beside it, the
 * rest is known, too: time that is neither on a CPU nor waiting for one is blocked, to the
 * nanosecond.
 *
 * @param id the thread's number on the host
 * @param name its name, of which the kernel keeps 15 bytes
 * @param onCpuNanos time on a CPU
 * @param waitingNanos time in which it could have run and had no CPU, be it for want of a free one
 *     or of CPU quota
 * @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">Scheduler Statistics,
 *     /proc/PID/schedstat</a>
 */
public record ThreadTimes(long id, String name, long onCpuNanos, long waitingNanos) {
  /**
   * Returns the times of a process's living threads, the oldest first; it is empty when the process
   * has ended.
   */
  public static List<ThreadTimes> of(long pid) {
    return of(pid, Integer.MAX_VALUE);
  }

  /** Returns the times of the oldest threads. */
  public static List<ThreadTimes> of(long pid, int most) {
    List<ThreadTimes> threads = new ArrayList<>();
    TaskFolders.of(pid).stream().limit(most).forEach(task -> read(task, threads));
    return threads;
  }

  private static void read(Path task, List<ThreadTimes> threads) {
    try {
      String[] times = KernelFile.read(task.resolve("schedstat")).strip().split(" ");
      threads.add(
          new ThreadTimes(
              TaskFolders.id(task),
              KernelFile.read(task.resolve("comm")).strip(),
              Long.parseLong(times[0]),
              Long.parseLong(times[1])));
    } catch (IOException e) {
      // the thread has ended meanwhile
    }
  }
}
