package thaw.lab.reflection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Table;

/** The figures of {@link Reflection} side by side. */
final class ReflectionTables {
  private final Measurements samples;

  /** The kinds of calls that are measured on each JDK: cases without their JDK. */
  private final List<Case> steady;

  private final List<Case> first;

  ReflectionTables(Measurements samples) {
    this.samples = samples;
    this.steady = kinds(Reflection.STEADY);
    this.first = kinds(Reflection.FIRST);
  }

  private List<Case> kinds(String measured) {
    return samples.of(Case.of(Reflection.MEASURED, measured)).cases().stream()
        .map(subject -> {
          Map<String, String> factors = new LinkedHashMap<>(subject.factors());
          factors.remove(Case.JDK);
          return new Case(factors);
        })
        .distinct()
        .toList();
  }

  /** Returns the call, followed by those of its factors that are not the default. */
  private static String words(Case kind) {
    StringBuilder words = new StringBuilder(kind.get(Reflection.CALL));
    for (String factor : List.of(Reflection.ACCESSORS, Reflection.ARCHIVE)) {
      String value = kind.factors().getOrDefault(factor, Accessors.DEFAULT.words());
      if (!value.equals(Accessors.DEFAULT.words())
          && !value.equals(ArchiveUse.DEFAULT_CDS.words())) {
        words.append(", ").append(value);
      }
    }
    return words.toString();
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    tables.add(
        Table.of(
            "Steady state, ns for one call",
            "",
            "call",
            steady,
            ReflectionTables::words,
            samples.jdks(),
            jdk -> jdk,
            (kind, jdk) -> samples.entry(Reflection.CALL_NANOS, kind.with(Case.JDK, jdk))));
    tables.add(
        Table.of(
            "Steady state, times a direct call",
            "Each figure is the ratio of two samples of one round.",
            "call",
            steady,
            ReflectionTables::words,
            samples.jdks(),
            jdk -> jdk,
            (kind, jdk) ->
                samples.ratioEntry(
                    Reflection.CALL_NANOS,
                    kind.with(Case.JDK, jdk),
                    Reflection.CALL_NANOS,
                    Reflection.steady(jdk, GetterCall.DIRECT, Accessors.DEFAULT))));
    samples.jdks().forEach(jdk -> tables.add(firstCalls(jdk)));
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  private Table firstCalls(String jdk) {
    return Table.of(
        "First call on " + jdk + ", µs",
        "The function's look-up is LambdaMetafactory, which makes its class.",
        "call",
        first.stream().map(kind -> kind.with(Case.JDK, jdk)).filter(samples::has).toList(),
        ReflectionTables::words,
        List.of(
            new Table.Column<>(
                "look-up",
                subject ->
                    subject.get(Reflection.CALL).equals(FirstGetterCall.DIRECT.words())
                        ? new Entry.Missing("")
                        : samples.entry(Reflection.LOOKUP, subject)),
            new Table.Column<>(
                "first call", subject -> samples.entry(Reflection.FIRST_CALL, subject)),
            new Table.Column<>(
                "20 further calls", subject -> samples.entry(Reflection.FURTHER, subject))));
  }

  List<Chart> charts() {
    List<Chart.Bars> charts =
        new ArrayList<>(
            List.of(
                bars("Steady state", steady, Reflection.CALL_NANOS),
                bars("Look-up and first call in a fresh JVM", first, Reflection.TOGETHER)));
    charts.removeIf(chart -> chart.categories().isEmpty());
    return List.copyOf(charts);
  }

  private Chart.Bars bars(String title, List<Case> kinds, Quantity quantity) {
    return Chart.bars(
        title,
        quantity.unit(),
        true,
        kinds,
        ReflectionTables::words,
        samples.jdks(),
        jdk -> jdk,
        (jdk, kind) -> samples.spread(quantity, kind.with(Case.JDK, jdk)));
  }
}
