package thaw.attribution;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.recording.Recording;
import thaw.recording.Window;

/**
 * Of several undisturbed runs, the median window of each kind: with all that was counted in it.
 * Median by what the function itself needed, so that what the host's other programs did to a run
 * does not choose it.
 */
final class Baseline {
  private final List<Recording> runs;

  Baseline(List<Recording> runs) {
    this.runs = List.copyOf(runs);
  }

  /** The median one, the lesser of two; empty when no run has it. */
  Optional<Window> window(Window.Kind kind) {
    List<Window> all =
        runs.stream()
            .flatMap(run -> run.windows().stream())
            .filter(window -> window.kind() == kind)
            .sorted(Comparator.comparingLong(window -> CriticalTimes.of(window).ownNanos()))
            .toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get((all.size() - 1) / 2));
  }

  /** Of the run that a window is of; 0 where it has none. */
  long restoredNanos(Window window) {
    return runs.stream()
        .filter(run -> run.windows().contains(window))
        .mapToLong(Recording::restoredNanos)
        .findFirst()
        .orElse(0);
  }

  /** How far the runs' windows lie apart: (longest - shortest) / median. */
  double spread(Window.Kind kind) {
    List<Long> all =
        runs.stream()
            .flatMap(run -> run.windows().stream())
            .filter(window -> window.kind() == kind)
            .map(Window::nanos)
            .sorted()
            .toList();
    return all.size() < 2
        ? 0
        : (double) (all.getLast() - all.getFirst()) / all.get((all.size() - 1) / 2);
  }
}
