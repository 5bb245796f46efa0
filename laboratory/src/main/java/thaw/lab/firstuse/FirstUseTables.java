package thaw.lab.firstuse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;

/** The figures of the first uses side by side. */
final class FirstUseTables {
  private static final String USUAL = ArchiveUse.DEFAULT_CDS.words();

  /** A figure of a use. */
  private record Step(FirstUses use, Quantity quantity) {
    static Step main(FirstUses use) {
      return new Step(use, use.main());
    }
  }

  /** A dear way beside a cheap one. */
  private record Choice(Step dear, Step cheap) {
    static Choice of(FirstUses dear, FirstUses cheap) {
      return new Choice(Step.main(dear), Step.main(cheap));
    }

    static Choice of(FirstUses both, String cheap) {
      return new Choice(Step.main(both), new Step(both, both.step(cheap)));
    }
  }

  private static final List<Choice> CHOICES =
      List.of(
          Choice.of(FirstUses.LAMBDA, FirstUses.ANONYMOUS_CLASS),
          Choice.of(FirstUses.CONCATENATION, "builder"),
          Choice.of(FirstUses.FORMAT, "builder"),
          Choice.of(FirstUses.STREAM, "loop"),
          Choice.of(FirstUses.REFLECTION, "direct"),
          Choice.of(FirstUses.REGEX, "index_of"),
          Choice.of(FirstUses.HTTP_CLIENT, FirstUses.URL_CONNECTION),
          Choice.of(FirstUses.STRONG_RANDOM, FirstUses.RANDOM),
          Choice.of(FirstUses.JDK_LOGGING, FirstUses.STANDARD_OUTPUT),
          Choice.of(FirstUses.SLF4J_SIMPLE, FirstUses.STANDARD_OUTPUT),
          Choice.of(FirstUses.LOGBACK, FirstUses.STANDARD_OUTPUT),
          Choice.of(FirstUses.LOG4J, FirstUses.STANDARD_OUTPUT));

  private final Measurements samples;

  FirstUseTables(Measurements samples) {
    this.samples = samples;
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (String jdk : samples.jdks()) {
      for (FirstUses.Topic topic : FirstUses.Topic.values()) {
        tables.add(topic(jdk, topic));
      }
    }
    samples.jdks().forEach(jdk -> tables.add(choices(jdk)));
    samples.jdks().forEach(jdk -> tables.add(FirstUseRetry.table(samples, jdk)));
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  private Table topic(String jdk, FirstUses.Topic topic) {
    return Table.of(
        "First use on " + jdk + ": " + topic.words() + ", ms",
        "Rows that begin with ... follow in the same JVM.",
        "first use",
        measured(jdk)
            .filter(use -> use.topic() == topic)
            .flatMap(use -> use.steps().stream().map(step -> new Step(use, step)))
            .toList(),
        step -> step.quantity().words(),
        FirstUses.archives(samples, jdk),
        archive -> archive,
        (step, archive) -> entry(jdk, archive, step));
  }

  private Table choices(String jdk) {
    List<Table.Column<Choice>> columns = new ArrayList<>();
    columns.add(new Table.Column<>("dear", choice -> entry(jdk, USUAL, choice.dear())));
    columns.add(new Table.Column<>("cheap", choice -> entry(jdk, USUAL, choice.cheap())));
    FirstUses.archives(samples, jdk).stream()
        .filter(archive -> !archive.equals(USUAL) && !archive.equals(ArchiveUse.NO_CDS.words()))
        .forEach(archive ->
            columns.add(
                new Table.Column<>(
                    "dear, " + archive, choice -> entry(jdk, archive, choice.dear()))));
    List<FirstUses> measured = measured(jdk).toList();
    return Table.of(
        "Wrong beside right on " + jdk + ", ms",
        "With default CDS where nothing else is said.",
        "dear | cheap",
        CHOICES.stream()
            .filter(each -> measured.containsAll(List.of(each.dear().use(), each.cheap().use())))
            .toList(),
        choice -> choice.dear().quantity().words() + " | " + choice.cheap().quantity().words(),
        columns);
  }

  private Entry entry(String jdk, String archive, Step step) {
    return samples.entry(step.quantity(), step.use().on(jdk, archive));
  }

  /** One of the charts' series: first uses on a JDK with an archive. */
  private record Start(String name, String jdk, String archive) {}

  /**
   * Returns charts of the first uses with the default archive, which nearly all JVMs have, and of
   * what other archives leave of them, with all JDKs beside one another.
   */
  List<Chart> charts() {
    return Stream.of(
            chart(
                "First use as nearly all JVMs start, with the default CDS archive",
                samples.jdks().stream().map(jdk -> new Start(jdk, jdk, USUAL))),
            chart(
                "First use with an archive of the program's classes",
                samples.jdks().stream()
                    .flatMap(jdk ->
                        FirstUses.archives(samples, jdk).stream()
                            .filter(ArchiveUse.ofProgram()::contains)
                            .map(archive -> new Start(jdk + ", " + archive, jdk, archive)))))
        .filter(chart -> !chart.series().isEmpty())
        .map(Chart.class::cast)
        .toList();
  }

  private Chart.Bars chart(String title, Stream<Start> starts) {
    Chart.Bars all =
        Chart.bars(
            title,
            "ms",
            true,
            Stream.of(FirstUses.values())
                .filter(use -> samples.has(Case.of(FirstUses.USE, use.words())))
                .toList(),
            use -> use.main().words(),
            starts.toList(),
            Start::name,
            (start, use) -> samples.spread(use.main(), use.on(start.jdk(), start.archive())));
    return new Chart.Bars(
        title,
        all.unit(),
        true,
        all.categories(),
        all.series().stream()
            .filter(one -> one.values().stream().anyMatch(Optional::isPresent))
            .toList());
  }

  private Stream<FirstUses> measured(String jdk) {
    return Stream.of(FirstUses.values())
        .filter(use -> samples.has(Case.of(Case.JDK, jdk, FirstUses.USE, use.words())));
  }
}
