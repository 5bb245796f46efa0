package thaw.lab.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/** Tables and charts of one kind of work on all storages. */
final class StorageTables {
  /**
   * The kernel's names of file systems whose files are on another machine; each that uses FUSE may
   * be one.
   */
  private static final Pattern NETWORK =
      Pattern.compile("nfs.*|cifs|smb3|9p|ceph|lustre|fuse|fuse\\..*");

  private final Measurements samples;
  private final String work;

  /** The work on each storage. */
  private final List<Case> storages;

  private StorageTables(Measurements samples, String work) {
    this.samples = samples;
    this.work = Character.toUpperCase(work.charAt(0)) + work.substring(1);
    this.storages = samples.cases();
  }

  static Conclusions of(Measurements samples) {
    List<Table> tables = new ArrayList<>();
    List<Chart> charts = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (String work : samples.values(StorageFigures.WORK)) {
      Measurements own = samples.of(Case.of(StorageFigures.WORK, work));
      StorageTables shown = new StorageTables(own, work);
      if (work.startsWith(StorageFigures.BUILD)) {
        tables.add(shown.builds());
        charts.add(shown.chart(StorageFigures.COLD.real(), StorageFigures.WARM.real()));
        verdicts.addAll(StorageClaims.of(own));
      } else {
        tables.add(shown.starts());
        charts.add(shown.chart(StorageFigures.COLD_TOTAL, StorageFigures.WARM_TOTAL));
      }
    }
    return new Conclusions(tables, charts, verdicts);
  }

  static boolean isLocal(Case storage) {
    return storage.get(StorageFigures.LATENCY).equals(StoragePlaces.NO_LATENCY)
        && !NETWORK
            .matcher(storage.factors().getOrDefault(StorageFigures.FILE_SYSTEM, ""))
            .matches();
  }

  static String words(Case storage) {
    return StoragePlaces.Key.words(
        storage.get(StorageFigures.PLACE), storage.get(StorageFigures.LATENCY));
  }

  private Table builds() {
    StorageFigures.OfRun cold = StorageFigures.COLD;
    return Table.of(
        work + ", ms",
        "The last column is the ratio of the real times. Own is the real time without waiting for a"
            + " CPU, also behind own threads. User, system, waiting, I/O stalls and round trips are"
            + " those of the cold run. "
            + how(),
        "storage",
        storages,
        StorageTables::words,
        List.of(
            column("real, cold", cold.real()),
            column("real, warm", StorageFigures.WARM.real()),
            column("own, cold", cold.own()),
            column("user", cold.user()),
            column("system", cold.system()),
            column("waiting", cold.waiting()),
            column("I/O stalls", cold.stalled()),
            column("round trips", StorageFigures.TRIPS),
            times(cold.real())));
  }

  private Table starts() {
    return Table.of(
        work + ", start to first response, ms",
        "CPU time and round trips are those of the start with cold caches. " + how(),
        "storage of the package",
        storages,
        StorageTables::words,
        List.of(
            column("cold", StorageFigures.COLD_TOTAL),
            column("warm", StorageFigures.WARM_TOTAL),
            column("CPU time", StorageFigures.COLD_CPU),
            column("round trips", StorageFigures.TRIPS),
            times(StorageFigures.COLD_TOTAL)));
  }

  private Table.Column<Case> column(String head, Quantity quantity) {
    return new Table.Column<>(head, storage -> samples.entry(quantity, storage));
  }

  /** The ratio of medians to that of the first local storage, else the first. */
  private Table.Column<Case> times(Quantity quantity) {
    Case base =
        storages.stream().filter(StorageTables::isLocal).findFirst().orElse(storages.getFirst());
    Optional<Spread> first = samples.spread(quantity, base);
    return new Table.Column<>(
        "cold, times",
        storage ->
            samples
                .spread(quantity, storage)
                .flatMap(own -> first.map(own::over))
                .<Entry>map(
                    ratio -> new Entry.Words(String.format(Locale.ROOT, "%.1f×", ratio.median())))
                .orElse(new Entry.Missing("")));
  }

  /** Tells which steps of the published method this machine allowed. */
  private String how() {
    String dropped =
        storages.stream().anyMatch(storage -> always(StorageFigures.ALL_DROPPED, storage))
            ? "All caches of the machine were dropped before it (drop_caches)"
            : "The files' pages were dropped before it (posix_fadvise), not all caches of the machine";
    List<String> trimmed =
        storages.stream()
            .filter(storage -> always(StorageFigures.TRIMMED, storage))
            .map(StorageTables::words)
            .toList();
    return dropped
        + "; "
        + (trimmed.isEmpty() ? "nothing was trimmed" : "trimmed: " + String.join(", ", trimmed))
        + ".";
  }

  /** Returns whether it was 1 in every sample, of which there is one. */
  private boolean always(Quantity quantity, Case storage) {
    return samples.spread(quantity, storage).map(spread -> spread.min() == 1).orElse(false);
  }

  private Chart chart(Quantity cold, Quantity warm) {
    return Chart.bars(
        work,
        "ms",
        false,
        storages,
        StorageTables::words,
        List.of(cold, warm),
        quantity -> quantity.equals(cold) ? "cold" : "warm",
        (quantity, storage) -> samples.spread(quantity, storage));
  }
}
