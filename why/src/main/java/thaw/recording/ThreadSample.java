package thaw.recording;

import java.util.List;

/**
 * Tells what a thread did at one moment.
 *
 * @param nanos {@link System#nanoTime} of it, which is the kernel's monotonic clock
 * @param thread its number, as the kernel counts threads in the function's own view
 * @param state on a CPU, or blocked
 * @param weightNanos time that the sample stands for
 * @param frames the leaf first; empty where the stack could not be walked
 * @param waits what a blocked thread waits for; of a thread on a CPU always {@link Wait#NONE}
 * @param generatedCode address of the instruction where the thread was in code that the JVM has
 *     made: the interpreter, a stub, or a compiled method; else 0
 */
public record ThreadSample(
    long nanos,
    long thread,
    State state,
    long weightNanos,
    List<Frame> frames,
    Wait waits,
    long generatedCode) {
  public ThreadSample {
    frames = List.copyOf(frames);
  }

  /** Makes a sample of a thread in no code that the JVM has made. */
  public ThreadSample(
      long nanos, long thread, State state, long weightNanos, List<Frame> frames, Wait waits) {
    this(nanos, thread, state, weightNanos, frames, waits, 0);
  }

  /** Threads that want a CPU and have none are never sampled: the kernel counts their time. */
  public enum State {
    ON_CPU,
    BLOCKED
  }

  /**
   * @param kind by system call
   * @param peer address and port, {@code 127.0.0.1:8000}, of the socket that is waited for; else
   *     empty
   */
  public record Wait(Kind kind, String peer) {
    public static final Wait NONE = new Wait(Kind.NONE, "");

    /** Tells what a system call waits for. */
    public enum Kind {
      NONE,
      NETWORK,
      FILE,
      LOCK,
      SLEEP,
      OTHER
    }
  }
}
