package thaw.explanation;

import java.util.List;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.presentation.page.ChartRow.Mark;
import thaw.presentation.text.Figures;

/**
 * The bar of the time that a remedy would leave of a cold start. The whole bar is the cold start
 * now; its solid part would be left at the best, its lighter part would be left at the worst.
 *
 * @param bestMillis what is left if the finding saves the most that it may
 * @param worstMillis what is left if it saves the least
 */
record GainBar(double nowMillis, double bestMillis, double worstMillis) {
  static final int HEIGHT = 16;

  static GainBar of(Finding finding, Explanation explanation) {
    double now = explanation.ownMillis();
    return new GainBar(
        now, Math.max(0, now - finding.highMillis()), Math.max(0, now - finding.lowMillis()));
  }

  List<Mark> marks() {
    double best = nowMillis > 0 ? bestMillis / nowMillis : 0;
    double worst = nowMillis > 0 ? worstMillis / nowMillis : 0;
    return List.of(
        Mark.box("gain-now", 0, 1, 0, HEIGHT),
        Mark.box("gain-worst", 0, worst, 0, HEIGHT),
        Mark.box("gain-best", 0, best, 0, HEIGHT));
  }

  String now() {
    return Figures.millis(nowMillis) + " ms";
  }

  String after() {
    String best = Figures.millis(bestMillis);
    String worst = Figures.millis(worstMillis);
    return (best.equals(worst) ? "about " + best : best + "-" + worst) + " ms";
  }
}
