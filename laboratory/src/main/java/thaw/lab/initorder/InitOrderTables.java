package thaw.lab.initorder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;

/** The figures of {@link InitOrder} side by side. */
final class InitOrderTables {
  private final Measurements samples;
  private final List<String> jdks;

  /** Functions with a client, by their words. */
  private final List<String> clients;

  /** In the order in which they ran, by the median over all JDKs. */
  private final List<WorkPlace> places;

  InitOrderTables(Measurements samples) {
    this.samples = samples;
    this.jdks = samples.jdks();
    this.clients =
        samples.values(InitFunction.FUNCTION).stream()
            .filter(function -> !function.equals(InitFunction.ALL_PLACES.words()))
            .toList();
    this.places =
        samples.has(Case.of(InitFunction.FUNCTION, InitFunction.ALL_PLACES.words()))
            ? Stream.of(WorkPlace.values()).sorted(Comparator.comparingDouble(this::place)).toList()
            : List.of();
  }

  private double place(WorkPlace work) {
    return samples
        .spread(work.order(), Case.of(InitFunction.FUNCTION, InitFunction.ALL_PLACES.words()))
        .map(Spread::median)
        .filter(place -> place > 0)
        .orElse(Double.MAX_VALUE);
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    tables.add(
        places(
            "What runs when",
            "The number is the place in the order in which all ran.",
            (place, jdk) -> when(jdk, place)));
    tables.add(
        places(
            "How long the same work takes there at 256 MB, ms",
            cpu(),
            (place, jdk) ->
                samples
                    .spread(place.millis(), InitFunction.ALL_PLACES.on(jdk))
                    .<Entry>map(spread -> new Entry.Figure(spread, "ms"))
                    .orElse(new Entry.Missing(""))));
    jdks.forEach(jdk -> tables.add(clients(jdk)));
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  private String cpu() {
    return samples.of(InitFunction.VCPUS, Case.of()).length == 0
        ? "This machine could not limit the CPU: requests ran as fast as init."
        : "Init has 2 vCPUs, requests have the share of the memory size.";
  }

  private Table places(String title, String note, BiFunction<WorkPlace, String, Entry> entries) {
    return Table.of(title, note, "place", places, WorkPlace::words, jdks, jdk -> jdk, entries);
  }

  private Entry when(String jdk, WorkPlace place) {
    Case subject = InitFunction.ALL_PLACES.on(jdk);
    Optional<Spread> order = samples.spread(place.order(), subject);
    Optional<WorkPhase> phase = phase(samples, jdk, place);
    if (order.isEmpty()) {
      return samples.entry(place.order(), subject);
    }
    if (phase.isEmpty() || varies(samples.of(place.order(), subject))) {
      return new Entry.Words("differs");
    }
    return new Entry.Words(
        phase.get() == WorkPhase.NEVER
            ? phase.get().words()
            : Math.round(order.get().median()) + ", " + phase.get().words());
  }

  private static boolean varies(double[] values) {
    return DoubleStream.of(values).distinct().count() > 1;
  }

  /**
   * Returns the phase in which a place ran in all samples; empty when there is none, or when they
   * differ.
   */
  static Optional<WorkPhase> phase(Measurements samples, String jdk, WorkPlace place) {
    double[] phases = samples.of(place.phase(), InitFunction.ALL_PLACES.on(jdk));
    return phases.length > 0 && !varies(phases)
        ? Optional.of(WorkPhase.values()[(int) phases[0]])
        : Optional.empty();
  }

  private static Case client(String jdk, String function) {
    return Case.of(Case.JDK, jdk, InitFunction.FUNCTION, function);
  }

  private Table clients(String jdk) {
    return Table.of(
        "A client at 512 MB on " + jdk + ", ms",
        cpu(),
        "function",
        clients,
        function -> function,
        List.of(InitFunction.INIT, InitFunction.REQUEST, InitFunction.TOTAL),
        Quantity::words,
        (function, quantity) -> samples.entry(quantity, client(jdk, function)));
  }

  List<Chart> charts() {
    List<Chart.Bars> charts = new ArrayList<>();
    charts.add(
        Chart.bars(
            "The same work in each place, in the order in which they ran",
            "ms",
            false,
            places.stream()
                .filter(place -> samples.of(place.millis(), Case.of()).length > 0)
                .toList(),
            WorkPlace::words,
            jdks,
            jdk -> jdk,
            (jdk, place) -> samples.spread(place.millis(), Case.of(Case.JDK, jdk))));
    charts.add(
        Chart.bars(
            "From start to first response",
            "ms",
            false,
            clients,
            function -> function,
            jdks,
            jdk -> jdk,
            (jdk, function) -> samples.spread(InitFunction.TOTAL, client(jdk, function))));
    charts.removeIf(chart -> chart.categories().isEmpty());
    return List.copyOf(charts);
  }
}
