package thaw.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A pool with numbers in place of environments: 1 is the first that was started. */
final class NumberPool {
  static final Duration IDLE_LIMIT = Duration.ofMinutes(5);

  final AtomicInteger started = new AtomicInteger();
  final List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
  final Set<Integer> broken = new HashSet<>();
  final List<RuntimeException> problems = Collections.synchronizedList(new ArrayList<>());
  final AtomicLong clock = new AtomicLong(-5); // nanoTime may be negative
  final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
  final Pool<Integer> pool =
      new Pool<>(
          started::incrementAndGet,
          ended::add,
          environment -> !broken.contains(environment),
          problems::add,
          IDLE_LIMIT,
          clock::get,
          later::add);

  int used() throws InterruptedException {
    return pool.<Integer>use(environment -> environment);
  }

  void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  /** Uses inside each other stand for requests at the same time. */
  List<Integer> usedAtOnce(int requests) throws InterruptedException {
    List<Integer> all = new ArrayList<>();
    if (requests > 0) {
      pool.<Integer>use(environment -> {
        all.add(environment);
        all.addAll(usedAtOnce(requests - 1));
        return environment;
      });
    }
    return all;
  }

  /** What the pool gave away to be done a moment later. */
  void aMomentPasses() {
    for (Runnable step = later.poll(); step != null; step = later.poll()) {
      step.run();
    }
  }
}
