package thaw.sandbox;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets few boxes be set up at the same time; the others wait for their turn, in the order in which
 * they came.
 *
 * <p>For the maintainer. Every mount takes a lock of the kernel's that all mount namespaces share
 * ({@code namespace_sem}), and each box makes a dozen. Who gets it must get a CPU, too, before the
 * next one can: when a hundred boxes queue for it beside programs that use all CPUs, nearly nothing
 * is set up any more. Measured on 2 CPUs with 6 busy loops: of 100 at once, 65 and 78 were ready
 * after 40 s, the others given up after 20 s; with 4, 8 or 16 at a time all were ready after 8 to 9
 * s. Without the loops it is 4 s, at 4 at a time as without this limit.
 */
final class SetUps {
  private final Semaphore turns;

  /**
   * @param most at the same time
   */
  SetUps(int most) {
    this.turns = new Semaphore(most, true);
  }

  /** Enough to keep the CPUs busy: much of a set-up is waiting for a process's start and end. */
  static SetUps forThisMachine() {
    return new SetUps(4 * Runtime.getRuntime().availableProcessors());
  }

  /** Runs it when it is its turn; refuses an interrupted thread. */
  <T> T inTurn(Supplier<T> setUp) {
    try {
      turns.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before the sandbox was set up", e);
    }
    try {
      return setUp.get();
    } finally {
      turns.release();
    }
  }
}
