package thaw.attribution;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import thaw.recording.Recording;
import thaw.recording.Window;

/**
 * The median of several baseline runs, taken for each kind of window, with all that was counted in
 * that window. Median by what the function itself needed, so that what the host's other programs
 * did to a run does not choose it.
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

  /** Returns the restored nanoseconds of the run that a window belongs to; 0 where it has none. */
  long restoredNanos(Window window) {
    return runs.stream()
        .filter(run -> run.windows().contains(window))
        .mapToLong(Recording::restoredNanos)
        .findFirst()
        .orElse(0);
  }

  /** Returns the relative spread of the runs' windows: (longest - shortest) / median. */
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
