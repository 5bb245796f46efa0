package thaw.runtime.background;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A sink that keeps what it gets, and fails when a test has it fail. */
final class KeepingSink implements Sink {
  final List<String> events = new ArrayList<>();
  final List<Integer> sizes = new ArrayList<>();
  final List<String> keys = new ArrayList<>();
  final Semaphore entered = new Semaphore(0);

  /** A permit for each delivery. */
  final Semaphore gate = new Semaphore(1_000_000);

  private volatile Exception failure;

  static byte[] event(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void fail(Exception with) {
    failure = with;
  }

  /** Deliveries wait for permits from now on. */
  void hold() {
    gate.drainPermits();
  }

  @Override
  public void deliver(Batch batch, long withinNanos) throws IOException, InterruptedException {
    entered.release();
    gate.acquire();
    keys.add(batch.key());
    Exception thrown = failure;
    if (thrown instanceof IOException io) {
      throw io;
    }
    if (thrown instanceof RuntimeException ours) {
      throw ours;
    }
    sizes.add(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      events.add(new String(batch.event(i), StandardCharsets.UTF_8));
    }
  }
}
