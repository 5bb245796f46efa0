package thaw.lab.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/**
 * The conclusions from samples about storage: tables, charts, and verdicts on what was published.
 */
final class StorageConclusions {
  private StorageConclusions() {}

  static Conclusions of(Measurements samples) {
    List<Table> tables = new ArrayList<>();
    List<Chart> charts = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (String work : samples.values(StorageFactors.WORK)) {
      List<StorageRow> rows = StorageRow.of(samples, work);
      if (work.startsWith(StorageFactors.BUILD)) {
        tables.add(builds(work, rows));
        charts.add(chart(work, rows, StorageFigures.COLD.real(), StorageFigures.WARM.real()));
        verdicts.addAll(StorageVerdicts.of(rows));
      } else {
        tables.add(starts(work, rows));
        charts.add(chart(work, rows, StorageFigures.COLD_TOTAL, StorageFigures.WARM_TOTAL));
      }
    }
    return new Conclusions(tables, charts, verdicts);
  }

  private static Table builds(String work, List<StorageRow> rows) {
    List<Table.Row> lines = new ArrayList<>();
    for (StorageRow row : rows) {
      StorageFigures.OfRun cold = StorageFigures.COLD;
      lines.add(
          new Table.Row(
              row.words(),
              List.of(
                  row.entry(cold.real()),
                  row.entry(StorageFigures.WARM.real()),
                  row.entry(cold.own()),
                  row.entry(cold.user()),
                  row.entry(cold.system()),
                  row.entry(cold.waiting()),
                  row.entry(cold.stalled()),
                  row.entry(StorageFigures.TRIPS),
                  times(rows, row, cold.real()))));
    }
    return new Table(
        upper(work) + ", ms",
        "The last column is the ratio of the real times. Own is the real time without waiting for a"
            + " CPU, also behind own threads. User, system, waiting, I/O stalls and round trips are those of the cold run. "
            + how(rows),
        "storage",
        List.of(
            "real, cold",
            "real, warm",
            "own, cold",
            "user",
            "system",
            "waiting",
            "I/O stalls",
            "round trips",
            "cold, times"),
        lines);
  }

  private static Table starts(String work, List<StorageRow> rows) {
    List<Table.Row> lines = new ArrayList<>();
    for (StorageRow row : rows) {
      lines.add(
          new Table.Row(
              row.words(),
              List.of(
                  row.entry(StorageFigures.COLD_TOTAL),
                  row.entry(StorageFigures.WARM_TOTAL),
                  row.entry(StorageFigures.COLD_CPU),
                  row.entry(StorageFigures.TRIPS),
                  times(rows, row, StorageFigures.COLD_TOTAL))));
    }
    return new Table(
        upper(work) + ", start to first response, ms",
        "CPU time and round trips are those of the start with cold caches. " + how(rows),
        "storage of the package",
        List.of("cold", "warm", "CPU time", "round trips", "cold, times"),
        lines);
  }

  private static String upper(String work) {
    return Character.toUpperCase(work.charAt(0)) + work.substring(1);
  }

  /** Returns the ratio of a row's median to that of the base row. */
  private static Entry times(List<StorageRow> rows, StorageRow row, Quantity quantity) {
    Optional<Spread> first = StorageRow.base(rows).spread(quantity);
    Optional<Spread> own = row.spread(quantity);
    return first.isPresent() && own.isPresent()
        ? new Entry.Words(StorageRatio.of(own.get(), first.get()).words())
        : new Entry.Missing("");
  }

  /** Tells which steps of the published method this machine allowed. */
  private static String how(List<StorageRow> rows) {
    String dropped =
        rows.stream().anyMatch(row -> row.always(StorageFigures.ALL_DROPPED))
            ? "All caches of the machine were dropped before it (drop_caches)"
            : "The files' pages were dropped before it (posix_fadvise), not all caches of the machine";
    List<String> trimmed =
        rows.stream()
            .filter(row -> row.always(StorageFigures.TRIMMED))
            .map(StorageRow::words)
            .toList();
    return dropped
        + "; "
        + (trimmed.isEmpty() ? "nothing was trimmed" : "trimmed: " + String.join(", ", trimmed))
        + ".";
  }

  private static Chart chart(String work, List<StorageRow> rows, Quantity cold, Quantity warm) {
    return new Chart.Bars(
        upper(work),
        "ms",
        false,
        rows.stream().map(StorageRow::words).toList(),
        List.of(
            new Chart.Series("cold", rows.stream().map(row -> row.spread(cold)).toList()),
            new Chart.Series("warm", rows.stream().map(row -> row.spread(warm)).toList())));
  }
}
