package thaw.sandbox.kernel;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A namespace of another process, which threads of this program enter, never to come back.
 *
 * @param file as the kernel shows it
 * @param kind a flag of clone(2)
 * @see <a href="https://man7.org/linux/man-pages/man2/setns.2.html">setns(2)</a>
 */
public record Namespace(Path file, int kind) {
  public static Namespace mounts(long pid) {
    return new Namespace(Path.of("/proc/" + pid + "/ns/mnt"), Syscalls.CLONE_NEWNS);
  }

  /**
   * Runs the work on a thread of its own, which ends in the namespace. The work must not start
   * threads, carriers of virtual ones included: they would be born there, and stay.
   */
  public <T> T enter(Callable<T> work) {
    FutureTask<T> task =
        new FutureTask<>(() -> {
          Syscalls.enter(file, kind);
          return work.call();
        });
    Thread.ofPlatform().daemon().name("namespace").start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("could not enter " + file + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while entering " + file, e);
    }
  }
}
