package thaw.load;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Gives a thread precedence over what it measures, where the host permits: on a machine of its own
 * a generator would not have to share CPUs with its target, and a request that leaves late for want
 * of one says nothing of the target. Root may; others keep what they have.
 *
 * <p>By the policy SCHED_FIFO: a nice value has no effect on what runs in other sessions or
 * cgroups. The kernel leaves 5 % of each CPU to everybody else whatever such a thread does.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7)</a>
 */
final class ThreadPriority {
  private static final int CALLING_THREAD = 0;
  private static final int SCHED_FIFO = 1;
  private static final int LOWEST = 1;

  /**
   * The flag that keeps the priority from what the thread creates: carriers of virtual threads,
   * functions' processes.
   */
  private static final int SCHED_RESET_ON_FORK = 0x4000_0000;

  private ThreadPriority() {}

  /** Raises the priority of the calling thread, a platform thread. */
  static void raise() {
    Linker linker = Linker.nativeLinker();
    MethodHandle setScheduler =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("sched_setscheduler"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameter = arena.allocateFrom(ValueLayout.JAVA_INT, LOWEST);
      // Where it is not permitted nothing changes: the lag is measured and shown.
      int _ =
          (int)
              setScheduler.invokeExact(CALLING_THREAD, SCHED_FIFO | SCHED_RESET_ON_FORK, parameter);
    } catch (Throwable e) {
      throw new IllegalStateException("could not call sched_setscheduler", e);
    }
  }
}
