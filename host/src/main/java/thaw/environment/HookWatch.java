package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.log.EventLog;
import thaw.environment.log.HungThread;
import thaw.environment.log.PlatformEvent;
import thaw.sandbox.Sandbox;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.ProcessStat;
import thaw.sandbox.kernel.TcpTable;

/**
 * Tells in the log where a JVM's main thread is when its time is up, and before that when a hook of
 * SnapStart takes long: nobody should wait minutes for a name.
 */
final class HookWatch implements InitLimit.Looks {
  /** Long for a hook; restores that are limited to 10 s are told at their end. */
  private static final Duration FIRST = Duration.ofSeconds(8);

  /** A hook that is the same as at the first look has run for at least this long. */
  private static final Duration SECOND = Duration.ofSeconds(11);

  /** A JVM answers at its next safepoint. */
  private static final Duration STACK_PATIENCE = Duration.ofSeconds(2);

  private final RuntimeProcess<?> process;
  private final EventLog journal;
  private Optional<String> seen = Optional.empty();
  private long next;

  private HookWatch(RuntimeProcess<?> process, EventLog journal, long next) {
    this.process = process;
    this.journal = journal;
    this.next = next;
  }

  /**
   * Of a process that has been started.
   *
   * @param hooks whether hooks may run before time is up
   */
  static HookWatch of(
      RuntimeProcess<?> process, RuntimeProgram program, boolean hooks, EventLog journal) {
    boolean looks = hooks && program instanceof RuntimeProgram.Java;
    return new HookWatch(
        process, journal, looks ? process.startedNanos() + FIRST.toNanos() : Long.MAX_VALUE);
  }

  @Override
  public long nextNanos() {
    return next;
  }

  @Override
  public void look() throws InterruptedException {
    Optional<HungThread> main = mainThread();
    Optional<String> hook = main.flatMap(HungThread::hook);
    boolean first = seen.isEmpty();
    if (hook.isPresent() && hook.equals(seen)) {
      journal.add(new PlatformEvent.HungAt(main.get(), false));
      next = Long.MAX_VALUE;
    } else if (hook.isPresent()) {
      seen = hook;
      next = System.nanoTime() + SECOND.minus(FIRST).toNanos();
    } else {
      // Init before the hooks, or after: it may take as long as it likes. Who lets nobody look is
      // not asked again.
      boolean again = main.isPresent() && first;
      next = again ? System.nanoTime() + FIRST.toNanos() : Long.MAX_VALUE;
    }
  }

  /** Time is up. */
  void tellWhereItHangs() throws InterruptedException {
    mainThread().ifPresent(main -> journal.add(new PlatformEvent.HungAt(main, true)));
  }

  /** Nothing of one that lets nobody attach, or is not there: the log has that time was up. */
  private Optional<HungThread> mainThread() throws InterruptedException {
    Sandbox box = process.box();
    if (!box.isStarted()) {
      return Optional.empty();
    }
    try {
      AttachedJvm jvm = AttachedJvm.in(box);
      // A wrapper's shell, or a JVM with -Xrs, would end by the signal that has a JVM listen.
      return ProcessStat.handles(box.pid(), Native.SIGQUIT)
          ? jvm.mainThread(STACK_PATIENCE, peers(box))
          : Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** Where it is connected to, in a network of its own: there each socket is the function's. */
  private static List<String> peers(Sandbox box) {
    if (!box.loopback().isOwn()) {
      return List.of();
    }
    try {
      return TcpTable.peers(
          Path.of("/proc", Long.toString(box.pid()), "net"), SandboxFactory.LAMBDA_PORT);
    } catch (IOException e) {
      return List.of();
    }
  }
}
