package thaw.http;

import java.util.concurrent.Semaphore;

/**
 * A thread for each connection of a server: a platform thread as long as they are few. It waits in
 * the read itself, and what comes wakes it; a virtual one is woken by way of a poller and a
 * carrier, which costs a warm invocation two thread switches more
 * (docs/decisions/0009-warm-invoke.md). Platform threads can run out, and who connects opens as
 * many connections as he likes: those beyond the first few have virtual ones.
 */
public final class ConnectionThreads {
  private final String name;
  private final Semaphore direct;
  private final long stackBytes;

  /**
   * @param direct so many at once are platform threads
   * @param stackBytes as deep as a request goes; only what is touched takes memory
   */
  public ConnectionThreads(String name, int direct, long stackBytes) {
    this.name = name;
    this.direct = new Semaphore(direct);
    this.stackBytes = stackBytes;
  }

  public void start(Runnable connection) {
    if (!direct.tryAcquire() || !startsDirectly(connection)) {
      Thread.ofVirtual().name(name).start(connection);
    }
  }

  /** Starts a platform thread for a connection; returns false when none is to be had. */
  private boolean startsDirectly(Runnable connection) {
    try {
      Thread.ofPlatform()
          .daemon()
          .name(name)
          .stackSize(stackBytes)
          .start(() -> {
            try {
              connection.run();
            } finally {
              direct.release();
            }
          });
      return true;
    } catch (OutOfMemoryError e) { // which the kernel's refusal is, too
      direct.release();
      return false;
    }
  }
}
