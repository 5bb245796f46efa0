package thaw.lab.reflection;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.JdkFeature;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Ratio;
import thaw.lab.result.Verdict;

/** The verdicts on what was published about reflection. */
final class ReflectionVerdicts {
  private static final String TALK =
      "\"Best practices for AWS Lambda and Java\", re:Invent SVS403, 2019, Java 8";
  private static final String EARLIER = "Thaw's own figures of 2026, JDK 17 and 25";

  /** The ratio below which two ways are as fast as each other. */
  private static final double SAME = 1.25;

  /** The least ratio at which the effect of an option counts as seen. */
  private static final double CLEARLY = 1.5;

  private static final double TWICE = 2;

  private static final double FIVE_TIMES = 5;

  private static final double FOUR_TIMES = 4;

  private final Measurements samples;
  private final List<String> jdks;
  private final Claims claims;

  ReflectionVerdicts(Measurements samples) {
    this.samples = samples;
    this.jdks = samples.jdks();
    this.claims = Claims.onJdksOf(samples);
  }

  List<Verdict> verdicts() {
    return List.of(
        verdict(
            "By reflection a getter takes longer than by a direct call, which took 2.59 ns (here,"
                + " by a Method in a field, at least twice as long)",
            TALK + "; at least twice is Thaw's reading",
            jdk -> timesDirect(jdk, GetterCall.METHOD),
            ratio -> ratio.above(TWICE)),
        verdict(
            "It takes at least twice as long even through a Method in a static final field",
            EARLIER + ": 2.4 times on 17; JEP 416, Java 18, meant it to be faster: 1.8 times on 25",
            jdk -> timesDirect(jdk, GetterCall.CONSTANT_METHOD),
            ratio -> ratio.above(TWICE)),
        verdict(
            "A MethodHandle in a static final field is as fast as a direct call",
            EARLIER,
            jdk -> timesDirect(jdk, GetterCall.CONSTANT_HANDLE),
            ratio -> ratio.below(SAME)),
        sinceMethodHandles(
            "A Method in a field is slower than before JDK 18",
            EARLIER + ": 6.7 ns in place of 2.8 ns",
            Reflection.CALL_NANOS,
            Reflection::methodInField,
            ratio -> ratio.above(1)),
        verdict(
            "The price of reflection comes with the inflation threshold of 15 calls: the first"
                + " Method.invoke takes less time than the 20 after it",
            "Thaw's reading of the threshold, which the talk named: " + TALK,
            this::inflation,
            ratio -> ratio.below(1)),
        sinceMethodHandles(
            "The first Method.invoke of a JVM is dearer than before JDK 18",
            EARLIER + ": 5 to 11 ms in place of 0.1 ms",
            Reflection.FIRST_CALL,
            Reflection::firstInvoke,
            ratio -> ratio.above(CLEARLY)),
        verdict(
            "-Dsun.reflect.noInflation=true makes the first Method.invoke dearer",
            "Thaw's reading of an option of JVMs up to 17, where it has a class generated at once",
            jdk ->
                new Comparison(
                    Reflection.FIRST_CALL,
                    with(jdk, Accessors.GENERATED),
                    Reflection.firstInvoke(jdk)),
            ratio -> ratio.above(CLEARLY)),
        verdict(
            "Native accessors alone make the first 21 calls of a Method cheaper, from JDK 18 on",
            EARLIER + ": 5 to 6 ms of CPU less in a first request on 25",
            JdkFeature::callsByMethodHandles,
            "JDK 18 and later have this option",
            jdk ->
                new Comparison(
                    Reflection.CALLS, Reflection.firstInvoke(jdk), with(jdk, Accessors.NATIVE)),
            ratio -> ratio.above(CLEARLY)),
        cached(
            "An AOT cache takes four fifths of the first Method.invoke away, or more, for a static"
                + " method",
            "Thaw's reading of its own figures of 2026, JDK 25: 0.68 ms in place of 10.9 ms",
            FirstGetterCall.STATIC_METHOD,
            ratio -> ratio.above(FIVE_TIMES)),
        cached(
            "Of an instance method's first Method.invoke, an AOT cache leaves a quarter or more",
            "Thaw's reading of JDK 25, which makes classes for it that it keeps in no cache",
            FirstGetterCall.METHOD,
            ratio -> ratio.below(FOUR_TIMES)));
  }

