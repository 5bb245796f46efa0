package thaw.environment;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.RuntimeConversation;
import thaw.runtimeapi.RuntimeEvent;
import thaw.runtimeapi.extensions.Barrier;
import thaw.runtimeapi.extensions.ExtensionsSession;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Sandbox;

/**
 * The waits of an environment's owner for what runtime and extensions do next, in which what they
 * print meanwhile is shown.
 */
final class Listening {
  /** The steps in ns in which the log of a function that runs for long is shown. */
  private static final long LOG_STEP_NANOS = 500_000_000;

  /** The most that is read at once while something else is waited for, too. */
  private static final long LOG_STEP_BYTES = 2L * 1024 * 1024;

  /** The least time between two lines on a log that is limited, while a request runs. */
  private static final long LIMITED_STEP_NANOS = 10_000_000_000L;

  /** The pause after a piece of a log that is limited, in times of what it took. */
  private static final int FLOODS_PAUSE = 5;

  private final Sandbox box;
  private final RuntimeConversation session;
  private final Extensions extensions;
  private final EventLog eventLog;
  private boolean floods;
  private Duration held = Duration.ZERO; // not told yet, as droppedBytes
  private long droppedBytes;
  private long toldNanos = System.nanoTime() - LIMITED_STEP_NANOS;

  Listening(Sandbox box, RuntimeConversation session, Extensions extensions, EventLog eventLog) {
    this.box = box;
    this.session = session;
    this.extensions = extensions;
    this.eventLog = eventLog;
  }

  /** Returns the next event of the runtime, or null when {@code deadlineNanos} came first. */
  @Nullable RuntimeEvent event(long deadlineNanos) throws InterruptedException {
    boolean more = false;
    while (true) {
      long left = deadlineNanos - System.nanoTime();
      long step = more ? 0 : LOG_STEP_NANOS;
      boolean late = left <= 0 && session.isHeldUp();
      RuntimeEvent event =
          session.events().await(Duration.ofNanos(late ? step : Math.min(left, step)));
      if (event != null || left <= step && !session.isHeldUp()) {
        return event;
      }
      more = showSome();
    }
  }

  /** One of the waits of {@link ExtensionsSession}. */
  interface Wait {
    Barrier until(long deadlineNanos) throws InterruptedException;
  }

  /** Returns what has come of a wait for all extensions. */
  Barrier barrier(Wait wait, long deadlineNanos) throws InterruptedException {
    boolean more = false;
    while (true) {
      long step = System.nanoTime() + (more ? 0 : LOG_STEP_NANOS);
      Barrier barrier = wait.until(Math.min(deadlineNanos, step));
      session.events().requireSound();
      if (barrier != Barrier.TIMED_OUT || deadlineNanos <= step) {
        return barrier;
      }
      more = showSome();
    }
  }

  /** Passes on some of what the processes have printed; returns whether there is more. */
  private boolean showSome() {
    floods |= wasLimited();
    boolean more = box.output().drainTo(this::log, LOG_STEP_BYTES);
    extensions.showOutput(() -> {});
    tellLimited(LIMITED_STEP_NANOS);
    return more;
  }

  /**
   * Passes on a piece of the output. One of a function that has been held back is followed by a
   * pause, so that other functions' lines and requests come in between: the longer that function
   * waits the better for them.
   */
  private void log(byte[] piece) {
    long begin = System.nanoTime();
    eventLog.output(piece);
    if (floods) {
      LockSupport.parkNanos(FLOODS_PAUSE * (System.nanoTime() - begin));
    }
  }

  private boolean wasLimited() {
    Optional<Sandbox.Limited> limited = box.takeLimited();
    limited.ifPresent(now -> {
      held = held.plus(now.held());
      droppedBytes += now.droppedBytes();
    });
    return limited.isPresent();
  }

  private void tellLimited(long leastNanos) {
    long now = System.nanoTime();
    if ((!held.isZero() || droppedBytes > 0) && now - toldNanos >= leastNanos) {
      eventLog.add(new PlatformEvent.LogLimited(held, droppedBytes));
      held = Duration.ZERO;
      droppedBytes = 0;
      toldNanos = now;
    }
  }

  /** Passes on what the processes have printed so far. */
  void showOutput() {
    showOutput(() -> {});
    tellLimited(0);
  }

  /**
   * Shows output as {@link #showOutput()} does.
   *
   * @param taken run for each piece when it has been read, before the log gets it
   */
  void showOutput(Runnable taken) {
    floods |= wasLimited();
    box.output()
        .drainTo(piece -> {
          taken.run();
          log(piece);
        });
    extensions.showOutput(taken);
    floods = wasLimited();
    tellLimited(LIMITED_STEP_NANOS);
  }
}
