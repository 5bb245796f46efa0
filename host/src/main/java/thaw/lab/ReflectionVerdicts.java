package thaw.lab;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What became of what was published about reflection. */
final class ReflectionVerdicts {
  private static final String TALK =
      "\"Best practices for AWS Lambda and Java\", re:Invent SVS403, 2019, Java 8";
  private static final String EARLIER = "measured for Thaw on JDK 17 and 25, 2026";

  /** Below it, two ways are as fast as each other. */
  private static final double SAME = 1.25;

  /** What an option does has to be seen at least as clearly as this. */
  private static final double CLEARLY = 1.5;

  private static final double TWICE = 2;

  /** Measured were 10.9 ms without and 0.68 ms with the cache; as minima 5.5 and 0.29 ms. */
  private static final double FIVE_TIMES = 5;

  private static final double FOUR_TIMES = 4;

  private final Samples samples;
  private final List<String> jdks;

  ReflectionVerdicts(Samples samples) {
    this.samples = samples;
    this.jdks = samples.jdks();
  }

  List<Verdict> verdicts() {
    return List.of(
        verdict(
            "By reflection a getter takes at least twice as long as a direct call (2.59 ns)",
            TALK + "; here through a Method in a field",
            jdks,
            jdk -> timesDirect(jdk, GetterCall.METHOD),
            ratio -> ratio.above(TWICE)),
        verdict(
            "It does so even through a Method in a static final field",
            "true of the accessors before JEP 416, Java 18",
            jdks,
            jdk -> timesDirect(jdk, GetterCall.CONSTANT_METHOD),
            ratio -> ratio.above(TWICE)),
        verdict(
            "A MethodHandle in a static final field is as fast as a direct call",
            EARLIER,
            jdks,
            jdk -> timesDirect(jdk, GetterCall.CONSTANT_HANDLE),
            ratio -> ratio.below(SAME)),
        verdict(
            "A Method in a field is slower than on the oldest JDK here: 6.7 ns in place of 2.8 ns",
            EARLIER,
            later(),
            jdk -> sinceOldest(jdk, Reflection.CALL_NANOS, Reflection::methodInField),
            ratio -> ratio.above(1)),
        verdict(
            "The price of reflection comes with the inflation threshold of 15 calls: the first"
                + " Method.invoke takes less time than the 20 after it",
            TALK,
            jdks,
            this::inflation,
            ratio -> ratio.below(1)),
        verdict(
            "The first Method.invoke of a JVM is dearer than on the oldest JDK here: 5 to 11 ms in"
                + " place of 0.1 ms",
            EARLIER,
            later(),
            jdk -> sinceOldest(jdk, Reflection.FIRST_CALL, Reflection::firstInvoke),
            ratio -> ratio.above(CLEARLY)),
        verdict(
            "-Dsun.reflect.noInflation=true makes the first Method.invoke dearer",
            "advice for JVMs up to 17, where it has a class generated at once",
            jdks,
            jdk ->
                new Comparison(
                    Reflection.FIRST_CALL,
                    with(jdk, Accessors.GENERATED),
                    Reflection.firstInvoke(jdk)),
            ratio -> ratio.above(CLEARLY)),
        verdict(
            "Native accessors alone make the first 21 calls of a Method cheaper: by 5 to 6 ms",
            EARLIER,
            jdks,
            jdk ->
                new Comparison(
                    Reflection.CALLS, Reflection.firstInvoke(jdk), with(jdk, Accessors.NATIVE)),
            ratio -> ratio.above(CLEARLY)),
        cached(
            "An AOT cache takes most of the first Method.invoke away: four fifths and more of 10.9"
                + " ms, for a static method",
            EARLIER,
            FirstGetterCall.STATIC_METHOD,
            ratio -> ratio.above(FIVE_TIMES)),
        cached(
            "Of an instance method's first Method.invoke, an AOT cache leaves a quarter or more",
            "JDK 25 makes classes for it that it keeps in no cache",
            FirstGetterCall.METHOD,
            ratio -> ratio.below(FOUR_TIMES)));
  }

  private Verdict cached(
      String claim, String source, FirstGetterCall call, Function<Ratio, Verdict.Truth> decision) {
    return verdict(
        claim,
        source,
        jdks.stream().filter(jdk -> samples.cases().contains(cached(jdk, call))).toList(),
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

  private List<String> later() {
    return jdks.subList(Math.min(1, jdks.size()), jdks.size());
  }

  private Comparison timesDirect(String jdk, GetterCall call) {
    return new Comparison(
        Reflection.CALL_NANOS,
        Reflection.steady(jdk, call, Accessors.DEFAULT),
        Reflection.steady(jdk, GetterCall.DIRECT, Accessors.DEFAULT));
  }

  private Comparison sinceOldest(String jdk, Quantity quantity, Function<String, Case> subject) {
    return new Comparison(quantity, subject.apply(jdk), subject.apply(jdks.getFirst()));
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
      List<String> where,
      Function<String, Comparison> compared,
      Function<Ratio, Verdict.Truth> decision) {
    if (where.isEmpty()) {
      return new Verdict(
          claim,
          source,
          List.of(
              new Verdict.Answer(
                  "this machine", Verdict.Truth.UNDECIDED, "no two such cases were measured")));
    }
    return new Verdict(
        claim,
        source,
        where.stream().map(jdk -> answer(jdk, compared.apply(jdk), decision)).toList());
  }

  private Verdict.Answer answer(
      String jdk, Comparison compared, Function<Ratio, Verdict.Truth> decision) {
    Optional<Ratio> ratio =
        Ratio.of(
            samples, compared.quantity(), compared.subject(), compared.other(), compared.base());
    return ratio
        .map(found ->
            new Verdict.Answer(
                jdk,
                decision.apply(found),
                median(compared.quantity(), compared.subject())
                    + " against "
                    + median(compared.other(), compared.base())
                    + ": "
                    + found.words()))
        .orElse(new Verdict.Answer(jdk, Verdict.Truth.UNDECIDED, "not measured"));
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
