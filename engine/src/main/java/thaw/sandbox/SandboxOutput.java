package thaw.sandbox;

import java.util.function.Consumer;

/**
 * The output of a sandbox's program. A write of the program that happened before some other act of
 * it is certainly seen by a drain after that act.
 */
public abstract sealed class SandboxOutput permits FileOutput, PipeOutput {
  /** All bytes since the last call; of very much output the rest comes with the next one. */
  public abstract byte[] drain();

  /**
   * All bytes since the last call, piece by piece. What is written meanwhile comes with the next
   * call: a program that never stops writing must not keep us.
   */
  public final void drainTo(Consumer<byte[]> reader) {
    drainTo(reader, Long.MAX_VALUE);
  }

  /**
   * Drains as {@link #drainTo(Consumer)} does, but no more pieces once so many bytes have been
   * read.
   *
   * @return whether more was there
   */
  public abstract boolean drainTo(Consumer<byte[]> reader, long most);
}
