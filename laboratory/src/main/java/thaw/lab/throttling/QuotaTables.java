package thaw.lab.throttling;

import java.util.List;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;

/** Figures with all CPUs beside those with a quota, by JDK and one more factor. */
final class QuotaTables {
  private static final List<String> PERIODS = List.of(Quota.NONE, Quota.LAMBDA);

  private QuotaTables() {}

  static Table table(
      Measurements samples,
      String title,
      String note,
      String rowHead,
      String factor,
      List<Table.Column<Case>> columns) {
    return Table.of(
        title,
        note,
        rowHead,
        samples.jdks().stream()
            .flatMap(jdk ->
                samples.values(factor).stream().map(value -> Case.of(Case.JDK, jdk, factor, value)))
            .filter(samples::has)
            .toList(),
        Case::toString,
        columns);
  }

  static Table.Column<Case> free(String head, Measurements samples, Quantity quantity) {
    return new Table.Column<>(
        head, subject -> samples.entry(quantity, subject.with(Quota.PERIOD, Quota.NONE)));
  }

  static Table.Column<Case> limited(String head, Measurements samples, Quantity quantity) {
    return new Table.Column<>(
        head, subject -> samples.entry(quantity, subject.with(Quota.PERIOD, Quota.LAMBDA)));
  }

  /**
   * @param memory the size whose quota it is
   */
  static Chart bars(
      Measurements samples,
      String title,
      boolean logarithmic,
      String factor,
      String memory,
      Quantity quantity) {
    return Chart.bars(
        title,
        "ms",
        logarithmic,
        samples.values(factor),
        value -> value,
        samples.jdks().stream()
            .flatMap(
                jdk -> PERIODS.stream().map(period -> Case.of(Case.JDK, jdk, Quota.PERIOD, period)))
            .toList(),
        start ->
            start.get(Case.JDK)
                + ", "
                + (start.get(Quota.PERIOD).equals(Quota.NONE) ? "all CPUs" : memory),
        (start, value) -> samples.spread(quantity, start.with(factor, value)));
  }
}
