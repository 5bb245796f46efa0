package thaw.recording;

import java.util.List;
import java.util.Optional;

/**
 * One cold start.
 *
 * @param startedNanos {@link System#nanoTime} of the process's start, or its restore's
 * @param windows in their order
 * @param observed what the probe saw; empty of a truth run, in which nothing of ours ran
 * @param failure why an invocation gave no result; empty when all did
 */
public record Recording(
    long startedNanos,
    List<Window> windows,
    Optional<Observed> observed,
    Optional<String> failure) {
  public Recording {
    windows = List.copyOf(windows);
  }
}
