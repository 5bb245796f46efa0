package thaw.explanation;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Span;
import thaw.attribution.Explanation.Total;

/**
 * An explanation in the size of another measurement of the same start. Explained starts are few,
 * and were started at another time than those of the last run: they give the proportions of what is
 * drawn, the last run the size, so that a page has one figure for the function as it is. Other
 * programs held up the starts of both: their part is spread over the function's own, since the
 * figure of the last run has it as well and tells it from nothing.
 */
final class SizedExplanation {
  private SizedExplanation() {}

  /**
   * Returns the explanation with other totals, phases and spans.
   *
   * @param millis of the whole cold start
   */
  static Explanation of(Explanation explanation, double millis) {
    Total total = explanation.total();
    if (total.wallMillis() <= 0) {
      return explanation;
    }
    double factor = millis / total.wallMillis();
    List<Phase> phases = explanation.phases().stream().map(each -> phase(each, factor)).toList();
    List<Span> timeline =
        explanation.timeline().stream()
            .map(each ->
                new Span(
                    each.lane(), each.name(), each.startMillis() * factor, each.millis() * factor))
            .toList();
    return explanation
        .with()
        .total(new Total(millis, total.cpuMillis() * factor, total.explainedRatio()))
        .phases(phases)
        .timeline(timeline)
        .build();
  }

  private static Phase phase(Phase phase, double factor) {
    double others =
        phase.causes().stream()
            .filter(each -> each.cause() == Cause.HOST_CONTENTION)
            .mapToDouble(CauseShare::millis)
            .sum();
    double own = phase.wallMillis() - others;
    double spread = factor * (own > 0 ? phase.wallMillis() / own : 1);
    List<CauseShare> causes =
        phase.causes().stream()
            .filter(each -> own <= 0 || each.cause() != Cause.HOST_CONTENTION)
            .map(each ->
                new CauseShare(
                    each.cause(),
                    each.millis() * spread,
                    each.samples(),
                    each.owners(),
                    each.requesters(),
                    each.firstParty()))
            .toList();
    return new Phase(
        phase.name(),
        phase.wallMillis() * factor,
        phase.cpuMillis() * factor,
        phase.explainedRatio(),
        causes);
  }
}
