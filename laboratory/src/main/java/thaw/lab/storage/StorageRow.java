package thaw.lab.storage;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import thaw.lab.result.Case;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;

/** One kind of work on one storage, with its samples. */
record StorageRow(
    Measurements samples, String work, String place, String latency, String fileSystem) {
  /**
   * The kernel's names of file systems whose files are on another machine; each that uses FUSE may
   * be one.
   */
  private static final Pattern NETWORK =
      Pattern.compile("nfs.*|cifs|smb3|9p|ceph|lustre|fuse|fuse\\..*");

  /** The first local one, else the first: what the others are compared with. */
  static StorageRow base(List<StorageRow> rows) {
    return rows.stream().filter(StorageRow::isLocal).findFirst().orElse(rows.getFirst());
  }

  /** Returns the rows of a kind of work, in the order of the cases. */
  static List<StorageRow> of(Measurements samples, String work) {
    Set<StorageRow> rows = new LinkedHashSet<>();
    for (Case subject : samples.cases()) {
      if (subject.get(StorageFactors.WORK).equals(work)) {
        rows.add(
            new StorageRow(
                samples,
                work,
                subject.get(StorageFactors.PLACE),
                subject.get(StorageFactors.LATENCY),
                subject.factors().getOrDefault(StorageFactors.FILE_SYSTEM, "")));
      }
    }
    return List.copyOf(rows);
  }

  private String[] factors() {
    return new String[] {
      StorageFactors.WORK, work, StorageFactors.PLACE, place, StorageFactors.LATENCY, latency
    };
  }

  String words() {
    return StoragePlaces.Key.words(place, latency);
  }

  boolean isLocal() {
    return latency.equals(StoragePlaces.NO_LATENCY) && !NETWORK.matcher(fileSystem).matches();
  }

  Entry entry(Quantity quantity) {
    return samples.entry(quantity, factors());
  }

  Optional<Spread> spread(Quantity quantity) {
    return samples.spread(quantity, factors());
  }

  /** Returns the spread of the sums of two quantities within each sample. */
  Optional<Spread> spread(Quantity one, Quantity other) {
    List<Double> sums = new ArrayList<>();
    for (Measurement sample : samples.all()) {
      Double first = sample.values().get(one.key());
      Double second = sample.values().get(other.key());
      if (sample.subject().matches(Case.of(factors()).factors())
          && first != null
          && second != null) {
        sums.add(first + second);
      }
    }
    return sums.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(sums.stream().mapToDouble(Double::doubleValue).toArray()));
  }

  /** Returns whether it was 1 in every sample, of which there is one. */
  boolean always(Quantity quantity) {
    return spread(quantity).map(spread -> spread.min() == 1).orElse(false);
  }
}
