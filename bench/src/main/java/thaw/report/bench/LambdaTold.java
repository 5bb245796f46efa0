package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import thaw.model.LambdaModel;
import thaw.model.ModelPhase;
import thaw.model.Statistic;
import thaw.presentation.text.Figures;
import thaw.stats.PowerLaw;

/** Collects what a model tells of times that were measured here, and what it does not. */
final class LambdaTold {
  private final LambdaModel model;
  private final List<LambdaRow> rows = new ArrayList<>();
  private final List<String> untold = new ArrayList<>();

  LambdaTold(LambdaModel model) {
    this.model = model;
  }

  /**
   * Nothing for a phase without a line, or without a time.
   *
   * @param name of what it is a time
   */
  void add(String name, ModelPhase phase, double localMillis) {
    add(name, phase, Statistic.MEDIAN, localMillis);
  }

  /**
   * The same of several starts.
   *
   * @param statistic what the time is of them
   */
  void add(String name, ModelPhase phase, Statistic statistic, double localMillis) {
    if (localMillis <= 0) {
      return;
    }
    model
        .expected(phase, localMillis)
        .ifPresentOrElse(
            told -> rows.add(new LambdaRow(name, phase, statistic, localMillis, told)),
            () ->
                model
                    .line(phase)
                    .map(line -> outOfReach(name, phase, localMillis, line))
                    .ifPresent(untold::add));
  }

  private static String outOfReach(
      String name, ModelPhase phase, double localMillis, PowerLaw line) {
    return "%s of %s, %s ms here. The figures of its line are of functions that take %s to %s ms here, and the model tells nothing beyond %s times of that."
        .formatted(
            phase.label(),
            name,
            Figures.millis(localMillis),
            Figures.millis(line.least()),
            Figures.millis(line.most()),
            Figures.whole(Math.round(PowerLaw.LEAST_REACH)));
  }

  /** One more sentence of what is not told. */
  void addUntold(String sentence) {
    untold.add(sentence);
  }

  List<LambdaRow> rows() {
    return List.copyOf(rows);
  }

  List<String> untold() {
    return List.copyOf(untold);
  }

  /** Returns the sentences of what is not told, with these at the end. */
  List<String> untold(List<String> others) {
    return Stream.concat(untold.stream(), others.stream()).toList();
  }
}
