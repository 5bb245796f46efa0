package thaw.load.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;

/** Whether a run's figures say something of what was loaded. */
enum LoadVerdict {
  VALID(Ink.FASTER),
  /**
   * The generator kept to its schedule, but this machine made requests wait as Lambda would not.
   */
  LIMITED(Ink.ALARM),
  INVALID(Ink.ALARM),
  /** It has been ended before its schedule was; its figures are those of the part that was run. */
  INTERRUPTED(Ink.ALARM);

  /** Requests for each environment from which on they wait for one, and no chance is left. */
  private static final int QUEUE = 2;

  private static final double MILLIS_PER_SECOND = 1_000;

  private final Ink ink;

  LoadVerdict(Ink ink) {
    this.ink = ink;
  }

  static LoadVerdict of(LoadResult run) {
    if (!run.complete()) {
      return INTERRUPTED;
    }
    return run.valid() ? (limits(run).isEmpty() ? VALID : LIMITED) : INVALID;
  }

  /** Returns why its figures must not be taken for the target's, one sentence each. */
  static List<String> reasons(LoadResult run) {
    List<String> all = new ArrayList<>(run.reasons());
    all.addAll(limits(run));
    return all;
  }

  /** Returns what made requests wait here, one sentence each. */
  static List<String> limits(LoadResult run) {
    List<String> limits = new ArrayList<>();
    if (run.use().host().wasLimit()) {
      limits.add(run.use().host().words());
    }
    queue(run).ifPresent(limits::add);
    return limits;
  }

  /**
   * Tells of requests that waited for an environment. Where requests can be cold, each has one of
   * its own on Lambda.
   */
  private static Optional<String> queue(LoadResult run) {
    if (run.coldStarts().isEmpty()) {
      return Optional.empty();
    }
    double most =
        Math.min(
            run.sent(), run.seconds().stream().mapToDouble(LoadVerdict::underWay).max().orElse(0));
    return run.environments()
        .filter(environments -> most > QUEUE * (environments.most() + 1))
        .map(environments ->
            "some %s requests were under way at once, in at most %s: they waited here, and on Lambda each has an environment of its own, so that more are cold"
                .formatted(
                    Figures.whole(Math.round(most)),
                    Figures.counted(environments.most(), "environment")));
  }

  /** Returns the mean number of requests under way, by Little's law. */
  private static double underWay(LoadSecond second) {
    return second.response().isEmpty()
        ? 0
        : second.response().count() * second.response().meanMillis() / MILLIS_PER_SECOND;
  }

  Ink ink() {
    return ink;
  }
}
