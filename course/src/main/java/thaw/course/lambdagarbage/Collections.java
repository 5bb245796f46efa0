package thaw.course.lambdagarbage;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** Counts how often the young generation was collected during an operation. */
final class Collections {
  private static final int CHUNK = 10_000;

  private long count;

  void during(Operation operation, long times) {
    long before = soFar();
    for (long left = times; left > 0; left -= CHUNK) {
      operation.repeat((int) Math.min(CHUNK, left));
    }
    count = soFar() - before;
  }

  private static long soFar() {
    long count = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      count += collector.getCollectionCount();
    }
    return count;
  }

  long count() {
    return count;
  }

  /** As large as it was made by {@code -Xmn}. */
  static long edenBytes() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().contains("Eden")) {
        return pool.getUsage().getCommitted();
      }
    }
    throw new IllegalStateException("no eden");
  }
}
