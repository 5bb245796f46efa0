package thaw.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import thaw.steady.StepLoop;

/**
 * Limits how long a client may take to send a request or to read a response, however little it
 * sends or reads at a time: its connection is closed then. A read timeout of the socket would only
 * limit the pause between two bytes, and there is none for writes.
 */
final class Transfers implements AutoCloseable {
  private static final int SWEEPS_IN_PATIENCE = 4;

  private final long patienceNanos;
  private final Set<Transfer> running = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer;

  Transfers(Duration patience) {
    this.patienceNanos = patience.toNanos();
    this.timer =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("transfers").factory());
    long period = Math.max(1, patience.toMillis() / SWEEPS_IN_PATIENCE);
    timer.scheduleWithFixedDelay(
        new StepLoop("transfers").task(this::endLate), period, period, TimeUnit.MILLISECONDS);
  }

  /** One of a connection, until it is closed. */
  final class Transfer implements AutoCloseable {
    private final Connection connection;
    private final long beganNanos = System.nanoTime();

    private Transfer(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void close() {
      running.remove(this);
    }
  }

  /** Each write in its time: what is streamed may pause for as long as it likes, its reader not. */
  OutputStream timed(Connection connection) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int count) throws IOException {
        try (Transfer _ = begin(connection)) {
          connection.out().write(bytes, offset, count);
        }
      }
    };
  }

  Transfer begin(Connection connection) {
    Transfer transfer = new Transfer(connection);
    running.add(transfer);
    return transfer;
  }

  private void endLate() {
    long now = System.nanoTime();
    for (Transfer transfer : running) {
      if (now - transfer.beganNanos > patienceNanos) {
        transfer.connection.close();
      }
    }
  }

  int count() {
    return running.size();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
