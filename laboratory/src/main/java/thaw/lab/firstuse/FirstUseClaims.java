package thaw.lab.firstuse;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.JdkFeature;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Ratio;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/** The published claims about first uses, and the samples' verdicts on them. */
final class FirstUseClaims {
  private static final String ARTICLE = "an article of 2021 about lambda expressions";
  private static final String EARLIER = "Thaw's own figures of 2026, JDK 17 and 25";

  private final Measurements samples;
  private final Claims claims;

  FirstUseClaims(Measurements samples) {
    this.samples = samples;
    this.claims = Claims.onJdksOf(samples);
  }

  /** One figure of one case. */
  private record Step(String words, String jdk, ArchiveUse archive, FirstUses use, String name) {
    Case subject() {
      return Case.of(
          Case.JDK,
          jdk,
          FirstUseFactors.ARCHIVE,
          archive.words(),
          FirstUseFactors.USE,
          use.words());
    }

    Quantity quantity() {
      return use.step(name);
    }
  }

  /** Returns a step of a JVM with the default CDS archive, as nearly all JVMs have it. */
  private static Step usual(String words, String jdk, FirstUses use, String name) {
    return new Step(words, jdk, ArchiveUse.DEFAULT_CDS, use, name);
  }

  List<Verdict> verdicts() {
    return List.of(
        claims.verdict(
            "The first lambda of a JVM takes 40 ms or more",
            ARTICLE
                + ": 40 to 50 ms with Java 8 on a desktop, over 70 ms on a small machine of a"
                + " cloud",
            jdk -> figure(usual("", jdk, FirstUses.LAMBDA, "first"), Bounds.atLeast(40))),
        claims.verdict(
            "The first lambda of a JVM takes 18 ms or more",
            ARTICLE + ": 18 ms with Java 11 on a desktop",
            jdk -> figure(usual("", jdk, FirstUses.LAMBDA, "first"), Bounds.atLeast(18))),
        claims.verdict(
            "The first lambda of a JVM takes 4 to 12 ms",
            EARLIER,
            jdk -> figure(usual("", jdk, FirstUses.LAMBDA, "first"), new Bounds(4, 12))),
        claims.verdict(
            "Further lambdas cost almost nothing: a fifth of the first one, or less",
            ARTICLE,
            jdk ->
                compared(
                    usual("of another interface", jdk, FirstUses.LAMBDA, "other_interface"),
                    usual("the first", jdk, FirstUses.LAMBDA, "first"),
                    ratio -> ratio.below(0.2))),
        claims.verdict(
            "The first anonymous class costs a tenth of the first lambda, or less",
            EARLIER,
            jdk ->
                compared(
                    usual("anonymous class", jdk, FirstUses.ANONYMOUS_CLASS, "first"),
                    usual("lambda", jdk, FirstUses.LAMBDA, "first"),
                    ratio -> ratio.below(0.1))),
        claims.verdict(
            "The first string by + is dearer than the first lambda",
            EARLIER,
            jdk ->
                compared(
                    usual("string", jdk, FirstUses.CONCATENATION, "first"),
                    usual("lambda", jdk, FirstUses.LAMBDA, "first"),
                    ratio -> ratio.above(1))),
        claims.verdict(
            "Each new shape of + costs 1 ms or more again",
            EARLIER,
            jdk -> figure(usual("", jdk, FirstUses.CONCATENATION, "new_shape"), Bounds.atLeast(1))),
        claims.verdict(
            "An AOT cache takes nine tenths of the first lambda away, or more",
            EARLIER,
            jdk -> cached(jdk, FirstUses.LAMBDA, ratio -> ratio.below(0.1))),
        claims.verdict(
            "An AOT cache takes nine tenths of the first string by + away, or more",
            EARLIER,
            jdk -> cached(jdk, FirstUses.CONCATENATION, ratio -> ratio.below(0.1))),
        claims.verdict(
            "An AOT cache leaves String.format as it is: half of the first one at least remains",
            EARLIER,
            jdk -> cached(jdk, FirstUses.FORMAT, ratio -> ratio.above(0.5))),
        claims.verdict(
            "Since JDK 18 the first Method.invoke is ten times dearer than before, or more",
            EARLIER + "; JEP 416",
            this::invokeSinceMethodHandles),
        claims.verdict(
            "Twenty more of the same Method.invoke cost more than its first one: an accessor is"
                + " generated",
            EARLIER + ": so on 17, no longer on 25",
            jdk ->
                compared(
                    usual("20 more", jdk, FirstUses.REFLECTION, "more"),
                    usual("the first", jdk, FirstUses.REFLECTION, "first"),
                    ratio -> ratio.above(1))),
        claims.verdict(
            "-Djdk.reflect.useNativeAccessorOnly=true takes nine tenths of the first Method.invoke"
                + " away, or more",
            EARLIER + ", which had 5 to 6 ms of a cold start",
            this::nativeAccessors),
        claims.verdict(
            "The retry every 50 ms for 200 ms makes 2 or 3 attempts instead of 4 (here: fewer than"
                + " 4 in more than half of the cold JVMs; no longer: in a quarter of them or"
                + " fewer)",
            ARTICLE,
            jdk -> FirstUseRetry.naive(samples, jdk)),
        claims.verdict(
            "Attempts by a plan are 4 in every cold JVM",
            "Thaw's docs/retry.md",
            jdk -> FirstUseRetry.planned(samples, jdk)));
  }

