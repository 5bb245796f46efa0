package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;

/**
 * The columns of the times from a pod's creation to its first answer, phase by phase, and of the
 * part of that in the JVM.
 */
final class PodColumns {
  private PodColumns() {}

  static boolean isNone(List<VariantResult> variants) {
    return variants.stream()
        .allMatch(variant -> variant.distributions().keySet().stream().noneMatch(Metric::isOfPods));
  }

  static List<Column> of(List<VariantResult> variants) {
    List<Column> columns = new ArrayList<>();
    columns.add(column(variants, "scheduled", 3, Metric.POD_SCHEDULED));
    columns.add(column(variants, "created", 4, Metric.POD_CREATED));
    columns.add(column(variants, "started", 5, Metric.POD_STARTED));
    columns.add(column(variants, "ready", 2, Metric.POD_READY));
    columns.add(column(variants, "answer", 1, Metric.POD_ANSWERED));
    columns.add(column(variants, "whole", 0, Metric.POD_TOTAL));
    columns.add(column(variants, "of it JVM", 0, Metric.TOTAL));
    return columns;
  }

  private static Column column(
      List<VariantResult> variants, String above, int rank, Metric metric) {
    return new Column(
        above,
        "p50 ms",
        rank,
        variants.stream()
            .map(variant -> {
              Distribution found = variant.distributions().get(metric);
              return found == null
                  ? new Cell(Figures.MISSING, Ink.DIM)
                  : new Cell(Figures.millis(found.p50()), Ink.PLAIN);
            })
            .toList());
  }
}
