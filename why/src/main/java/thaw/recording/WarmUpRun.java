package thaw.recording;

import java.util.List;
import thaw.environment.Reading;

/**
 * The first requests of one environment that takes many at a time.
 *
 * @param start its init phase, and with the probe also what it saw of all that followed
 * @param stretches of the requests, in their order
 * @param requests all of them, in the order of their ends
 * @param compiled what the JIT compilers had made; empty of a baseline run
 */
public record WarmUpRun(
    Recording start, List<Stretch> stretches, List<Request> requests, MachineCodeLog compiled) {
  public WarmUpRun {
    stretches = List.copyOf(stretches);
    requests = List.copyOf(requests);
  }

  /**
   * Requests between two looks at the counters. All senders have ended the one before when it
   * begins.
   *
   * @param first the number of its first request on each sender, from 1
   * @param last of its last one
   */
  public record Stretch(int first, int last, Reading before, Reading after) {
    /** Returns whether a moment lies in it. */
    public boolean covers(long nanos) {
      return nanos >= before.nanos() && nanos < after.nanos();
    }

    /** Returns whether it has requests of this number. */
    public boolean has(int number) {
      return number >= first && number <= last;
    }
  }

  /**
   * One request, which its sender sent when it had the response to the one before.
   *
   * @param sender from 0
   * @param number from 1, on its sender
   * @param failed whether the function answered it with an error, or not at all
   */
  public record Request(int sender, int number, long beginNanos, long endNanos, boolean failed) {
    public long nanos() {
      return endNanos - beginNanos;
    }
  }
}
