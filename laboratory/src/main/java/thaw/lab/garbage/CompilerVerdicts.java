package thaw.lab.garbage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import thaw.lab.result.Bounds;
import thaw.lab.result.Claims;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/** The verdicts on Thaw's own findings about where capturing lambdas allocate. */
final class CompilerVerdicts {
  private static final String SOURCE =
      "measured for the design of Thaw, JDK 17 and 25, 2-core machine, 2026";

  private static final Bounds SEVERAL = Bounds.atLeast(5);

  private final GarbageFigures figures;

  private CompilerVerdicts(GarbageFigures figures) {
    this.figures = figures;
  }

  static List<Verdict> of(GarbageFigures figures) {
    CompilerVerdicts verdicts = new CompilerVerdicts(figures);
    Claims claims = figures.claims();
    return List.of(
        claims.verdict(
            "16 capturing method references make no garbage with C2, and 16 B each with C1 alone",
            SOURCE,
            verdicts::sixteen),
        claims.verdict(
            "With three implementations of the receiver each capturing method reference costs 16"
                + " B, and a non-capturing one nothing",
            SOURCE,
            verdicts::threeReceivers),
        claims.verdict(
            "With C1 alone, capturing method references take more than 5 times as long as with C2",
            SOURCE + ": 7 to 9 times",
            verdicts::c1Time));
  }

  private ForJdk sixteen(String jdk) {
    SortedMap<Integer, Spread> c2 = figures.bytes(jdk, GarbageWay.BIG);
    SortedMap<Integer, Spread> c1 = figures.bytes(jdk, GarbageWay.C1);
    c2.keySet().retainAll(List.of(16));
    c1.keySet().retainAll(List.of(16));
    if (c2.isEmpty() || c1.isEmpty()) {
      return GarbageFigures.notMeasured(jdk);
    }
    return new ForJdk(
        jdk,
        GarbageAmount.both(GarbageAmount.none(List.of(c2)), GarbageAmount.objectEach(c1)),
        new GarbageEvidence().with("C2", c2).with("C1 only", c1).text());
  }

  private ForJdk threeReceivers(String jdk) {
    SortedMap<Integer, Spread> capturing = figures.bytes(jdk, GarbageWay.THREE);
    SortedMap<Integer, Spread> argument = figures.bytes(jdk, GarbageWay.THREE_ARGUMENT);
    if (capturing.isEmpty() || argument.isEmpty()) {
      return GarbageFigures.notMeasured(jdk);
    }
    return new ForJdk(
        jdk,
        GarbageAmount.both(
            GarbageAmount.objectEach(capturing), GarbageAmount.none(List.of(argument))),
        new GarbageEvidence().with("capturing", capturing).with("non-capturing", argument).text());
  }

  private ForJdk c1Time(String jdk) {
    SortedMap<Integer, Spread> c2 = figures.all(GarbageQuantities.NANOS, jdk, GarbageWay.BIG);
    SortedMap<Integer, Spread> c1 = figures.all(GarbageQuantities.NANOS, jdk, GarbageWay.C1);
    c1.keySet().retainAll(c2.keySet());
    if (c1.isEmpty()) {
      return GarbageFigures.notMeasured(jdk);
    }
    List<Judgement> judgements = new ArrayList<>();
    List<String> ratios = new ArrayList<>();
    for (Map.Entry<Integer, Spread> one : c1.entrySet()) {
      Spread base = Objects.requireNonNull(c2.get(one.getKey()));
      Spread slow = one.getValue();
      judgements.add(SEVERAL.judgement(slow.over(base)));
      ratios.add(
          String.format(
              Locale.ROOT,
              "%d fields %.1f times (%.0f and %.0f ns)",
              one.getKey(),
              slow.median() / base.median(),
              slow.median(),
              base.median()));
    }
    return new ForJdk(
        jdk,
        Bounds.all(judgements),
        String.join(", ", ratios) + " (" + GarbageEvidence.samples(c1.values()) + ")");
  }
}
