package thaw.sandbox.kernel;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A process and all that it has started, which ends as a whole. */
public final class ProcessTree {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 5;

  /** More than a build has generations. */
  private static final int MOST_ROUNDS = 64;

  private ProcessTree() {}

  /**
   * Kills them, and returns when they are gone: what they still wrote would outlive its folder. An
   * interrupt does not hasten that.
   */
  public static void end(Process process) {
    Collection<ProcessHandle> all = killed(process);
    long endNanos = System.nanoTime() + PATIENCE.toNanos();
    boolean interrupted = false;
    // To the JDK it is alive until a parent has asked how it ended: for one of a killed parent,
    // init.
    while (!all.stream().allMatch(each -> ProcessStat.hasEnded(each.pid()))
        && System.nanoTime() < endNanos) {
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    // By a thread of the JDK's, which an interrupt of this one does not hasten either.
    process.onExit().completeOnTimeout(process, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  /** Kills them, and does not wait for their ends. */
  public static void kill(Process process) {
    killed(process);
  }

  /**
   * Stops them first, from the top: a shell whose command is killed before itself goes on with the
   * next one, which nobody has listed.
   */
  private static Collection<ProcessHandle> killed(Process process) {
    Set<ProcessHandle> all = new LinkedHashSet<>();
    if (process.isAlive()) {
      stop(process.toHandle(), all);
    }
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (!process.descendants().map(each -> stop(each, all)).reduce(false, Boolean::logicalOr)) {
        break;
      }
    }
    all.forEach(ProcessHandle::destroyForcibly);
    return all;
  }

  private static boolean stop(ProcessHandle process, Set<ProcessHandle> all) {
    boolean added = all.add(process);
    if (added) {
      Native.kill(process.pid(), Native.SIGSTOP);
    }
    return added;
  }
}
