package thaw.course.throttling;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * CPU time of this JVM's living threads, by what they do: its own figure from the scheduler, {@code
 * /proc/self/task/N/schedstat}.
 */
final class ThreadTimes {
  final double all;
  final double c1;
  final double c2;

  private ThreadTimes(double all, double c1, double c2) {
    this.all = all;
    this.c1 = c1;
    this.c2 = c2;
  }

  /** In ms since the threads began. */
  static ThreadTimes now() {
    double all = 0;
    double c1 = 0;
    double c2 = 0;
    File[] tasks = new File("/proc/self/task").listFiles();
    if (tasks == null) {
      throw new IllegalStateException("no /proc/self/task");
    }
    for (File task : tasks) {
      double millis = millis(task);
      all += millis;
      String name = text(task, "comm");
      if (name.startsWith("C1 ")) {
        c1 += millis;
      } else if (name.startsWith("C2 ")) {
        c2 += millis;
      }
    }
    return new ThreadTimes(all, c1, c2);
  }

  ThreadTimes since(ThreadTimes before) {
    return new ThreadTimes(all - before.all, c1 - before.c1, c2 - before.c2);
  }

  private static double millis(File task) {
    String times = text(task, "schedstat");
    int end = times.indexOf(' ');
    return end < 0 ? 0 : Long.parseLong(times.substring(0, end)) / 1e6;
  }

  /** Empty when the thread has ended. */
  private static String text(File task, String name) {
    File file = new File(task, name);
    try {
      return new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
    } catch (IOException e) {
      if (task.exists()) {
        throw new UncheckedIOException(e);
      }
      return "";
    }
  }
}