  private Verdict cached(
      String claim,
      String source,
      FirstGetterCall call,
      Function<Ratio, Verdict.Judgement> decision) {
    return verdict(
        claim,
        source,
        JdkFeature::hasAotCache,
        "JDK 25 and later have an AOT cache",
        jdk ->
            new Comparison(
                Reflection.FIRST_CALL,
                Reflection.first(jdk, call, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS),
                cached(jdk, call)),
        decision);
  }

  private static Case cached(String jdk, FirstGetterCall call) {
    return Reflection.first(jdk, call, Accessors.DEFAULT, ArchiveUse.AOT_CACHE);
  }

  private static Case with(String jdk, Accessors accessors) {
    return Reflection.first(jdk, FirstGetterCall.METHOD, accessors, ArchiveUse.DEFAULT_CDS);
  }

  /** JDKs from 18 on against the first one before. */
  private Verdict sinceMethodHandles(
      String claim,
      String source,
      Quantity quantity,
      Function<String, Case> subject,
      Function<Ratio, Verdict.Judgement> decision) {
    Optional<String> before =
        jdks.stream().filter(jdk -> !JdkFeature.callsByMethodHandles(jdk)).findFirst();
    if (before.isEmpty()) {
      return claims.verdict(
          claim, source, jdk -> Verdict.ForJdk.undecided(jdk, "no JDK before 18 was measured"));
    }
    return verdict(
        claim,
        source,
        JdkFeature::callsByMethodHandles,
        "is before JDK 18, and what the others are held against",
        jdk -> new Comparison(quantity, subject.apply(jdk), subject.apply(before.get())),
        decision);
  }

  private Comparison timesDirect(String jdk, GetterCall call) {
    return new Comparison(
        Reflection.CALL_NANOS,
        Reflection.steady(jdk, call, Accessors.DEFAULT),
        Reflection.steady(jdk, GetterCall.DIRECT, Accessors.DEFAULT));
  }

  /** The first call against those after it, both of the same sample. */
  private Comparison inflation(String jdk) {
    Case subject = Reflection.firstInvoke(jdk);
    return new Comparison(Reflection.FIRST_CALL, subject, Reflection.FURTHER, subject);
  }

  /** Two figures of which the first one is divided by the second one. */
  private record Comparison(Quantity quantity, Case subject, Quantity other, Case base) {
    Comparison(Quantity quantity, Case subject, Case base) {
      this(quantity, subject, quantity, base);
    }
  }

  private Verdict verdict(
      String claim,
      String source,
      Function<String, Comparison> compared,
      Function<Ratio, Verdict.Judgement> decision) {
    return claims.verdict(claim, source, jdk -> answer(jdk, compared.apply(jdk), decision));
  }

  /**
   * Returns the verdict on a claim about a feature that not every JDK has.
   *
   * @param otherwise why it does not apply to the others
   */
  private Verdict verdict(
      String claim,
      String source,
      Predicate<String> has,
      String otherwise,
      Function<String, Comparison> compared,
      Function<Ratio, Verdict.Judgement> decision) {
    return claims.verdict(
        claim,
        source,
        jdk ->
            has.test(jdk)
                ? answer(jdk, compared.apply(jdk), decision)
                : Verdict.ForJdk.notApplicable(jdk, otherwise));
  }

  private Verdict.ForJdk answer(
      String jdk, Comparison compared, Function<Ratio, Verdict.Judgement> decision) {
    Optional<Ratio> ratio =
        Ratio.of(
            samples, compared.quantity(), compared.subject(), compared.other(), compared.base());
    return ratio
        .map(found ->
            new Verdict.ForJdk(
                jdk,
                decision.apply(found),
                median(compared.quantity(), compared.subject())
                    + " against "
                    + median(compared.other(), compared.base())
                    + ": "
                    + found.words()))
        .orElse(Verdict.ForJdk.undecided(jdk, "not measured"));
  }

  private String median(Quantity quantity, Case subject) {
    String[] factors =
        subject.factors().entrySet().stream()
            .flatMap(factor -> java.util.stream.Stream.of(factor.getKey(), factor.getValue()))
            .toArray(String[]::new);
    double median = samples.spread(quantity, factors).orElseThrow().median();
    return String.format(
            Locale.ROOT, median >= 100 ? "%,.0f" : median >= 10 ? "%.1f" : "%.2f", median)
        + " "
        + quantity.unit();
  }
}
