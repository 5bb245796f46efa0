package thaw.lab.storage;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/** What was published about builds on local and on network storage. */
final class StorageClaims {
  private static final String SOURCE =
      "a blog post of 2021 on build storage, a small project: 0:05 on instance store, 0:06 on block"
          + " storage, 0:23 and 0:55 on a network file system";
  private static final String MACHINE = "this machine";
  private static final StorageFigures.OfRun COLD = StorageFigures.COLD;
  private static final Quantity CPU = new Quantity("cold_cpu_ms", "ms of CPU time", "");

  /** Published were 4 and more; from here on nobody would call it noise. */
  private static final Bounds SEVERAL = Bounds.atLeast(2);

  /** Published was 1.2 of local stores, and "similar" of CPU time. */
  private static final Bounds ALIKE = Bounds.within(1.5);

  /**
   * The share of all CPUs above which other programs disturb a sample. Kernel threads and the
   * system's own services take a few percent.
   */
  private static final double BUSY = 0.1;

  private final Measurements samples;
  private final Claims claims;

  private StorageClaims(Measurements samples) {
    this.samples = samples;
    this.claims = new Claims(samples);
  }

  /**
   * @param samples of a build
   */
  static List<Verdict> of(Measurements samples) {
    StorageClaims all = new StorageClaims(samples.withSum(CPU, COLD.user(), COLD.system()));
    return all.claims
        .add(
            "A build on network-like storage takes at least twice as long as on a local disk (4 to"
                + " 11 times)",
            SOURCE,
            all.againstLocal(
                false, (local, other) -> all.ratio(COLD.real(), other, local, SEVERAL)))
        .add(
            "Local stores are alike: within a factor of 1.5 (0:05 against 0:06)",
            SOURCE,
            all.againstLocal(true, (local, other) -> all.ratio(COLD.real(), other, local, ALIKE)))
        .add(
            "User and system time are similar on both (within a factor of 1.5); most of the"
                + " difference is waiting",
            SOURCE,
            all.againstLocal(false, all::waits))
        .verdicts();
  }

  /** One answer for each place that is compared with the first local one. */
  private List<ForJdk> againstLocal(boolean localOnes, BiFunction<Case, Case, ForJdk> answer) {
    Optional<Case> local = samples.cases().stream().filter(StorageTables::isLocal).findFirst();
    List<ForJdk> answers =
        samples.cases().stream()
            .filter(one -> local.isPresent() && !one.equals(local.get()))
            .filter(one -> StorageTables.isLocal(one) == localOnes)
            .map(one -> answer.apply(local.get(), one).unless(disturbance(local.get(), one)))
            .toList();
    return answers.isEmpty()
        ? List.of(ForJdk.undecided(MACHINE, "there is nothing to compare"))
        : answers;
  }

  /** Real time tells of storage only while no other program has the CPUs. */
  private Optional<String> disturbance(Case local, Case other) {
    return Stream.of(local, other)
        .flatMap(storage ->
            samples
                .spread(COLD.others(), storage)
                .filter(others -> others.median() > BUSY)
                .map(others ->
                    String.format(
                        Locale.ROOT,
                        "other programs had %.0f %% of its CPUs during the builds on %s",
                        others.median() * 100,
                        StorageTables.words(storage)))
                .stream())
        .findFirst();
  }

  private ForJdk ratio(Quantity quantity, Case over, Case under, Bounds bounds) {
    return claims.ratio(
        MACHINE + ", " + StorageTables.words(over),
        new Figure(StorageTables.words(over), quantity, over),
        new Figure(StorageTables.words(under), quantity, under),
        bounds);
  }

  private ForJdk waits(Case local, Case other) {
    ForJdk similar = ratio(CPU, other, local, ALIKE);
    Optional<Double> real = difference(COLD.real(), local, other);
    Optional<Double> waiting = difference(COLD.waiting(), local, other);
    if (real.isEmpty() || waiting.isEmpty()) {
      return similar;
    }
    ForJdk answer =
        similar.judgement() == Judgement.HOLDS
                && (real.get() <= 0 || waiting.get() * 2 < real.get())
            ? new ForJdk(similar.where(), Judgement.NO_LONGER, similar.evidence())
            : similar;
    return answer.with(
        String.format(
            Locale.ROOT, "%,.0f of %,.0f ms more are waiting", waiting.get(), real.get()));
  }

  /** Returns the difference of two medians. */
  private Optional<Double> difference(Quantity quantity, Case local, Case other) {
    return samples
        .spread(quantity, other)
        .flatMap(
            there -> samples.spread(quantity, local).map(here -> there.median() - here.median()));
  }
}
