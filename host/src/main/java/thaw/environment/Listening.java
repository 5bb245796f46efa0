package thaw.environment;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import thaw.environment.extensions.Extensions;
import thaw.runtimeapi.RuntimeConversation;
import thaw.runtimeapi.RuntimeEvent;
import thaw.runtimeapi.extensions.Barrier;
import thaw.runtimeapi.extensions.ExtensionsSession;
import thaw.runtimeapi.log.EventLog;
import thaw.sandbox.Sandbox;

/**
 * The waits of an environment's owner for what runtime and extensions do next, in which what they
 * print meanwhile is shown.
 */
final class Listening {
  /** The steps in ns in which the log of a function that runs for long is shown. */
  private static final long LOG_STEP_NANOS = 500_000_000;

  private final Sandbox box;
  private final RuntimeConversation session;
  private final Extensions extensions;
  private final EventLog eventLog;

  Listening(Sandbox box, RuntimeConversation session, Extensions extensions, EventLog eventLog) {
    this.box = box;
    this.session = session;
    this.extensions = extensions;
    this.eventLog = eventLog;
  }

  /** Returns the next event of the runtime, or null when {@code deadlineNanos} came first. */
  @Nullable RuntimeEvent event(long deadlineNanos) throws InterruptedException {
    while (true) {
      long left = deadlineNanos - System.nanoTime();
      boolean late = left <= 0 && session.isHeldUp();
      RuntimeEvent event =
          session
              .events()
              .await(Duration.ofNanos(late ? LOG_STEP_NANOS : Math.min(left, LOG_STEP_NANOS)));
      if (event != null || left <= LOG_STEP_NANOS && !session.isHeldUp()) {
        return event;
      }
      showOutput();
    }
  }

  /** One of the waits of {@link ExtensionsSession}. */
  interface Wait {
    Barrier until(long deadlineNanos) throws InterruptedException;
  }

  /** Returns what has come of a wait for all extensions. */
  Barrier barrier(Wait wait, long deadlineNanos) throws InterruptedException {
    while (true) {
      long step = System.nanoTime() + LOG_STEP_NANOS;
      Barrier barrier = wait.until(Math.min(deadlineNanos, step));
      session.events().requireSound();
      if (barrier != Barrier.TIMED_OUT || deadlineNanos <= step) {
        return barrier;
      }
      showOutput();
    }
  }

  /** Passes on what the processes have printed so far. */
  void showOutput() {
    showOutput(() -> {});
  }

  /**
   * Shows output as {@link #showOutput()} does.
   *
   * @param taken run for each piece when it has been read, before the log gets it
   */
  void showOutput(Runnable taken) {
    box.output()
        .drainTo(piece -> {
          taken.run();
          eventLog.output(piece);
        });
    extensions.showOutput(taken);
  }
}
