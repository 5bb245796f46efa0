package thaw.sandbox.kernel;

/**
 * One process of this host, and not the next one that gets its pid.
 *
 * @param startTicks when it began, in clock ticks since boot; 0 when that is not known, and then
 *     any process with the pid passes for it
 */
public record ProcessId(long pid, long startTicks) {
  /** This program. */
  public static ProcessId own() {
    return of(ProcessHandle.current().pid());
  }

  static ProcessId of(long pid) {
    return new ProcessId(pid, ProcessStat.startTicks(pid).orElse(0));
  }

  public boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)
        && (startTicks == 0 || ProcessStat.startTicks(pid).orElse(0) == startTicks);
  }
}
