package thaw.sandbox;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import thaw.sandbox.kernel.Native;
import thaw.sandbox.kernel.ProcessStat;
import thaw.sandbox.kernel.Syscalls;
import thaw.sandbox.kernel.Watch;

/**
 * The program of an isolated sandbox, started or restored: a process that is not our child. It
 * stays a zombie until its pid 1 ends, so that its exit status can be read.
 *
 * <p>One thread tells that it is there; any thread may ask for it.
 */
final class SandboxedProcess {
  private static final int SIGNALLED = 0x7f;
  private static final int EXIT_SHIFT = 8;
  private static final int FIRST_OF_SIGNALS = 128;

  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private volatile long pid; // on the host; 0 while there is none

  /**
   * The program is there.
   *
   * @param pids of all processes of the sandbox, on the host
   * @throws IOException when it is not
   */
  void arrived(Collection<Long> pids) throws IOException {
    pid =
        pids.stream()
            .filter(each -> ProcessStat.innerPid(each) == SandboxSpec.PROGRAM_PID)
            .findFirst()
            .orElseThrow(() -> new IOException("there is no process " + SandboxSpec.PROGRAM_PID));
    awaitExit(pid);
  }

  private void awaitExit(long pid) throws IOException {
    Watch watch = Watch.shared();
    int descriptor = Syscalls.pidDescriptor(pid);
    watch.add(
        descriptor,
        () -> {
          watch.close(descriptor);
          exit.complete(exitCode(ProcessStat.exitStatus(pid).orElse(Native.SIGKILL)));
        });
  }

  private static int exitCode(int status) {
    int signal = status & SIGNALLED;
    return signal == 0 ? status >> EXIT_SHIFT : FIRST_OF_SIGNALS + signal;
  }

  /**
   * Notes that there will be no process, or none any more: unless it has ended already, it ends so.
   */
  void end(int exitCode) {
    exit.complete(exitCode);
  }

  /** Ends as {@link #end} does with what a kill gives. */
  void endKilled() {
    end(FIRST_OF_SIGNALS + Native.SIGKILL);
  }

  CompletableFuture<Integer> exit() {
    return exit.copy();
  }

  boolean hasEnded() {
    return exit.isDone();
  }

  /** Returns the pid on the host; 0 while there is no process. */
  long pid() {
    return pid;
  }
}
