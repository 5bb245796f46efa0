package thaw.lab.garbage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/** What a test of a wire codec found in 2014, and Thaw of where capturing lambdas allocate. */
final class GarbageClaims {
  private static final String CODEC = "test of a wire codec, 10 million round trips, 2014, Java 8";
  private static final String DESIGN =
      "measured for the design of Thaw, JDK 17 and 25, 2-core machine, 2026";
  private static final Bounds PUBLISHED_NANOS = Bounds.atMost(100);
  private static final double CLOSE = 0.05;

  private final Measurements samples;
  private final Claims claims;

  private GarbageClaims(Measurements samples) {
    this.samples = samples;
    this.claims = new Claims(samples);
  }

  static List<Verdict> of(Measurements samples) {
    return new GarbageClaims(samples).verdicts();
  }

  private List<Verdict> verdicts() {
    return claims
        .add(
            "Up to 8 capturing method references in one method make no garbage",
            CODEC,
            this::upToEight)
        .add(
            "From 9 capturing method references in one method on there is garbage, and the more"
                + " the more there are",
            CODEC,
            this::fromNineOn)
        .add(
            "MaxBCEAEstimateSize=300 in place of 150 removes the garbage",
            CODEC,
            this::estimateSize)
        .add("Splitting the method in two removes the garbage", CODEC, this::split)
        .add(
            "Passing the object as an argument makes no garbage, whether the JVM analyses escapes"
                + " or not",
            CODEC,
            this::nonCapturing)
        .add(
            "14 ints are written to an array of ints, which needs no codec, and read from it in"
                + " under 100 ns",
            CODEC,
            roundTrip(GarbageWay.ROUND_TRIP))
        .add(
            "14 ints are written as digits and read in under 100 ns",
            CODEC,
            roundTrip(GarbageWay.ROUND_TRIP_BIG))
        .add(
            "Counted collections tell the same bytes as the allocation counter",
            CODEC + ": in an eden of 10 MB one collection is 1 B for each operation",
            this::counting)
        .add(
            "16 capturing method references make no garbage with C2, and 16 B each with C1 alone",
            DESIGN,
            this::sixteen)
        .add(
            "With three implementations of the receiver each capturing method reference costs 16"
                + " B, and a non-capturing one nothing",
            DESIGN,
            this::threeReceivers)
        .add(
            "With C1 alone, capturing method references take more than 5 times as long as with C2",
            DESIGN + ": 7 to 9 times",
            this::c1Time)
        .verdicts();
  }

  private GarbageFigures bytes(String words, String jdk, GarbageWay way) {
    return GarbageFigures.of(samples, words, GarbageWay.BYTES, jdk, way);
  }

  /** Returns an answer with the figures that decide it, of which some may be empty. */
  private static ForJdk answer(String jdk, Judgement judgement, GarbageFigures... told) {
    List<GarbageFigures> all = Arrays.stream(told).filter(one -> !one.isEmpty()).toList();
    return new ForJdk(
        jdk,
        judgement,
        all.stream().map(GarbageFigures::told).collect(Collectors.joining("; "))
            + " ("
            + GarbageFigures.samples(
                all.stream().flatMap(one -> one.byFields().values().stream()).toList())
            + ", counted to the byte)");
  }

  private ForJdk upToEight(String jdk) {
    GarbageFigures small = bytes("small callee", jdk, GarbageWay.SMALL).upTo(8);
    GarbageFigures big = bytes("big callee", jdk, GarbageWay.BIG).upTo(8);
    return small.get(8).isEmpty() && big.get(8).isEmpty()
        ? Claims.notMeasured(jdk)
        : answer(jdk, GarbageFigures.none(List.of(small, big)), small, big);
  }

  private ForJdk fromNineOn(String jdk) {
    GarbageFigures small = bytes("small callee", jdk, GarbageWay.SMALL).from(9);
    GarbageFigures big = bytes("big callee", jdk, GarbageWay.BIG).from(9);
    List<GarbageFigures> withNine =
        Stream.of(small, big).filter(one -> one.get(9).isPresent()).toList();
    if (withNine.isEmpty()) {
      return Claims.notMeasured(jdk);
    }
    Judgement silent = GarbageFigures.none(withNine.stream().map(one -> one.upTo(9)).toList());
    Judgement judgement =
        switch (silent) {
          case HOLDS -> Judgement.NO_LONGER;
          case UNDECIDED, NOT_APPLICABLE -> silent;
          case NO_LONGER -> Judgement.of(withNine.stream().allMatch(GarbageFigures::rises));
        };
    ForJdk answer = answer(jdk, judgement, small, big);
    String limits =
        limit("small callee", jdk, GarbageWay.SMALL) + limit("big callee", jdk, GarbageWay.BIG);
    return new ForJdk(jdk, judgement, limits + answer.evidence());
  }

  /** Returns the number of fields from which on there is garbage, where it was looked for. */
  private String limit(String words, String jdk, GarbageWay way) {
    return samples
        .spread(GarbageWay.FIRST, way.with(jdk, GarbageWay.LIMIT))
        .map(first ->
            first.low() > GarbageWay.MOST
                ? words + ": none up to " + GarbageWay.MOST + "; "
                : String.format(Locale.ROOT, "%s: from %.0f fields on; ", words, first.median()))
        .orElse("");
  }

