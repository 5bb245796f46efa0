package thaw.report.gate;

import java.util.OptionalDouble;
import thaw.experiment.BudgetFigure;
import thaw.experiment.BudgetVerdict;
import thaw.presentation.text.Figures;

/** A budget's figures in words. */
final class BudgetText {
  private BudgetText() {}

  static String limit(BudgetVerdict verdict) {
    return figure(verdict.limit().figure(), OptionalDouble.of(verdict.limit().limit()));
  }

  static String measured(BudgetVerdict verdict) {
    return figure(verdict.limit().figure(), verdict.measured());
  }

  private static String figure(BudgetFigure figure, OptionalDouble value) {
    if (value.isEmpty()) {
      return Figures.MISSING;
    }
    return figure.unit().isEmpty()
        ? Figures.whole(value.getAsDouble())
        : Figures.millis(value.getAsDouble()) + " " + figure.unit();
  }
}
