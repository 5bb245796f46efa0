package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import thaw.sandbox.kernel.Native;

/**
 * A further process in a box, parked until it is told to become its program. It is frozen, killed
 * and removed with the box.
 */
public final class SandboxProcess {
  private final SandboxHolder holder;
  private final SandboxHolder.Parked program;
  private final SandboxOutput output;

  SandboxProcess(SandboxHolder holder, SandboxHolder.Parked program, SandboxOutput output) {
    this.holder = holder;
    this.program = program;
    this.output = output;
  }

  /**
   * Lets the parked process become the program.
   *
   * @return {@link System#nanoTime} just before
   */
  public long start() {
    long now = System.nanoTime();
    try {
      holder.go(program);
    } catch (IOException e) {
      throw new UncheckedIOException("could not start the parked process: " + e, e);
    }
    return now;
  }

  /** Standard output and standard error of the program, as one stream. */
  public SandboxOutput output() {
    return output;
  }

  /** Completes with the exit code: 128 + n for signal n, 126 and 127 when it could not be run. */
  public CompletableFuture<Integer> exit() {
    return program.exit().copy();
  }

  public boolean isAlive() {
    return !program.exit().isDone();
  }

  /** Kills it and all that it has started and that is still in its process group. */
  public void kill() {
    if (isAlive()) { // else the number may be another's by now
      Native.kill(-program.pid(), Native.SIGKILL);
    }
  }
}
