package thaw.lab.firstuse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;

/** The figures of the first uses side by side. */
final class FirstUseTables {
  /** A dear way beside a cheap one. */
  private record Choice(FirstUses wrong, FirstUses right, Quantity cheap) {
    Choice(FirstUses wrong, FirstUses right) {
      this(wrong, right, right.main());
    }

    Choice(FirstUses both, String cheap) {
      this(both, both, both.step(cheap));
    }

    Quantity dear() {
      return wrong.main();
    }

    String words() {
      return dear().words() + " | " + cheap.words();
    }
  }

  private static final List<Choice> CHOICES =
      List.of(
          new Choice(FirstUses.LAMBDA, FirstUses.ANONYMOUS_CLASS),
          new Choice(FirstUses.CONCATENATION, "builder"),
          new Choice(FirstUses.FORMAT, "builder"),
          new Choice(FirstUses.STREAM, "loop"),
          new Choice(FirstUses.REFLECTION, "direct"),
          new Choice(FirstUses.REGEX, "index_of"),
          new Choice(FirstUses.HTTP_CLIENT, FirstUses.URL_CONNECTION),
          new Choice(FirstUses.STRONG_RANDOM, FirstUses.RANDOM),
          new Choice(FirstUses.JDK_LOGGING, FirstUses.STANDARD_OUTPUT),
          new Choice(FirstUses.SLF4J_SIMPLE, FirstUses.STANDARD_OUTPUT),
          new Choice(FirstUses.LOGBACK, FirstUses.STANDARD_OUTPUT),
          new Choice(FirstUses.LOG4J, FirstUses.STANDARD_OUTPUT));

  private final Measurements samples;

  FirstUseTables(Measurements samples) {
    this.samples = samples;
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (String jdk : samples.jdks()) {
      for (FirstUses.Topic topic : FirstUses.Topic.values()) {
        table(jdk, topic).ifPresent(tables::add);
      }
    }
    samples.jdks().forEach(jdk -> choices(jdk).ifPresent(tables::add));
    samples.jdks().forEach(jdk -> FirstUseRetry.table(samples, jdk).ifPresent(tables::add));
    return tables;
  }

  private Optional<Table> table(String jdk, FirstUses.Topic topic) {
    List<String> archives = archives(jdk);
    List<Table.Row> rows = new ArrayList<>();
    for (FirstUses use : FirstUses.values()) {
      if (use.topic() == topic && isMeasured(jdk, use)) {
        for (Quantity step : use.steps()) {
          rows.add(
              new Table.Row(
                  step.words(),
                  archives.stream().map(archive -> entry(jdk, archive, use, step)).toList()));
        }
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                "First use on " + jdk + ": " + topic.words() + ", ms",
                "Rows that begin with ... follow in the same JVM.",
                "first use",
                archives,
                rows));
  }

  private Optional<Table> choices(String jdk) {
    String usual = ArchiveUse.DEFAULT_CDS.words();
    List<String> others =
        archives(jdk).stream()
            .filter(archive -> !archive.equals(usual) && !archive.equals(ArchiveUse.NO_CDS.words()))
            .toList();
    List<String> columns = new ArrayList<>(List.of("dear", "cheap"));
    others.forEach(archive -> columns.add("dear, " + archive));
    List<Table.Row> rows = new ArrayList<>();
    for (Choice choice : CHOICES) {
      if (isMeasured(jdk, choice.wrong) && isMeasured(jdk, choice.right)) {
        List<Entry> entries = new ArrayList<>();
        entries.add(entry(jdk, usual, choice.wrong, choice.dear()));
        entries.add(entry(jdk, usual, choice.right, choice.cheap()));
        others.forEach(archive -> entries.add(entry(jdk, archive, choice.wrong, choice.dear())));
        rows.add(new Table.Row(choice.words(), entries));
      }
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                "Wrong beside right on " + jdk + ", ms",
                "With default CDS where nothing else is said.",
                "dear | cheap",
                columns,
                rows));
  }

  /**
   * Returns charts of the first uses with the default archive, which nearly all JVMs have, and of
   * what other archives leave of them, with all JDKs beside one another.
   */
  List<Chart> charts() {
    String usual = ArchiveUse.DEFAULT_CDS.words();
    List<Chart> charts = new ArrayList<>();
    chart(
            "First use as nearly all JVMs start, with the default CDS archive",
            samples.jdks().stream().map(jdk -> series(jdk, usual, jdk)).toList())
        .ifPresent(charts::add);
    chart(
            "First use with an archive of the program's classes",
            samples.jdks().stream()
                .flatMap(jdk ->
                    archives(jdk).stream()
                        .filter(ArchiveUse.ofProgram()::contains)
                        .map(archive -> series(jdk, archive, jdk + ", " + archive)))
                .toList())
        .ifPresent(charts::add);
    return charts;
  }

  private Optional<Chart> chart(String title, List<Chart.Series> all) {
    List<Chart.Series> series =
        all.stream().filter(one -> one.values().stream().anyMatch(Optional::isPresent)).toList();
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Chart.Bars(
                title,
                "ms",
                true,
                uses().stream().map(use -> use.main().words()).toList(),
                series));
  }

  private Chart.Series series(String jdk, String archive, String name) {
    return new Chart.Series(
        name, uses().stream().map(use -> spread(jdk, archive, use, use.main())).toList());
  }

  /** Those that any JDK was measured with. */
  private List<FirstUses> uses() {
    return List.of(FirstUses.values()).stream()
        .filter(use -> samples.jdks().stream().anyMatch(jdk -> isMeasured(jdk, use)))
        .toList();
  }

  private List<String> archives(String jdk) {
    return FirstUseFactors.archives(samples, jdk);
  }

  private boolean isMeasured(String jdk, FirstUses use) {
    return samples.cases().stream()
        .anyMatch(subject ->
            subject.matches(Case.of(Case.JDK, jdk, FirstUseFactors.USE, use.words()).factors()));
  }

  private Entry entry(String jdk, String archive, FirstUses use, Quantity step) {
    return samples.entry(
        step, Case.JDK, jdk, FirstUseFactors.ARCHIVE, archive, FirstUseFactors.USE, use.words());
  }

  private Optional<Spread> spread(String jdk, String archive, FirstUses use, Quantity step) {
    return samples.spread(
        step, Case.JDK, jdk, FirstUseFactors.ARCHIVE, archive, FirstUseFactors.USE, use.words());
  }
}
