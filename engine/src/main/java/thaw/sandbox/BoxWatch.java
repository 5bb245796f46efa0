package thaw.sandbox;

import java.time.Duration;
import thaw.steady.StepLoop;

/** Looks at boxes again and again, on a thread of its own, from the first box on. */
final class BoxWatch implements AutoCloseable {
  private final Thread watcher;
  private boolean started; // guarded by this

  BoxWatch(String name, Duration period, Runnable look) {
    this.watcher =
        Thread.ofVirtual()
            .name(name)
            .unstarted(() ->
                new StepLoop(name)
                    .run(
                        () -> true, // until the instance ends
                        () -> {
                          Thread.sleep(period);
                          look.run();
                        }));
  }

  synchronized void start() {
    if (!started) {
      started = true;
      watcher.start();
    }
  }

  @Override
  public void close() {
    watcher.interrupt();
  }
}
