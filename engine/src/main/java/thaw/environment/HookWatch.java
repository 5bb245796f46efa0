package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import thaw.environment.launch.RuntimeProgram;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.Hang;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Sandbox;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.ProcessStat;

/**
 * Tells in the log where a JVM's main thread is when its time is up, and before that when a hook of
 * SnapStart takes long: nobody should wait minutes for a name. Of a JVM that cannot be asked, or
 * does not answer, it tells that.
 */
final class HookWatch implements InitLimit.Looks {
  /**
   * The time until the first look, long for a hook; restores that are limited to 10 s are told at
   * their end.
   */
  private static final Duration FIRST = Duration.ofSeconds(8);

  /** A hook that is the same as at the first look has run for at least this long. */
  private static final Duration SECOND = Duration.ofSeconds(11);

  /** Stands for the hook that a JVM runs which tells nothing. */
  private static final String UNKNOWN = "unknown";

  /** A JVM answers at its next safepoint. */
  private static final Duration STACK_PATIENCE = Duration.ofSeconds(2);

  private final RuntimeProcess<?> process;
  private final EventLog eventLog;
  private final boolean tells;
  private Optional<String> seen = Optional.empty();
  private long next;

  private HookWatch(RuntimeProcess<?> process, EventLog eventLog, boolean tells, long next) {
    this.process = process;
    this.eventLog = eventLog;
    this.tells = tells;
    this.next = next;
  }

  /**
   * Makes the watch of a process that has been started.
   *
   * @param hooks whether hooks may run before time is up
   */
  static HookWatch of(
      RuntimeProcess<?> process, RuntimeProgram program, boolean hooks, EventLog eventLog) {
    boolean java = program instanceof RuntimeProgram.Java;
    return new HookWatch(
        process,
        eventLog,
        java || hooks,
        java && hooks ? process.startedNanos() + FIRST.toNanos() : Long.MAX_VALUE);
  }

  @Override
  public long nextNanos() {
    return next;
  }

  @Override
  public void look() throws InterruptedException {
    Optional<Hang> hang = hang();
    Optional<String> hook =
        hang.flatMap(found -> found.lines().isEmpty() ? Optional.of(UNKNOWN) : found.hook());
    boolean first = seen.isEmpty();
    if (hook.isPresent() && hook.equals(seen)) {
      eventLog.add(new PlatformEvent.HungAt(hang.get(), false));
      next = Long.MAX_VALUE;
    } else if (hook.isPresent()) {
      seen = hook;
      next = System.nanoTime() + SECOND.minus(FIRST).toNanos();
    } else {
      // Init before the hooks, or after: it may take as long as it likes.
      next = hang.isPresent() && first ? System.nanoTime() + FIRST.toNanos() : Long.MAX_VALUE;
    }
  }

  /** Time is up. */
  void tellWhereItHangs() throws InterruptedException {
    hang().ifPresent(hang -> eventLog.add(new PlatformEvent.HungAt(hang, true)));
  }

  /** Nothing of a process that is not there, or of one that no JVM is expected in. */
  private Optional<Hang> hang() throws InterruptedException {
    Sandbox box = process.box();
    if (!box.isStarted()) {
      return Optional.empty();
    }
    String silence;
    try {
      AttachedJvm jvm = AttachedJvm.in(box);
      // A wrapper's shell, or a JVM with -Xrs, would end by the signal that has a JVM listen.
      if (ProcessStat.handles(box.pid(), Native.SIGQUIT)) {
        Optional<Hang> main = jvm.mainThread(STACK_PATIENCE);
        if (main.isPresent()) {
          return main;
        }
        silence = "its main thread has ended";
      } else {
        silence = "no JVM that takes SIGQUIT runs here";
      }
    } catch (IOException | UncheckedIOException e) {
      silence = String.valueOf(e.getMessage());
    }
    String told =
        box.pid() == 0
            ? "CRIU has not ended the restore"
            : "it did not tell where it is: " + silence;
    return tells ? Optional.of(Hang.silent(told)) : Optional.empty();
  }
}
