package thaw.lab.firstuse;

import java.util.List;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Bounds;
import thaw.lab.result.Claims;
import thaw.lab.result.Figure;
import thaw.lab.result.JdkFeature;
import thaw.lab.result.Measurements;
import thaw.lab.result.Verdict;

/** The published claims about first uses. */
final class FirstUseClaims {
  private static final String ARTICLE = "an article of 2021 about lambda expressions";
  private static final String EARLIER = "Thaw's own figures of 2026, JDK 17 and 25";

  private FirstUseClaims() {}

  /** Returns a step in a JVM with the default CDS archive, as nearly all JVMs have it. */
  private static Claims.OnJdk usual(String words, FirstUses use, String step) {
    return with(words, ArchiveUse.DEFAULT_CDS, use, step);
  }

  private static Claims.OnJdk with(String words, ArchiveUse archive, FirstUses use, String step) {
    return jdk -> new Figure(words, use.step(step), use.on(jdk, archive.words()));
  }

  static List<Verdict> of(Measurements samples) {
    Claims claims = new Claims(samples);
    addLanguage(claims);
    addCache(claims);
    addReflection(claims);
    return claims
        .add(
            "The retry every 50 ms for 200 ms makes 2 or 3 attempts instead of 4 (here: fewer than"
                + " 4 in more than half of the cold JVMs; no longer: in a quarter of them or"
                + " fewer)",
            ARTICLE,
            jdk -> FirstUseRetry.naive(samples, jdk))
        .add(
            "Attempts by a plan are 4 in every cold JVM",
            "Thaw's docs/retry.md",
            jdk -> FirstUseRetry.planned(samples, jdk))
        .verdicts();
  }

  private static void addLanguage(Claims claims) {
    Claims.OnJdk lambda = usual("", FirstUses.LAMBDA, "first");
    claims
        .add(
            "The first lambda of a JVM takes 40 ms or more",
            ARTICLE
                + ": 40 to 50 ms with Java 8 on a desktop, over 70 ms on a small machine of a"
                + " cloud",
            claims.figure(lambda, Bounds.atLeast(40)))
        .add(
            "The first lambda of a JVM takes 18 ms or more",
            ARTICLE + ": 18 ms with Java 11 on a desktop",
            claims.figure(lambda, Bounds.atLeast(18)))
        .add(
            "The first lambda of a JVM takes 4 to 12 ms",
            EARLIER,
            claims.figure(lambda, new Bounds(4, 12)))
        .add(
            "Further lambdas cost almost nothing: a fifth of the first one, or less",
            ARTICLE,
            claims.ratio(
                usual("of another interface", FirstUses.LAMBDA, "other_interface"),
                usual("the first", FirstUses.LAMBDA, "first"),
                Bounds.atMost(0.2)))
        .add(
            "The first anonymous class costs a tenth of the first lambda, or less",
            EARLIER,
            claims.ratio(
                usual("anonymous class", FirstUses.ANONYMOUS_CLASS, "first"),
                usual("lambda", FirstUses.LAMBDA, "first"),
                Bounds.atMost(0.1)))
        .add(
            "The first string by + is dearer than the first lambda",
            EARLIER,
            claims.ratio(
                usual("string", FirstUses.CONCATENATION, "first"),
                usual("lambda", FirstUses.LAMBDA, "first"),
                Bounds.atLeast(1)))
        .add(
            "Each new shape of + costs 1 ms or more again",
            EARLIER,
            claims.figure(usual("", FirstUses.CONCATENATION, "new_shape"), Bounds.atLeast(1)));
  }

  private static void addCache(Claims claims) {
    claims
        .add(
            "An AOT cache takes nine tenths of the first lambda away, or more",
            EARLIER,
            cached(claims, FirstUses.LAMBDA, Bounds.atMost(0.1)))
        .add(
            "An AOT cache takes nine tenths of the first string by + away, or more",
            EARLIER,
            cached(claims, FirstUses.CONCATENATION, Bounds.atMost(0.1)))
        .add(
            "An AOT cache leaves String.format as it is: half of the first one at least remains",
            EARLIER,
            cached(claims, FirstUses.FORMAT, Bounds.atLeast(0.5)));
  }

  private static void addReflection(Claims claims) {
    claims
        .add(
            "Since JDK 18 the first Method.invoke is ten times dearer than before, or more",
            EARLIER + "; JEP 416",
            claims.sinceMethodHandles(usual("", FirstUses.REFLECTION, "first"), Bounds.atLeast(10)))
        .add(
            "Twenty more of the same Method.invoke cost more than its first one: an accessor is"
                + " generated",
            EARLIER + ": so on 17, no longer on 25",
            claims.ratio(
                usual("20 more", FirstUses.REFLECTION, "more"),
                usual("the first", FirstUses.REFLECTION, "first"),
                Bounds.atLeast(1)))
        .add(
            "-Djdk.reflect.useNativeAccessorOnly=true takes nine tenths of the first Method.invoke"
                + " away, or more",
            EARLIER + ", which had 5 to 6 ms of a cold start",
            Claims.where(
                JdkFeature::callsByMethodHandles,
                "JDK 18 and later have this option",
                claims.ratio(
                    usual("with it", FirstUses.NATIVE_REFLECTION, "first"),
                    usual("otherwise", FirstUses.REFLECTION, "first"),
                    Bounds.atMost(0.1))));
  }

  private static Claims.Answer cached(Claims claims, FirstUses use, Bounds bounds) {
    return Claims.withAotCache(
        claims.ratio(
            with("with AOT cache", ArchiveUse.AOT_CACHE, use, "first"),
            usual("with default CDS", use, "first"),
            bounds));
  }
}
