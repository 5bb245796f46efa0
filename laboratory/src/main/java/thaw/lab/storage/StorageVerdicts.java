package thaw.lab.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.lab.result.Bounds;
import thaw.lab.result.Entry;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;

/** The verdicts on what was published about builds on local and on network storage. */
final class StorageVerdicts {
  private static final String SOURCE =
      "a blog post of 2021 on build storage, a small project: 0:05 on instance store, 0:06 on block storage, 0:23"
          + " and 0:55 on a network file system";
  private static final String MACHINE = "this machine";

  /** Published were 4 and more; from here on nobody would call it noise. */
  private static final Bounds SEVERAL = Bounds.atLeast(2);

  /** Published was 1.2 of local stores, and "similar" of CPU time. */
  private static final Bounds ALIKE = Bounds.within(1.5);

  private static final double MOST = 0.5;

  /**
   * The share of all CPUs above which other programs disturb a sample. Kernel threads and the
   * system's own services take a few percent.
   */
  private static final double BUSY = 0.1;

  private StorageVerdicts() {}

  static List<Verdict> of(List<StorageRow> rows) {
    return List.of(
        new Verdict(
            "A build on network-like storage takes at least twice as long as on a local disk (4 to"
                + " 11 times)",
            SOURCE,
            againstLocal(rows, false, (local, other) -> takes(SEVERAL, local, other))),
        new Verdict(
            "Local stores are alike: within a factor of 1.5 (0:05 against 0:06)",
            SOURCE,
            againstLocal(rows, true, (local, other) -> takes(ALIKE, local, other))),
        new Verdict(
            "User and system time are similar on both (within a factor of 1.5); most of the"
                + " difference is waiting",
            SOURCE,
            againstLocal(rows, false, StorageVerdicts::waits)));
  }

  private interface Decision {
    Verdict.ForJdk of(StorageRow local, StorageRow other);
  }

  /** One answer for each place that is compared with the first local one. */
  private static List<Verdict.ForJdk> againstLocal(
      List<StorageRow> rows, boolean localOnes, Decision decision) {
    Optional<StorageRow> local = rows.stream().filter(StorageRow::isLocal).findFirst();
    List<Verdict.ForJdk> answers = new ArrayList<>();
    for (StorageRow row : rows) {
      if (local.isPresent() && !row.equals(local.get()) && row.isLocal() == localOnes) {
        answers.add(onQuietMachine(decision.of(local.get(), row), local.get(), row));
      }
    }
    return answers.isEmpty()
        ? List.of(Verdict.ForJdk.undecided(MACHINE, "there is nothing to compare"))
        : answers;
  }

  /** Real time tells of storage only while no other program has the CPUs. */
  private static Verdict.ForJdk onQuietMachine(
      Verdict.ForJdk answer, StorageRow local, StorageRow other) {
    for (StorageRow row : List.of(local, other)) {
      Optional<Spread> others = row.spread(StorageFigures.COLD.others());
      if (others.isPresent() && others.get().median() > BUSY) {
        return Verdict.ForJdk.undecided(
            answer.where(),
            String.format(
                Locale.ROOT,
                "%s; the machine was busy: other programs had %.0f %% of its CPUs during the builds"
                    + " on %s",
                answer.evidence(),
                others.get().median() * 100,
                row.words()));
      }
    }
    return answer;
  }

  private static String where(StorageRow other) {
    return MACHINE + ", " + other.words();
  }

  /**
   * Whether the build on another storage takes a time within these bounds, in times of the local.
   */
  private static Verdict.ForJdk takes(Bounds bounds, StorageRow local, StorageRow other) {
    Optional<Spread> here = local.spread(StorageFigures.COLD.real());
    Optional<Spread> there = other.spread(StorageFigures.COLD.real());
    if (here.isEmpty() || there.isEmpty()) {
      return Verdict.ForJdk.undecided(where(other), missing(local, other));
    }
    StorageRatio ratio = StorageRatio.of(there.get(), here.get());
    return new Verdict.ForJdk(
        where(other),
        bounds.judgement(ratio.spread()),
        evidence(local, here.get(), other, there.get(), ratio));
  }

  private static Verdict.ForJdk waits(StorageRow local, StorageRow other) {
    StorageFigures.OfRun cold = StorageFigures.COLD;
    Optional<Spread> cpuHere = local.spread(cold.user(), cold.system());
    Optional<Spread> cpuThere = other.spread(cold.user(), cold.system());
    Optional<Double> real = difference(local, other, cold.real());
    Optional<Double> waiting = difference(local, other, cold.waiting());
    if (cpuHere.isEmpty() || cpuThere.isEmpty() || real.isEmpty() || waiting.isEmpty()) {
      return Verdict.ForJdk.undecided(where(other), missing(local, other));
    }
    StorageRatio cpu = StorageRatio.of(cpuThere.get(), cpuHere.get());
    String evidence =
        String.format(
            Locale.ROOT,
            "CPU time %s; %,.0f of %,.0f ms more are waiting, %d samples",
            cpu.sentence(),
            waiting.get(),
            real.get(),
            cpuThere.get().count());
    boolean mostly = real.get() > 0 && waiting.get() >= MOST * real.get();
    Verdict.Judgement similar = ALIKE.judgement(cpu.spread());
    return new Verdict.ForJdk(
        where(other),
        similar == Verdict.Judgement.HOLDS ? Verdict.Judgement.of(mostly) : similar,
        evidence);
  }

  /** Returns the difference of two medians. */
  private static Optional<Double> difference(
      StorageRow local, StorageRow other, Quantity quantity) {
    return other
        .spread(quantity)
        .flatMap(there -> local.spread(quantity).map(here -> there.median() - here.median()));
  }

  private static String evidence(
      StorageRow local, Spread here, StorageRow other, Spread there, StorageRatio ratio) {
    return String.format(
        Locale.ROOT,
        "%,.0f ms on %s, %,.0f ms on %s, cold: %s, %d and %d samples",
        here.median(),
        local.words(),
        there.median(),
        other.words(),
        ratio.sentence(),
        here.count(),
        there.count());
  }

  private static String missing(StorageRow local, StorageRow other) {
    return java.util.stream.Stream.of(local, other)
        .filter(row -> row.entry(StorageFigures.COLD.real()) instanceof Entry.Missing)
        .map(row -> row.words() + ": " + reason(row))
        .findFirst()
        .orElse("not measured");
  }

  private static String reason(StorageRow row) {
    return row.entry(StorageFigures.COLD.real()) instanceof Entry.Missing missing
        ? missing.why()
        : "";
  }
}
