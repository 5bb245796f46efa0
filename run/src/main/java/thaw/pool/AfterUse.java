package thaw.pool;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * The steps after the uses of a pool's environments: each use has its conclusion, and an
 * environment that nobody has needed for a moment rests. Refuses to know what the two do.
 */
final class AfterUse<E> {
  private final IdleRow<E> row;
  private final Leases<E> leases;
  private final Returns<E> returns;
  private final Consumer<RuntimeException> problems;
  private final Consumer<Runnable> later;

  /**
   * @param problems what failed when nobody waited for it any more
   * @param later runs what it gets a moment later, on a thread that must not be kept
   */
  AfterUse(
      IdleRow<E> row,
      Leases<E> leases,
      Returns<E> returns,
      Consumer<RuntimeException> problems,
      Consumer<Runnable> later) {
    this.row = row;
    this.leases = leases;
    this.returns = returns;
    this.problems = problems;
    this.later = later;
  }

  /** The calling thread has used the environment, and leaves it. */
  void conclude(E environment, Conclusion<E> conclusion) {
    Between last = new Between(environment, conclusion, null);
    leases.leaveTo(last);
    try {
      conclusion.whenReady(environment, last);
      if (!leases.hasBegun(last)) {
        later.accept(last::runElsewhere);
      }
    } catch (RuntimeException | Error e) { // the request is answered, and its end must come
      problems.accept(InternalFault.of(e));
      last.runElsewhere();
    }
  }

  private void rest(IdleRow.Idle<E> candidate, Conclusion<E> conclusion) {
    Interlude resting =
        leases.takeIdle(
            candidate, () -> new Between(candidate.environment(), conclusion, candidate));
    if (resting != null) {
      resting.runElsewhere();
    }
  }

  /** The conclusion of a use, or a rest. */
  private final class Between extends Interlude implements Runnable {
    private final E environment;
    private final Conclusion<E> conclusion;
    private final IdleRow.@Nullable Idle<E> idleBefore; // of a rest

    Between(E environment, Conclusion<E> conclusion, IdleRow.@Nullable Idle<E> idleBefore) {
      super(conclusion.patience(environment));
      this.environment = environment;
      this.conclusion = conclusion;
      this.idleBefore = idleBefore;
    }

    @Override
    void runElsewhere() {
      if (leases.hasBegun(this)) {
        return;
      }
      try {
        Thread.ofVirtual().name("conclusion").start(this);
      } catch (OutOfMemoryError e) { // or no thread is to be had: it is tried again
        later.accept(this::runElsewhere);
      }
    }

    @Override
    public void run() {
      if (!leases.begin(this)) {
        return;
      }
      boolean reusable = false;
      try {
        apply();
        reusable = true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | Error e) {
        problems.accept(InternalFault.of(e));
      } finally {
        try {
          giveBack(reusable);
        } catch (RuntimeException | Error e) {
          problems.accept(InternalFault.of(e));
        }
      }
    }

    private void apply() throws InterruptedException {
      if (idleBefore == null) {
        conclusion.conclude(environment);
      } else {
        conclusion.rest(environment);
      }
    }

    private void giveBack(boolean reusable) {
      IdleRow.Idle<E> idle = idleBefore == null ? row.now(environment) : idleBefore;
      switch (leases.giveBackAfter(this, idle, reusable)) {
        case PASSED_ON -> {}
        case IDLE -> {
          if (idleBefore == null) {
            later.accept(() -> rest(idle, conclusion));
          }
        }
        case UNUSABLE -> returns.endAndLeave(environment);
      }
    }
  }
}
