package thaw.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import thaw.load.ColdCount;
import thaw.load.Failure;
import thaw.load.LoadResult;
import thaw.load.schedule.Schedule;
import thaw.presentation.text.Figures;
import thaw.report.shared.LambdaRow;

/**
 * The numbers of a run's cold requests here and, as expected, on Lambda, where each cold one keeps
 * its environment busy for longer.
 *
 * @param run its name
 * @param here cold requests of this run
 * @param countedHere the same by {@link ColdCount}; where it differs much, nothing is expected
 * @param lambda absent where it cannot be told
 */
record LambdaColdShare(
    String run,
    long answered,
    long here,
    long countedHere,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Expected> lambda) {
  /** A count and the measured one may differ by this factor, or by few requests. */
  private static final double ALIKE = 1.5;

  private static final long FEW = 2;

  /** Requests. */
  record Expected(long requests, long low, long high) {}

  /**
   * An environment is busy for longer than {@code REPORT} says of its first request: until the
   * response has arrived. That part is taken to be the same on Lambda.
   *
   * @param row what {@code REPORT} says of its cold requests, the median
   */
  static LambdaColdShare of(LoadResult run, LambdaRow row) {
    Schedule schedule = run.plan().schedule();
    double warm = run.warmResponse().isEmpty() ? row.localMillis() : run.warmResponse().at(0.5);
    long here = run.coldStarts().size();
    double cold = run.coldResponse().at(0.5);
    double unreported = Math.max(0, cold - row.localMillis());
    long counted = ColdCount.of(schedule, warm, cold);
    boolean isTold =
        run.complete()
            && run.failures().keySet().stream()
                .noneMatch(failure -> failure.kind() == Failure.Kind.THROTTLED)
            && isAlike(here, counted);
    return new LambdaColdShare(
        run.plan().name(),
        run.answered(),
        here,
        counted,
        isTold
            ? Optional.of(
                new Expected(
                    ColdCount.of(schedule, warm, row.expected().millis() + unreported),
                    ColdCount.of(schedule, warm, row.expected().low() + unreported),
                    ColdCount.of(schedule, warm, row.expected().high() + unreported)))
            : Optional.empty());
  }

  private static boolean isAlike(long here, long counted) {
    long least = Math.min(here, counted);
    long most = Math.max(here, counted);
    return most - least <= FEW || most <= ALIKE * least;
  }

  /** One or two sentences. */
  String words() {
    String measured =
        "%s: %s of %s (%s) cold here."
            .formatted(
                run,
                Figures.whole(here),
                Figures.counted(answered, "answered request"),
                share(here));
    return measured
        + lambda
            .map(each ->
                " On Lambda %s are expected to be (%s to %s; %s), because a cold one keeps its environment busy for longer. The same count gives %s here."
                    .formatted(
                        Figures.whole(each.requests),
                        Figures.whole(each.low),
                        Figures.whole(each.high),
                        share(each.requests),
                        Figures.whole(countedHere)))
            .orElse(
                " Thaw gives no share for Lambda: idle environments and arrivals alone do not explain how many there were (they give %s)."
                    .formatted(Figures.whole(countedHere)));
  }

  private String share(long requests) {
    return Figures.percent((double) requests / Math.max(1, answered));
  }
}
