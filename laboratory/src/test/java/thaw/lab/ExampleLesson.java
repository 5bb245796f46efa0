package thaw.lab;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Syllabus;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/**
 * A lesson that is never run, but concludes from samples of {@code wall_ms} by JDK and use.
 *
 * @param charts how many
 */
record ExampleLesson(int number, String name, int charts) implements Lesson {
  private static final Quantity WALL = new Quantity("wall_ms", "ms", "time of the first use");

  @Override
  public Syllabus syllabus() {
    return LabExamples.syllabus(number, name, "Example " + number);
  }

  @Override
  public List<Case> cases(Scope scope, Workbench workbench) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<Quantity, Double> measure(Case subject, Workbench workbench) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Conclusions conclude(Measurements samples) {
    List<String> uses = samples.values("use");
    List<Table.Row> rows =
        uses.stream()
            .map(use ->
                new Table.Row(
                    use,
                    samples.jdks().stream()
                        .map(jdk -> samples.entry(WALL, Case.of(Case.JDK, jdk, "use", use)))
                        .toList()))
            .toList();
    Chart chart =
        new Chart.Bars(
            "First use",
            "ms",
            false,
            uses,
            samples.jdks().stream()
                .map(jdk ->
                    new Chart.Series(
                        jdk,
                        uses.stream()
                            .map(use -> samples.spread(WALL, Case.of(Case.JDK, jdk, "use", use)))
                            .toList()))
                .toList());
    List<Verdict.ForJdk> answers =
        samples.jdks().stream()
            .map(jdk ->
                new Verdict.ForJdk(
                    jdk,
                    samples
                        .spread(WALL, Case.of(Case.JDK, jdk, "use", "lambda"))
                        .map(spread -> Verdict.Judgement.of(spread.low() > 40))
                        .orElse(Verdict.Judgement.UNDECIDED),
                    Optional.of(samples.of(WALL, Case.of(Case.JDK, jdk)).length + " samples")
                        .get()))
            .toList();
    return new Conclusions(
        List.of(new Table("First use, ms", "One | two.", "use", samples.jdks(), rows)),
        java.util.Collections.nCopies(charts, chart),
        List.of(new Verdict("A first lambda takes 40 ms.", "N. N., 2016", answers)));
  }
}
