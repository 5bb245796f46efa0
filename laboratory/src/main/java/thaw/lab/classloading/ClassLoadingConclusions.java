package thaw.lab.classloading;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;

/** The tables and charts that are drawn from samples of {@link ClassLoading}. */
final class ClassLoadingConclusions {
  private static final List<Quantity> SHOWN =
      List.of(
          ClassLoading.CLASS,
          ClassLoading.START,
          ClassLoading.TOTAL,
          ClassLoading.MAIN_CPU,
          ClassLoading.CPU);
  private static final List<String> HEADS =
      List.of("class, µs", "start, ms", "to last class, ms", "main CPU, ms", "all CPU, ms");

  private final Measurements samples;

  ClassLoadingConclusions(Measurements samples) {
    this.samples = samples;
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    List<ClassSource> unused = new ArrayList<>(List.of(ClassSource.ONE_JAR));
    unused.addAll(ClassSource.UNUSED);
    List<ClassSource> sizes = new ArrayList<>(List.of(ClassSource.ONE_JAR));
    sizes.addAll(ClassSource.SIZES);
    for (String jdk : samples.jdks()) {
      add(
          tables,
          "Classes by where they come from, on " + jdk,
          "Time of a class is of the loading alone. As Lambda: a folder and 20 jars, by a loader of"
              + " the program's own, as Lambda's runtime client has one. Nested: in an executable jar of"
              + " Spring Boot.",
          jdk,
          ClassSource.PLACES,
          1);
      add(
          tables,
          "Unused jars on the class path, on " + jdk,
          "Jars after the used one are not even opened until something is missing.",
          jdk,
          unused,
          2);
      add(
          tables,
          "More in the jar, or less of it used, on " + jdk,
          "Unused classes are 200 entries for each MB, resources 10.",
          jdk,
          sizes,
          2);
    }
    return tables;
  }

  private void add(
      List<Table> tables,
      String title,
      String note,
      String jdk,
      List<ClassSource> sources,
      int fewest) {
    List<Table.Row> rows = new ArrayList<>();
    for (ClassSource source : sources) {
      Case subject = ClassLoading.subject(jdk, source);
      if (samples.cases().contains(subject)) {
        rows.add(
            new Table.Row(
                source.words(),
                SHOWN.stream()
                    .map(quantity ->
                        samples.entry(quantity, Case.JDK, jdk, ClassLoading.SOURCE, source.words()))
                    .toList()));
      }
    }
    if (rows.size() >= fewest) {
      tables.add(new Table(title, note, "classes from", HEADS, rows));
    }
  }

  List<Chart> charts() {
    List<String> names =
        ClassSource.PLACES.stream()
            .map(ClassSource::words)
            .filter(samples.values(ClassLoading.SOURCE)::contains)
            .toList();
    List<Chart.Series> series =
        samples.jdks().stream()
            .map(jdk ->
                new Chart.Series(
                    jdk,
                    names.stream().map(name -> spread(ClassLoading.CLASS, jdk, name)).toList()))
            .toList();
    List<Chart.Line> lines = new ArrayList<>();
    for (String jdk : samples.jdks()) {
      line(jdk, true).ifPresent(lines::add);
      line(jdk, false).ifPresent(lines::add);
    }
    List<Chart> charts = new ArrayList<>();
    if (!names.isEmpty()) {
      charts.add(
          new Chart.Bars("Time of a class by where it comes from", "µs", false, names, series));
    }
    if (!lines.isEmpty()) {
      charts.add(
          new Chart.Lines(
              "CPU time of the main thread to the last class, with unused jars",
              "ms",
              false,
              "unused jars",
              lines));
    }
    return charts;
  }

  private Optional<Chart.Line> line(String jdk, boolean before) {
    List<Chart.Point> points = new ArrayList<>();
    spread(ClassLoading.MAIN_CPU, jdk, ClassSource.ONE_JAR.words())
        .ifPresent(spread -> points.add(new Chart.Point(0, spread)));
    for (ClassSource source : ClassSource.UNUSED) {
      if (source.layout() instanceof ClassSource.Layout.Unused unused
          && unused.before() == before) {
        spread(ClassLoading.MAIN_CPU, jdk, source.words())
            .ifPresent(spread -> points.add(new Chart.Point(unused.jars(), spread)));
      }
    }
    return points.size() < 2
        ? Optional.empty()
        : Optional.of(
            new Chart.Line(jdk + (before ? ", before" : ", after") + " the used one", points));
  }

  private Optional<Spread> spread(Quantity quantity, String jdk, String source) {
    return samples.spread(quantity, Case.JDK, jdk, ClassLoading.SOURCE, source);
  }
}
