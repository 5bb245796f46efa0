package thaw.lab.classloading;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;

/** The tables and charts that are drawn from samples of {@link ClassLoading}. */
final class ClassLoadingTables {
  private final Measurements samples;

  ClassLoadingTables(Measurements samples) {
    this.samples = samples;
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (String jdk : samples.jdks()) {
      tables.add(
          table(
              "Classes by where they come from, on " + jdk,
              "Time of a class is of the loading alone. As Lambda: a folder and 20 jars, by a loader"
                  + " of the program's own, as Lambda's runtime client has one. Nested: in an"
                  + " executable jar of Spring Boot.",
              jdk,
              ClassSource.PLACES.stream()));
      Stream.of(
              table(
                  "Unused jars on the class path, on " + jdk,
                  "Jars after the used one are not even opened until something is missing.",
                  jdk,
                  Stream.concat(Stream.of(ClassSource.ONE_JAR), ClassSource.UNUSED.stream())),
              table(
                  "More in the jar, or less of it used, on " + jdk,
                  "Unused classes are 200 entries for each MB, resources 10.",
                  jdk,
                  Stream.concat(Stream.of(ClassSource.ONE_JAR), ClassSource.SIZES.stream())))
          .filter(compared -> compared.rows().size() > 1)
          .forEach(tables::add);
    }
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  private Table table(String title, String note, String jdk, Stream<ClassSource> sources) {
    return Table.of(
        title,
        note,
        "classes from",
        sources
            .map(source -> ClassLoading.subject(jdk, source))
            .filter(samples.cases()::contains)
            .toList(),
        subject -> subject.get(ClassLoading.SOURCE),
        List.of(
            column("class, µs", ClassLoading.CLASS),
            column("start, ms", ClassLoading.START),
            column("to last class, ms", ClassLoading.TOTAL),
            column("main CPU, ms", ClassLoading.MAIN_CPU),
            column("all CPU, ms", ClassLoading.CPU)));
  }

  private Table.Column<Case> column(String head, Quantity quantity) {
    return new Table.Column<>(head, subject -> samples.entry(quantity, subject));
  }

  List<Chart> charts() {
    Chart.Bars places =
        Chart.bars(
            "Time of a class by where it comes from",
            "µs",
            false,
            ClassSource.PLACES.stream()
                .filter(source -> samples.values(ClassLoading.SOURCE).contains(source.words()))
                .toList(),
            ClassSource::words,
            samples.jdks(),
            jdk -> jdk,
            (jdk, source) -> spread(ClassLoading.CLASS, jdk, source));
    Chart.Lines unused =
        new Chart.Lines(
            "CPU time of the main thread to the last class, with unused jars",
            "ms",
            false,
            "unused jars",
            samples.jdks().stream()
                .flatMap(jdk -> Stream.of(line(jdk, true), line(jdk, false)))
                .filter(line -> line.points().size() > 1)
                .toList());
    List<Chart> charts = new ArrayList<>();
    if (!places.categories().isEmpty()) {
      charts.add(places);
    }
    if (!unused.lines().isEmpty()) {
      charts.add(unused);
    }
    return charts;
  }

  private Chart.Line line(String jdk, boolean before) {
    return Chart.Line.of(
        jdk + (before ? ", before" : ", after") + " the used one",
        List.of(0, 20, 50, 100),
        jars ->
            spread(
                ClassLoading.MAIN_CPU,
                jdk,
                jars == 0 ? ClassSource.ONE_JAR : ClassSource.unused(jars, before)));
  }

  private Optional<Spread> spread(Quantity quantity, String jdk, ClassSource source) {
    return samples.spread(quantity, ClassLoading.subject(jdk, source));
  }
}
