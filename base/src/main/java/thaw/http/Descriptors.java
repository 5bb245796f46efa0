package thaw.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The limit on this process's open file descriptors.
 *
 * @see <a
 *     href="https://man7.org/linux/man-pages/man5/proc_pid_limits.5.html">proc_pid_limits(5)</a>
 */
final class Descriptors {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String NAME = "Max open files";

  /** The program has 74 open before its first request (counted in /proc/PID/fd). */
  private static final int OWN = 128;

  private Descriptors() {}

  /**
   * Connections that a server may have, so that enough is left for functions, whose environments
   * have 7 each, and the program itself: half of all, or less where few are permitted.
   */
  static int forConnections() {
    try {
      return Files.readAllLines(LIMITS).stream()
          .filter(line -> line.startsWith(NAME))
          .map(line -> line.substring(NAME.length()).strip().split(" ", 2)[0])
          .filter(soft -> soft.chars().allMatch(Character::isDigit)) // or "unlimited"
          .mapToInt(soft -> share(Long.parseLong(soft)))
          .findFirst()
          .orElse(Integer.MAX_VALUE);
    } catch (IOException e) {
      return Integer.MAX_VALUE;
    }
  }

  static int share(long limit) {
    return Math.clamp(Math.min(limit / 2, limit - OWN), 1, Integer.MAX_VALUE);
  }
}
