package thaw.recording;

import java.util.List;
import java.util.Optional;

/**
 * One cold start.
 *
 * @param startedNanos {@link System#nanoTime} of the process's start, or its restore's
 * @param restoredNanos of a restored runtime's first step; 0 where there was none
 * @param windows in their order
 * @param profiled what the probe saw; empty of a baseline run, in which nothing of ours ran
 * @param failure why an invocation gave no result; empty when all did
 */
public record Recording(
    long startedNanos,
    long restoredNanos,
    List<Window> windows,
    Optional<ProfiledRun> profiled,
    Optional<String> failure) {
  public Recording {
    windows = List.copyOf(windows);
  }

  /** Makes the recording of a process that was started. */
  public Recording(
      long startedNanos,
      List<Window> windows,
      Optional<ProfiledRun> profiled,
      Optional<String> failure) {
    this(startedNanos, 0, windows, profiled, failure);
  }
}