  private ForJdk estimateSize(String jdk) {
    GarbageFigures before = bytes("by default", jdk, GarbageWay.BIG).some();
    GarbageFigures with300 = bytes("300", jdk, GarbageWay.BIG_300).where(before);
    GarbageFigures with600 = bytes("600", jdk, GarbageWay.BIG_600).where(before);
    return with300.isEmpty()
        ? nothingToRemove(jdk)
        : answer(
            jdk, GarbageFigures.none(List.of(with300)), before.where(with300), with300, with600);
  }

  /** The claim was about methods just above the limit: two halves may be above it, too. */
  private ForJdk split(String jdk) {
    GarbageFigures whole = bytes("whole", jdk, GarbageWay.BIG).some();
    GarbageFigures halves = bytes("split", jdk, GarbageWay.SPLIT).where(whole);
    return halves.isEmpty()
        ? nothingToRemove(jdk)
        : answer(
            jdk,
            GarbageFigures.none(List.of(halves.upTo(halves.byFields().firstKey()))),
            whole.where(halves),
            halves);
  }

  private ForJdk nothingToRemove(String jdk) {
    GarbageFigures whole = bytes("", jdk, GarbageWay.BIG);
    return whole.isEmpty() || !whole.some().isEmpty()
        ? Claims.notMeasured(jdk)
        : ForJdk.undecided(jdk, "nothing that was measured makes garbage");
  }

  private ForJdk nonCapturing(String jdk) {
    GarbageFigures analysed = bytes("C2", jdk, GarbageWay.ARGUMENT);
    GarbageFigures c1 = bytes("C1 only", jdk, GarbageWay.C1_ARGUMENT);
    GarbageFigures without = bytes("no escape analysis", jdk, GarbageWay.NO_ANALYSIS_ARGUMENT);
    return analysed.isEmpty() || (c1.isEmpty() && without.isEmpty())
        ? Claims.notMeasured(jdk)
        : answer(jdk, GarbageFigures.none(List.of(analysed, c1, without)), analysed, c1, without);
  }

  private Claims.Answer roundTrip(GarbageWay way) {
    return claims.figure(
        jdk -> new Figure("", GarbageWay.NANOS, way.with(jdk, "14")), PUBLISHED_NANOS);
  }

  private ForJdk counting(String jdk) {
    boolean agree = true;
    List<String> evidence = new ArrayList<>();
    List<Spread> all = new ArrayList<>();
    for (GarbageWay way : GarbageWay.values()) {
      GarbageFigures figures =
          GarbageFigures.of(samples, way.words(), GarbageWay.COUNTED_BYTES, jdk, way);
      for (int fields : figures.byFields().keySet()) {
        Case subject = way.with(jdk, String.valueOf(fields));
        Spread counted = one(GarbageWay.COUNTED_BYTES, subject);
        Spread bytes = one(GarbageWay.BYTES, subject);
        double step =
            one(GarbageWay.EDEN, subject).median() / one(GarbageWay.OPERATIONS, subject).low();
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
        ? Claims.notMeasured(jdk)
        : new ForJdk(
            jdk,
            Judgement.of(agree),
            String.join("; ", evidence) + " (" + GarbageFigures.samples(all) + ")");
  }

  private Spread one(Quantity quantity, Case subject) {
    return samples.spread(quantity, subject).orElseThrow();
  }

  private ForJdk sixteen(String jdk) {
    GarbageFigures c2 = bytes("C2", jdk, GarbageWay.BIG).from(16).upTo(16);
    GarbageFigures c1 = bytes("C1 only", jdk, GarbageWay.C1).from(16).upTo(16);
    return objectsOf(jdk, c1, c2, c2, c1);
  }

  private ForJdk threeReceivers(String jdk) {
    GarbageFigures capturing = bytes("capturing", jdk, GarbageWay.THREE);
    GarbageFigures argument = bytes("non-capturing", jdk, GarbageWay.THREE_ARGUMENT);
    return objectsOf(jdk, capturing, argument, capturing, argument);
  }

  private static ForJdk objectsOf(
      String jdk, GarbageFigures objects, GarbageFigures none, GarbageFigures... told) {
    return objects.isEmpty() || none.isEmpty()
        ? Claims.notMeasured(jdk)
        : answer(
            jdk,
            Bounds.all(List.of(GarbageFigures.none(List.of(none)), objects.objectEach())),
            told);
  }

  private ForJdk c1Time(String jdk) {
    List<ForJdk> answers = new ArrayList<>();
    GarbageFigures c1 = GarbageFigures.of(samples, "", GarbageWay.NANOS, jdk, GarbageWay.C1);
    for (int fields : c1.byFields().keySet()) {
      Figure over = nanos(fields + " fields, C1", jdk, GarbageWay.C1, fields);
      Figure under = nanos("C2", jdk, GarbageWay.BIG, fields);
      if (claims.spread(under).isPresent()) {
        answers.add(claims.ratio(jdk, over, under, Bounds.atLeast(5)));
      }
    }
    return answers.isEmpty() ? Claims.notMeasured(jdk) : ForJdk.all(answers);
  }

  private static Figure nanos(String words, String jdk, GarbageWay way, int fields) {
    return new Figure(words, GarbageWay.NANOS, way.with(jdk, String.valueOf(fields)));
  }
}
