package thaw.explanation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;
import thaw.explanation.WhyMatrix.Line;
import thaw.presentation.text.Figures;

/**
 * The table of causes by phases. The page's script sorts it and opens its rows. Shares and sums are
 * of the function's own start; what other programs took is the last row, and in neither.
 */
record WhyCauses(Explanation explanation, WhyMatrix matrix) {
  /**
   * Milliseconds of a cause.
   *
   * @param weakness why the figure is not worth much
   */
  record Cell(String value, String text, @Nullable String weakness) {
    @Nullable String style() {
      return weakness == null ? null : "weak";
    }
  }

  /** A cause over all phases. */
  record Row(Cause cause, String value, String share, List<Cell> cells, int samples) {}

  static WhyCauses of(Explanation explanation) {
    return new WhyCauses(explanation, new WhyMatrix(explanation));
  }

  List<Phase> phases() {
    return matrix.phases();
  }

  List<Row> rows() {
    List<Cause> causes = new ArrayList<>(matrix.causes());
    if (causes.remove(Cause.HOST_CONTENTION)) {
      causes.addLast(Cause.HOST_CONTENTION);
    }
    return causes.stream().map(this::row).toList();
  }

  private Row row(Cause cause) {
    Line line = matrix.line(cause);
    int samples = matrix.samples(cause);
    double own = explanation.ownMillis();
    boolean isShare = own > 0 && cause != Cause.HOST_CONTENTION;
    List<Cell> cells = new ArrayList<>();
    cells.add(cell(cause, line.millis(), samples));
    for (int i = 0; i < phases().size(); i++) {
      cells.add(cell(cause, line.cells()[i], samples(phases().get(i), cause)));
    }
    return new Row(
        cause,
        WhyFigures.value(line.millis()),
        isShare ? Figures.percent(line.millis() / own) : Figures.MISSING,
        cells,
        samples);
  }

  /** Returns a cell. It is empty for zero, except for unexplained time. */
  private static Cell cell(Cause cause, double millis, int samples) {
    boolean weak = samples > 0 && samples < WhyMatrix.FEWEST_SAMPLES;
    return new Cell(
        WhyFigures.value(millis),
        millis == 0 && cause != Cause.UNEXPLAINED ? "" : (weak ? "~" : "") + Figures.millis(millis),
        weak ? "rests on %s only".formatted(Figures.counted(samples, "sample")) : null);
  }

  private static int samples(Phase phase, Cause cause) {
    return phase.causes().stream()
        .filter(share -> share.cause() == cause)
        .mapToInt(CauseShare::samples)
        .sum();
  }
}
