package thaw.lab.initorder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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

  InitOrderTables(Measurements samples) {
    this.samples = samples;
    this.jdks = samples.jdks();
  }

  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    if (samples.values(InitQuantities.FUNCTION).contains(InitFunction.ALL_PLACES.words())) {
      tables.add(
          places(
              "What runs when",
              "The number is the place in the order in which all ran.",
              this::when));
      tables.add(
          places(
              "How long the same work takes there at 256 MB, ms",
              cpu(),
              (jdk, place) ->
                  samples
                      .spread(place.millis(), factors(jdk, InitFunction.ALL_PLACES.words()))
                      .<Entry>map(spread -> new Entry.Figure(spread, "ms"))
                      .orElse(new Entry.Missing(""))));
    }
    List<String> clients = clients();
    if (!clients.isEmpty()) {
      for (String jdk : jdks) {
        tables.add(clients(jdk, clients));
      }
    }
    return tables;
  }

  private String cpu() {
    return samples.of(InitQuantities.VCPUS).length == 0
        ? "This machine could not limit the CPU: requests ran as fast as init."
        : "Init has 2 vCPUs, requests have the share of the memory size.";
  }

  private interface Place {
    Entry entry(String jdk, WorkPlace place);
  }

  /**
   * Returns a table with the places in the order in which they ran, by the median over all JDKs.
   */
  private Table places(String title, String note, Place entries) {
    List<Table.Row> rows =
        ordered().stream()
            .map(place ->
                new Table.Row(
                    place.words(), jdks.stream().map(jdk -> entries.entry(jdk, place)).toList()))
            .toList();
    return new Table(title, note, "place", jdks, rows);
  }

  private List<WorkPlace> ordered() {
    return Stream.of(WorkPlace.values())
        .sorted(Comparator.comparingDouble(place -> place(place.order())))
        .toList();
  }

  private double place(Quantity order) {
    return samples
        .spread(order, InitQuantities.FUNCTION, InitFunction.ALL_PLACES.words())
        .map(Spread::median)
        .filter(place -> place > 0)
        .orElse(Double.MAX_VALUE);
  }

  private Entry when(String jdk, WorkPlace place) {
    String[] factors = factors(jdk, InitFunction.ALL_PLACES.words());
    Optional<Spread> order = samples.spread(place.order(), factors);
    Optional<WorkPhase> phase = phase(samples, jdk, place);
    if (order.isEmpty()) {
      return samples.entry(place.order(), factors);
    }
    if (phase.isEmpty() || varies(samples.of(place.order(), factors))) {
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
    double[] phases = samples.of(place.phase(), factors(jdk, InitFunction.ALL_PLACES.words()));
    return phases.length > 0 && !varies(phases)
        ? Optional.of(WorkPhase.values()[(int) phases[0]])
        : Optional.empty();
  }

  static String[] factors(String jdk, String function) {
    return new String[] {Case.JDK, jdk, InitQuantities.FUNCTION, function};
  }

  private List<String> clients() {
    return samples.values(InitQuantities.FUNCTION).stream()
        .filter(function -> !function.equals(InitFunction.ALL_PLACES.words()))
        .toList();
  }

  private Table clients(String jdk, List<String> clients) {
    List<Table.Row> rows =
        clients.stream()
            .map(function ->
                new Table.Row(
                    function,
                    Stream.of(InitQuantities.INIT, InitQuantities.REQUEST, InitQuantities.TOTAL)
                        .map(quantity -> samples.entry(quantity, factors(jdk, function)))
                        .toList()))
            .toList();
    return new Table(
        "A client at 512 MB on " + jdk + ", ms",
        cpu(),
        "function",
        List.of("init", "first request", "start to response"),
        rows);
  }

  List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    if (samples.values(InitQuantities.FUNCTION).contains(InitFunction.ALL_PLACES.words())) {
      List<WorkPlace> ran =
          ordered().stream().filter(place -> samples.of(place.millis()).length > 0).toList();
      charts.add(
          new Chart.Bars(
              "The same work in each place, in the order in which they ran",
              "ms",
              false,
              ran.stream().map(WorkPlace::words).toList(),
              series(ran, (jdk, place) -> samples.spread(place.millis(), Case.JDK, jdk))));
    }
    List<String> clients = clients();
    if (!clients.isEmpty()) {
      charts.add(
          new Chart.Bars(
              "From start to first response",
              "ms",
              false,
              clients,
              series(
                  clients,
                  (jdk, function) ->
                      samples.spread(InitQuantities.TOTAL, factors(jdk, function)))));
    }
    return charts;
  }

  private interface Value<T> {
    Optional<Spread> of(String jdk, T category);
  }

  private <T> List<Chart.Series> series(List<T> categories, Value<T> value) {
    return jdks.stream()
        .map(jdk ->
            new Chart.Series(
                jdk, categories.stream().map(category -> value.of(jdk, category)).toList()))
        .toList();
  }
}
