package thaw.lab.reflection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Ratio;
import thaw.lab.result.Table;

/** The figures of {@link Reflection} side by side. */
final class ReflectionTables {
  private final Measurements samples;

  ReflectionTables(Measurements samples) {
    this.samples = samples;
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    List<Kind> steady = kinds(Reflection.STEADY);
    if (!steady.isEmpty()) {
      tables.add(
          table(
              "Steady state, ns for one call",
              "",
              steady,
              (jdk, kind) -> samples.entry(Reflection.CALL_NANOS, kind.on(jdk))));
      tables.add(
          table(
              "Steady state, times a direct call",
              "Each figure is the ratio of two samples of one round.",
              steady,
              this::timesDirect));
    }
    for (String jdk : samples.jdks()) {
      if (samples.cases().stream().anyMatch(c -> isFirst(c, jdk))) {
        tables.add(firstCalls(jdk));
      }
    }
    return tables;
  }

  private static boolean isFirst(Case subject, String jdk) {
    return subject.get(Reflection.MEASURED).equals(Reflection.FIRST)
        && subject.get(Case.JDK).equals(jdk);
  }

  /** A kind of call that is measured on each JDK: the factors of a case without the JDK. */
  private record Kind(String measured, String call, String accessors, Optional<String> archive) {
    static Kind of(Case subject) {
      return new Kind(
          subject.get(Reflection.MEASURED),
          subject.get(Reflection.CALL),
          subject.get(Reflection.ACCESSORS),
          Optional.ofNullable(subject.factors().get(Reflection.ARCHIVE)));
    }

    String[] on(String jdk) {
      List<String> factors =
          new ArrayList<>(
              List.of(
                  Case.JDK,
                  jdk,
                  Reflection.MEASURED,
                  measured,
                  Reflection.CALL,
                  call,
                  Reflection.ACCESSORS,
                  accessors));
      archive.ifPresent(name -> factors.addAll(List.of(Reflection.ARCHIVE, name)));
      return factors.toArray(String[]::new);
    }

    /** Returns the call, followed by those of its factors that are not the default. */
    String words() {
      StringBuilder words = new StringBuilder(call);
      if (!accessors.equals(Accessors.DEFAULT.words())) {
        words.append(", ").append(accessors);
      }
      archive
          .filter(name -> !name.equals(ArchiveUse.DEFAULT_CDS.words()))
          .ifPresent(name -> words.append(", ").append(name));
      return words.toString();
    }
  }

  private List<Kind> kinds(String measured) {
    Set<Kind> kinds = new LinkedHashSet<>();
    for (Case subject : samples.cases()) {
      if (subject.get(Reflection.MEASURED).equals(measured)) {
        kinds.add(Kind.of(subject));
      }
    }
    return List.copyOf(kinds);
  }

  /** An entry for a JDK and what was measured on it. */
  private interface Place {
    Entry entry(String jdk, Kind kind);
  }

  private Table table(String title, String note, List<Kind> kinds, Place place) {
    List<String> jdks = samples.jdks();
    List<Table.Row> rows =
        kinds.stream()
            .map(kind ->
                new Table.Row(
                    kind.words(), jdks.stream().map(jdk -> place.entry(jdk, kind)).toList()))
            .toList();
    return new Table(title, note, "call", jdks, rows);
  }

  private Entry timesDirect(String jdk, Kind kind) {
    Case direct = Reflection.steady(jdk, GetterCall.DIRECT, Accessors.DEFAULT);
    return Ratio.of(samples, Reflection.CALL_NANOS, Case.of(kind.on(jdk)), direct)
        .<Entry>map(ratio -> new Entry.Figure(ratio.spread(), ""))
        .orElse(new Entry.Missing("not measured"));
  }

  private Table firstCalls(String jdk) {
    List<Table.Row> rows = new ArrayList<>();
    for (Kind kind : kinds(Reflection.FIRST)) {
      String[] factors = kind.on(jdk);
      boolean looksUp = !kind.call().equals(FirstGetterCall.DIRECT.words());
      if (samples.cases().stream().anyMatch(c -> c.matches(Case.of(factors).factors()))) {
        rows.add(
            new Table.Row(
                kind.words(),
                List.of(
                    looksUp ? samples.entry(Reflection.LOOKUP, factors) : new Entry.Missing(""),
                    samples.entry(Reflection.FIRST_CALL, factors),
                    samples.entry(Reflection.FURTHER, factors))));
      }
    }
    return new Table(
        "First call on " + jdk + ", µs",
        "The function's look-up is LambdaMetafactory, which makes its class.",
        "call",
        List.of("look-up", "first call", "20 further calls"),
        rows);
  }

  List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    List<Kind> steady = kinds(Reflection.STEADY);
    if (!steady.isEmpty()) {
      charts.add(bars("Steady state", steady, Reflection.CALL_NANOS));
    }
    List<Kind> first = kinds(Reflection.FIRST);
    if (!first.isEmpty()) {
      charts.add(bars("Look-up and first call in a fresh JVM", first, Reflection.TOGETHER));
    }
    return charts;
  }

  private Chart bars(String title, List<Kind> kinds, Quantity quantity) {
    return new Chart.Bars(
        title,
        quantity.unit(),
        true,
        kinds.stream().map(Kind::words).toList(),
        samples.jdks().stream()
            .map(jdk ->
                new Chart.Series(
                    jdk,
                    kinds.stream().map(kind -> samples.spread(quantity, kind.on(jdk))).toList()))
            .toList());
  }
}
