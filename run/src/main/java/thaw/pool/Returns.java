package thaw.pool;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.AllSteps;

/**
 * The returns of environments that somebody leaves: one that nobody can use any more is ended by
 * whoever has left it. Refuses to know who gets the others.
 *
 * @param end ends an environment
 */
record Returns<E>(Leases<E> leases, Consumer<E> end) {
  /**
   * The number of environments that end at once. Most of an end is waiting: for extensions up to 2
   * s, and for the kernel.
   */
  private static final int ENDS_AT_ONCE = 32;

  /**
   * The calling thread leaves its environment.
   *
   * @param environment null when it has none
   */
  void leave(@Nullable E environment, boolean reusable) {
    boolean ends =
        environment != null && leases.giveBack(environment, reusable) == Leases.Left.UNUSABLE;
    endAndLeave(ends ? environment : null);
  }

  /** Takes an environment that no user has had. */
  void add(E environment) {
    if (leases.add(environment) == Leases.Left.UNUSABLE) {
      end.accept(environment);
    }
  }

  void endAndLeave(@Nullable E environment) {
    try {
      if (environment != null) {
        endDespiteInterrupt(environment);
      }
    } finally {
      leases.leave();
    }
  }

  /** An end needs files and waits, which an interrupted thread is refused. */
  private void endDespiteInterrupt(E environment) {
    boolean interrupted = Thread.interrupted();
    try {
      end.accept(environment);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void endAll(List<E> environments) {
    AllSteps.each(environments, ENDS_AT_ONCE, end);
  }
}