  private ForJdk figure(Step step, Bounds bounds) {
    Optional<Spread> figure = spread(step);
    return new ForJdk(step.jdk(), bounds.judgement(figure), told(figure));
  }

  private ForJdk cached(String jdk, FirstUses use, Function<Ratio, Judgement> judgement) {
    Step cache = new Step("with AOT cache", jdk, ArchiveUse.AOT_CACHE, use, "first");
    return JdkFeature.hasAotCache(jdk)
        ? compared(cache, usual("with default CDS", jdk, use, "first"), judgement)
        : ForJdk.notApplicable(jdk, "JDK 25 and later have an AOT cache");
  }

  private ForJdk nativeAccessors(String jdk) {
    Step only = usual("with it", jdk, FirstUses.NATIVE_REFLECTION, "first");
    return JdkFeature.callsByMethodHandles(jdk)
        ? compared(
            only, usual("otherwise", jdk, FirstUses.REFLECTION, "first"), ratio -> ratio.below(0.1))
        : ForJdk.notApplicable(jdk, "JDK 18 and later have this option");
  }

  /** The oldest JDK is what the others are held against. */
  private ForJdk invokeSinceMethodHandles(String jdk) {
    String oldest = samples.jdks().getFirst();
    Step here = usual("here", jdk, FirstUses.REFLECTION, "first");
    if (!JdkFeature.callsByMethodHandles(jdk)) {
      return ForJdk.notApplicable(jdk, "is before JDK 18: " + told(spread(here)));
    }
    if (JdkFeature.callsByMethodHandles(oldest)) {
      return ForJdk.undecided(jdk, "no JDK before 18 was measured");
    }
    return compared(
        here,
        usual("on " + oldest, oldest, FirstUses.REFLECTION, "first"),
        ratio -> ratio.above(10));
  }

  /** Decided by the ratios of the rounds, told with both figures. */
  private ForJdk compared(Step more, Step less, Function<Ratio, Judgement> judgement) {
    Optional<Ratio> ratio =
        Ratio.of(samples, more.quantity(), more.subject(), less.quantity(), less.subject());
    return new ForJdk(
        more.jdk(),
        ratio.map(judgement).orElse(Judgement.UNDECIDED),
        more.words()
            + " "
            + told(spread(more))
            + ", "
            + less.words()
            + " "
            + told(spread(less))
            + ratio.map(rounds -> ": " + rounds.words()).orElse(""));
  }

  private Optional<Spread> spread(Step step) {
    return samples.spread(
        step.quantity(),
        Case.JDK,
        step.jdk(),
        FirstUseFactors.ARCHIVE,
        step.archive().words(),
        FirstUseFactors.USE,
        step.use().words());
  }

  /** Returns a spread in words, for example {@code 5.2 ms (4.9 to 6.1, n=7)}. */
  private static String told(Optional<Spread> spread) {
    return spread
        .map(figure ->
            String.format(
                Locale.ROOT,
                "%.2f ms (%.2f to %.2f, n=%d)",
                figure.median(),
                figure.low(),
                figure.high(),
                figure.count()))
        .orElse(FirstUseFactors.NOTHING);
  }
}
