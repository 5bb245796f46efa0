package thaw.environment;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Measures what an environment has used lately: of its CPUs over the last second, of its memory at
 * the last look. Before there has been a second, no use of CPUs is known: 0.
 *
 * <p>One thread at a time adds looks; any thread may ask.
 */
final class RecentUse {
  /** The window of AWS's Lambda Insights for the use of CPUs on managed instances. */
  static final Duration WINDOW = Duration.ofSeconds(1);

  private final double vcpus;
  private final long memoryBytes;
  private final Deque<UseLook> looks = new ArrayDeque<>(); // the oldest first
  private volatile ResourceUse use = ResourceUse.NONE;

  /**
   * @param vcpus that the environment has
   * @param memoryBytes likewise
   */
  RecentUse(double vcpus, long memoryBytes) {
    this.vcpus = vcpus;
    this.memoryBytes = memoryBytes;
  }

  void add(UseLook look) {
    looks.addLast(look);
    while (looks.size() > 2 && isWindow(second(), look)) {
      looks.removeFirst();
    }
    UseLook oldest = looks.getFirst();
    use =
        new ResourceUse(
            isWindow(oldest, look) ? look.cpuPercent(oldest, vcpus) : 0,
            100.0 * look.memoryBytes() / memoryBytes);
  }

  /** Begins anew: what was before does not count any more. */
  void restart() {
    looks.clear();
    use = ResourceUse.NONE;
  }

  ResourceUse use() {
    return use;
  }

  private UseLook second() {
    UseLook first = looks.removeFirst();
    UseLook second = looks.getFirst();
    looks.addFirst(first);
    return second;
  }

  private static boolean isWindow(UseLook from, UseLook to) {
    return to.nanos() - from.nanos() >= WINDOW.toNanos();
  }
}
