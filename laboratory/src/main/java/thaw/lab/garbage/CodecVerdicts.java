package thaw.lab.garbage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.lab.result.Bounds;
import thaw.lab.result.Claims;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/** The verdicts on what a test of a wire codec found in 2014. */
final class CodecVerdicts {
  private static final String SOURCE = "test of a wire codec, 10 million round trips, 2014, Java 8";

  private static final double CLOSE = 0.05;
  private static final Bounds PUBLISHED_NANOS = Bounds.atMost(100);

  private final GarbageFigures figures;

  private CodecVerdicts(GarbageFigures figures) {
    this.figures = figures;
  }

  static List<Verdict> of(GarbageFigures figures) {
    CodecVerdicts verdicts = new CodecVerdicts(figures);
    Claims claims = figures.claims();
    return List.of(
        claims.verdict(
            "Up to 8 capturing method references in one method make no garbage",
            SOURCE,
            verdicts::upToEight),
        claims.verdict(
            "From 9 capturing method references in one method on there is garbage, and the more"
                + " the more there are",
            SOURCE,
            verdicts::fromNineOn),
        claims.verdict(
            "MaxBCEAEstimateSize=300 in place of 150 removes the garbage",
            SOURCE,
            verdicts::estimateSize),
        claims.verdict("Splitting the method in two removes the garbage", SOURCE, verdicts::split),
        claims.verdict(
            "Passing the object as an argument makes no garbage, whether the JVM analyses escapes"
                + " or not",
            SOURCE,
            verdicts::nonCapturing),
        claims.verdict(
            "14 ints are written to an array of ints, which needs no codec, and read from it in"
                + " under 100 ns",
            SOURCE,
            jdk -> verdicts.roundTrip(jdk, GarbageWay.ROUND_TRIP)),
        claims.verdict(
            "14 ints are written as digits and read in under 100 ns",
            SOURCE,
            jdk -> verdicts.roundTrip(jdk, GarbageWay.ROUND_TRIP_BIG)),
        claims.verdict(
            "Counted collections tell the same bytes as the allocation counter",
            SOURCE + ": in an eden of 10 MB one collection is 1 B for each operation",
            verdicts::counting));
  }

  private ForJdk upToEight(String jdk) {
    SortedMap<Integer, Spread> small = figures.bytes(jdk, GarbageWay.SMALL).headMap(9);
    SortedMap<Integer, Spread> big = figures.bytes(jdk, GarbageWay.BIG).headMap(9);
    if (!small.containsKey(8) && !big.containsKey(8)) {
      return GarbageFigures.notMeasured(jdk);
    }
    return new ForJdk(
        jdk,
        GarbageAmount.none(List.of(small, big)),
        new GarbageEvidence().with("small callee", small).with("big callee", big).text());
  }

  private ForJdk fromNineOn(String jdk) {
    SortedMap<Integer, Spread> small = figures.bytes(jdk, GarbageWay.SMALL).tailMap(9);
    SortedMap<Integer, Spread> big = figures.bytes(jdk, GarbageWay.BIG).tailMap(9);
    List<SortedMap<Integer, Spread>> withNine =
        Stream.of(small, big).filter(bytes -> bytes.containsKey(9)).toList();
    if (withNine.isEmpty()) {
      return GarbageFigures.notMeasured(jdk);
    }
    Judgement silent =
        GarbageAmount.none(withNine.stream().map(bytes -> bytes.headMap(10)).toList());
    Judgement judgement =
        switch (silent) {
          case HOLDS -> Judgement.NO_LONGER;
          case UNDECIDED, NOT_APPLICABLE -> silent;
          case NO_LONGER -> Judgement.of(withNine.stream().allMatch(CodecVerdicts::rises));
        };
    return new ForJdk(
        jdk,
        judgement,
        new GarbageEvidence()
            .with("small callee", small)
            .with("big callee", big)
            .limit("small callee", figures.first(jdk, GarbageWay.SMALL))
            .limit("big callee", figures.first(jdk, GarbageWay.BIG))
            .text());
  }

  private ForJdk estimateSize(String jdk) {
    SortedMap<Integer, Spread> before = GarbageAmount.some(figures.bytes(jdk, GarbageWay.BIG));
    SortedMap<Integer, Spread> with300 = figures.bytes(jdk, GarbageWay.BIG_300);
    SortedMap<Integer, Spread> with600 = figures.bytes(jdk, GarbageWay.BIG_600);
    with300.keySet().retainAll(before.keySet());
    with600.keySet().retainAll(before.keySet());
    if (with300.isEmpty()) {
      return nothingToRemove(jdk);
    }
    before.keySet().retainAll(with300.keySet());
    return new ForJdk(
        jdk,
        GarbageAmount.none(List.of(with300)),
        new GarbageEvidence()
            .with("by default", before)
            .with("300", with300)
            .with("600", with600)
            .text());
  }

