package thaw.report.gate;

import java.util.List;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateVerdict;

/**
 * A comparison for a page.
 *
 * @param isFirst whether it is what a reader came for: something has grown, or the comparison is
 *     with a stored result. Of a change that was only held against another build the times are
 * @param sum the whole in one sentence
 * @param against what it is compared with, in one sentence
 * @param rows one a verdict
 * @param causes what may be the cause of an increase, a sentence each
 * @param notes what a reader has to know of the verdicts, a sentence each
 */
public record GateTable(
    boolean isFirst,
    String sum,
    String against,
    List<Row> rows,
    List<String> causes,
    List<String> notes) {
  public GateTable {
    rows = List.copyOf(rows);
    causes = List.copyOf(causes);
    notes = List.copyOf(notes);
  }

  /**
   * One verdict in words.
   *
   * @param style class of the verdict in the page's style sheet
   * @param reason why nothing can be said, or what figures alone do not say; empty for nothing
   */
  public record Row(
      String variant,
      String measure,
      String before,
      String after,
      String change,
      String interval,
      String limit,
      String starts,
      String verdict,
      String style,
      String reason) {
    private static Row of(GateVerdict verdict) {
      return new Row(
          verdict.variant(),
          verdict.measure().label(),
          GateText.value(verdict.measure(), verdict.before()),
          GateText.value(verdict.measure(), verdict.after()),
          GateText.change(verdict),
          GateText.interval(verdict),
          GateText.limit(verdict),
          GateText.samples(verdict),
          GateText.words(verdict),
          GateTone.of(verdict).style(),
          verdict.reason().orElse(""));
    }
  }

  public static GateTable of(GateResult gate) {
    return new GateTable(
        gate.isOver() || !gate.interleaved(),
        GateText.sum(gate),
        GateText.against(gate),
        gate.verdicts().stream().map(Row::of).toList(),
        gate.changes().stream().map(each -> each.variant() + ": " + each.text()).toList(),
        gate.notes());
  }
}
