package thaw.sandbox;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import thaw.steady.Loop;

/** Looks once for all cells what can be reached outside of them. */
final class OutsideWatch implements AutoCloseable {
  /** So late at most a cell learns of a program that begins to listen. */
  private static final Duration PERIOD = Duration.ofMillis(500);

  private final Set<Outside> cells = ConcurrentHashMap.newKeySet();
  private final Thread watcher = Thread.ofVirtual().name("outside").unstarted(this::run);
  private volatile Set<Integer> ports = Set.of();
  private boolean started; // guarded by this

  /** Ports are up to date when this returns. */
  void add(Outside outside) throws IOException {
    cells.add(outside);
    ports = HostPorts.listening();
    outside.update(ports);
    start();
  }

  private synchronized void start() {
    if (!started) {
      started = true;
      watcher.start();
    }
  }

  void remove(Outside outside) {
    cells.remove(outside);
    outside.close();
  }

  private void run() {
    new Loop("outside")
        .run(
            () -> true, // until the instance ends
            () -> {
              Thread.sleep(PERIOD);
              look();
            });
  }

  private void look() {
    try {
      Set<Integer> now = cells.isEmpty() ? ports : HostPorts.listening();
      if (!now.equals(ports)) {
        ports = now;
        cells.forEach(this::update);
      }
    } catch (IOException e) {
      // Next time.
    }
  }

  private void update(Outside outside) {
    try {
      outside.update(ports);
    } catch (RuntimeException e) {
      cells.remove(outside); // the cell has ended meanwhile
    }
  }

  @Override
  public void close() {
    watcher.interrupt();
    cells.forEach(this::remove);
  }
}