  private ForJdk split(String jdk) {
    SortedMap<Integer, Spread> whole = GarbageAmount.some(figures.bytes(jdk, GarbageWay.BIG));
    SortedMap<Integer, Spread> halves = figures.bytes(jdk, GarbageWay.SPLIT);
    halves.keySet().retainAll(whole.keySet());
    if (halves.isEmpty()) {
      return nothingToRemove(jdk);
    }
    whole.keySet().retainAll(halves.keySet());
    // the claim was about methods just above the limit: two halves may be above it, too
    SortedMap<Integer, Spread> least = halves.headMap(halves.firstKey() + 1);
    return new ForJdk(
        jdk,
        GarbageAmount.none(List.of(least)),
        new GarbageEvidence().with("whole", whole).with("split", halves).text());
  }

  private ForJdk nonCapturing(String jdk) {
    SortedMap<Integer, Spread> analysed = figures.bytes(jdk, GarbageWay.ARGUMENT);
    SortedMap<Integer, Spread> c1 = figures.bytes(jdk, GarbageWay.C1_ARGUMENT);
    SortedMap<Integer, Spread> without = figures.bytes(jdk, GarbageWay.NO_ANALYSIS_ARGUMENT);
    if (analysed.isEmpty() || (c1.isEmpty() && without.isEmpty())) {
      return GarbageFigures.notMeasured(jdk);
    }
    return new ForJdk(
        jdk,
        GarbageAmount.none(List.of(analysed, c1, without)),
        new GarbageEvidence()
            .with("C2", analysed)
            .with("C1 only", c1)
            .with("no escape analysis", without)
            .text());
  }

  private ForJdk roundTrip(String jdk, GarbageWay way) {
    return figures
        .spread(GarbageQuantities.NANOS, jdk, way, 14)
        .map(nanos ->
            new ForJdk(
                jdk,
                PUBLISHED_NANOS.judgement(nanos),
                String.format(
                    Locale.ROOT,
                    "%.1f ns (%s)",
                    nanos.median(),
                    GarbageEvidence.samples(List.of(nanos)))))
        .orElseGet(() -> GarbageFigures.notMeasured(jdk));
  }

  private ForJdk counting(String jdk) {
    boolean agree = true;
    List<String> evidence = new ArrayList<>();
    List<Spread> all = new ArrayList<>();
    for (GarbageWay way : GarbageWay.values()) {
      for (int fields : figures.all(GarbageQuantities.COUNTED_BYTES, jdk, way).keySet()) {
        Spread counted = one(GarbageQuantities.COUNTED_BYTES, jdk, way, fields);
        Spread bytes = one(GarbageQuantities.BYTES, jdk, way, fields);
        double step =
            one(GarbageQuantities.EDEN, jdk, way, fields).median()
                / one(GarbageQuantities.OPERATIONS, jdk, way, fields).low();
        // a collection more or less at either end, and what allocation buffers leave unused
        double apart = 2 * step + CLOSE * bytes.median();
        all.add(counted);
        agree &= counted.high() <= bytes.high() + apart && counted.low() >= bytes.low() - apart;
        evidence.add(
            String.format(
                Locale.ROOT,
                "%s, %d fields: %.1f B and %.1f B",
                way.words(),
                fields,
                counted.median(),
                bytes.median()));
      }
    }
    return evidence.isEmpty()
        ? GarbageFigures.notMeasured(jdk)
        : new ForJdk(
            jdk,
            Judgement.of(agree),
            String.join("; ", evidence) + " (" + GarbageEvidence.samples(all) + ")");
  }

  private Spread one(Quantity quantity, String jdk, GarbageWay way, int fields) {
    return figures.spread(quantity, jdk, way, fields).orElseThrow();
  }

  private static boolean rises(SortedMap<Integer, Spread> bytes) {
    @Nullable Spread last = null;
    for (Spread spread : bytes.values()) {
      if (last != null && !last.isBelow(spread)) {
        return false;
      }
      last = spread;
    }
    return bytes.size() > 1;
  }

  private ForJdk nothingToRemove(String jdk) {
    SortedMap<Integer, Spread> whole = figures.bytes(jdk, GarbageWay.BIG);
    if (whole.isEmpty() || !GarbageAmount.some(whole).isEmpty()) {
      return GarbageFigures.notMeasured(jdk);
    }
    return ForJdk.undecided(jdk, "nothing that was measured makes garbage");
  }
}
