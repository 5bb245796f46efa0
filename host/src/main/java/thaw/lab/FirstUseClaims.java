package thaw.lab;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.lab.Verdict.Answer;
import thaw.lab.Verdict.Truth;

/** What was published about first uses, and what the samples say to it. */
final class FirstUseClaims {
  private static final String ARTICLE = "an article of 2021 about lambda expressions";
  private static final String EARLIER = "Thaw's own figures of 2026, JDK 17 and 25";
  private static final String NOTHING = "too few samples of it in this run";
  private static final String NO_CACHE = "no samples with an AOT cache: JDK 25 and later have it";
  private static final int FIRST_WITH_METHOD_HANDLES_BELOW = 18;
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final Samples samples;

  FirstUseClaims(Samples samples) {
    this.samples = samples;
  }

  List<Verdict> verdicts() {
    return List.of(
        claim(
            "The first lambda of a JVM takes 40 to 50 ms",
            ARTICLE + ", Java 8 on a desktop; over 70 ms on a small machine of a cloud",
            jdk -> atLeast(jdk, FirstUses.LAMBDA, "first", 40)),
        claim(
            "The first lambda of a JVM takes 18 ms",
            ARTICLE + ", Java 11 on a desktop",
            jdk -> atLeast(jdk, FirstUses.LAMBDA, "first", 18)),
        claim("The first lambda of a JVM takes 4 to 12 ms", EARLIER, this::firstLambdaToday),
        claim(
            "Further lambdas cost almost nothing: a fifth of the first one, or less",
            ARTICLE,
            this::furtherLambdas),
        claim(
            "The first anonymous class costs a tenth of the first lambda, or less",
            EARLIER,
            jdk -> {
              Optional<Spread> cheap = usual(jdk, FirstUses.ANONYMOUS_CLASS, "first");
              Optional<Spread> dear = usual(jdk, FirstUses.LAMBDA, "first");
              return decided(
                  jdk, cheap, dear, ratio -> ratio.atMost(0.1), "anonymous class", "lambda");
            }),
        claim(
            "The first string by + is dearer than the first lambda",
            EARLIER,
            jdk -> {
              Optional<Spread> concatenation = usual(jdk, FirstUses.CONCATENATION, "first");
              Optional<Spread> lambda = usual(jdk, FirstUses.LAMBDA, "first");
              return decided(
                  jdk, concatenation, lambda, ratio -> ratio.atLeast(1), "string", "lambda");
            }),
        claim(
            "Each new shape of + costs 1 ms or more again",
            EARLIER,
            jdk -> atLeast(jdk, FirstUses.CONCATENATION, "new_shape", 1)),
        claim(
            "An AOT cache takes nine tenths of the first lambda away, or more",
            EARLIER,
            jdk -> cached(jdk, FirstUses.LAMBDA, ratio -> ratio.atMost(0.1))),
        claim(
            "An AOT cache takes nine tenths of the first string by + away, or more",
            EARLIER,
            jdk -> cached(jdk, FirstUses.CONCATENATION, ratio -> ratio.atMost(0.1))),
        claim(
            "An AOT cache leaves String.format as it is: half of the first one at least remains",
            EARLIER,
            jdk -> cached(jdk, FirstUses.FORMAT, ratio -> ratio.atLeast(0.5))),
        claim(
            "Since JDK 18 the first Method.invoke is ten times dearer than before, or more",
            EARLIER + "; JEP 416",
            this::invokeSinceMethodHandles),
        claim(
            "Twenty more of the same Method.invoke cost more than its first one: an accessor is"
                + " generated",
            EARLIER + ": so on 17, no longer on 25",
            jdk -> {
              Optional<FirstUseRatio> ratio = within(jdk, FirstUses.REFLECTION, "more", "first");
              return new Answer(
                  jdk,
                  ratio.map(r -> r.atLeast(1)).orElse(Truth.UNDECIDED),
                  told(ratio, "20 more: ", " the first"));
            }),
        claim(
            "-Djdk.reflect.useNativeAccessorOnly=true takes nine tenths of the first Method.invoke"
                + " away, or more",
            EARLIER + ", which had 5 to 6 ms of a cold start",
            this::nativeAccessors),
        claim(
            "The retry every 50 ms for 200 ms makes 2 or 3 attempts instead of 4 in most cold JVMs",
            ARTICLE,
            this::naiveRetry),
        claim(
            "Attempts by a plan are 4 in every cold JVM",
            "Thaw's docs/retry.md",
            this::plannedRetry));
  }

  private Verdict claim(String claim, String source, Function<String, Answer> answer) {
    return new Verdict(claim, source, samples.jdks().stream().map(answer).toList());
  }

  private Answer firstLambdaToday(String jdk) {
    Optional<Spread> first = usual(jdk, FirstUses.LAMBDA, "first");
    Truth truth =
        enough(first)
            .map(spread ->
                spread.low() >= 4 && spread.high() <= 12
                    ? Truth.HOLDS
                    : spread.high() < 4 || spread.low() > 12 ? Truth.NO_LONGER : Truth.UNDECIDED)
            .orElse(Truth.UNDECIDED);
    return new Answer(jdk, truth, told(first));
  }

  private Answer atLeast(String jdk, FirstUses use, String step, double millis) {
    Optional<Spread> figure = usual(jdk, use, step);
    Truth truth =
        enough(figure)
            .map(spread ->
                spread.low() >= millis
                    ? Truth.HOLDS
                    : spread.high() < millis ? Truth.NO_LONGER : Truth.UNDECIDED)
            .orElse(Truth.UNDECIDED);
    return new Answer(jdk, truth, told(figure));
  }

  private Answer furtherLambdas(String jdk) {
    Optional<FirstUseRatio> ratio = within(jdk, FirstUses.LAMBDA, "other_interface", "first");
    return new Answer(
        jdk,
        ratio.map(r -> r.atMost(0.2)).orElse(Truth.UNDECIDED),
        told(ratio, "one of another interface: ", " the first")
            + ratio
                .map(r -> ", " + told(usual(jdk, FirstUses.LAMBDA, "other_interface")))
                .orElse(""));
  }

  private Answer cached(String jdk, FirstUses use, Function<FirstUseRatio, Truth> truth) {
    Optional<Spread> cache = figure(jdk, ArchiveUse.AOT_CACHE, use, "first");
    if (cache.isEmpty()) {
      return new Answer(jdk, Truth.UNDECIDED, NO_CACHE);
    }
    return decided(
        jdk, cache, usual(jdk, use, "first"), truth, "with AOT cache", "with default CDS");
  }

  private Answer nativeAccessors(String jdk) {
    Optional<Spread> only = usual(jdk, FirstUses.NATIVE_REFLECTION, "first");
    if (only.isEmpty()) {
      return new Answer(jdk, Truth.UNDECIDED, "no samples with it: JDK 18 and later have it");
    }
    return decided(
        jdk,
        only,
        usual(jdk, FirstUses.REFLECTION, "first"),
        ratio -> ratio.atMost(0.1),
        "with it",
        "otherwise");
  }

  private Answer invokeSinceMethodHandles(String jdk) {
    String before = samples.jdks().getFirst();
    if (feature(before) >= FIRST_WITH_METHOD_HANDLES_BELOW) {
      return new Answer(jdk, Truth.UNDECIDED, "no JDK before 18 was measured");
    }
    if (feature(jdk) < FIRST_WITH_METHOD_HANDLES_BELOW) {
      return new Answer(
          jdk,
          Truth.UNDECIDED,
          "is before JDK 18, " + told(usual(jdk, FirstUses.REFLECTION, "first")));
    }
    return decided(
        jdk,
        usual(jdk, FirstUses.REFLECTION, "first"),
        usual(before, FirstUses.REFLECTION, "first"),
        ratio -> ratio.atLeast(10),
        "here",
        before);
  }

  private Answer naiveRetry(String jdk) {
    double[] made = attempts(jdk, FirstUseRetry.NAIVE, FirstUseRetry.PUBLISHED);
    double[] faster = attempts(jdk, FirstUseRetry.NAIVE, FirstUseRetry.FASTER);
    if (made.length < FirstUseRatio.FEWEST) {
      return new Answer(jdk, Truth.UNDECIDED, NOTHING);
    }
    return new Answer(
        jdk,
        most(FirstUseRetry.few(made), made.length),
        FirstUseRetry.told(made)
            + " made too few"
            + (faster.length == 0 ? "" : "; every 10 ms for 40 ms: " + FirstUseRetry.told(faster)));
  }

  /** More than half; a quarter or less is not; between them so few runs tell nothing. */
  private static Truth most(int few, int all) {
    return few * 2 > all ? Truth.HOLDS : few * 4 <= all ? Truth.NO_LONGER : Truth.UNDECIDED;
  }

  private Answer plannedRetry(String jdk) {
    double[] made =
        samples.of(
            FirstUseRetry.ATTEMPTS, Case.JDK, jdk, FirstUseRetry.LOOP, FirstUseRetry.PLANNED);
    if (made.length < FirstUseRatio.FEWEST) {
      return new Answer(jdk, Truth.UNDECIDED, NOTHING);
    }
    return new Answer(
        jdk,
        Truth.of(FirstUseRetry.few(made) == 0),
        FirstUseRetry.told(made) + " made too few, all archives together");
  }

  private double[] attempts(String jdk, String loop, String plan) {
    return samples.of(
        FirstUseRetry.ATTEMPTS,
        Case.JDK,
        jdk,
        FirstUse.ARCHIVE,
        ArchiveUse.DEFAULT_CDS.words(),
        FirstUseRetry.LOOP,
        loop,
        FirstUseRetry.PLAN,
        plan);
  }

  private static Answer decided(
      String jdk,
      Optional<Spread> top,
      Optional<Spread> bottom,
      Function<FirstUseRatio, Truth> truth,
      String above,
      String below) {
    Optional<FirstUseRatio> ratio = FirstUseRatio.of(top, bottom);
    return new Answer(
        jdk,
        ratio.map(truth).orElse(Truth.UNDECIDED),
        above
            + " "
            + told(top)
            + ", "
            + below
            + " "
            + told(bottom)
            + ratio.map(r -> ": " + r).orElse(""));
  }

  private Optional<Spread> usual(String jdk, FirstUses use, String step) {
    return figure(jdk, ArchiveUse.DEFAULT_CDS, use, step);
  }

  private Optional<Spread> figure(String jdk, ArchiveUse archive, FirstUses use, String step) {
    return samples.spread(
        use.step(step),
        Case.JDK,
        jdk,
        FirstUse.ARCHIVE,
        archive.words(),
        FirstUse.USE,
        use.words());
  }

  private Optional<FirstUseRatio> within(String jdk, FirstUses use, String top, String bottom) {
    Map<String, String> wanted =
        Case.of(
                Case.JDK,
                jdk,
                FirstUse.ARCHIVE,
                ArchiveUse.DEFAULT_CDS.words(),
                FirstUse.USE,
                use.words())
            .factors();
    return FirstUseRatio.within(samples, use.step(top), use.step(bottom), wanted);
  }

  private static Optional<Spread> enough(Optional<Spread> spread) {
    return spread.filter(figure -> figure.count() >= FirstUseRatio.FEWEST);
  }

  private static int feature(String jdk) {
    Matcher number = NUMBER.matcher(jdk);
    return number.find() ? Integer.parseInt(number.group()) : 0;
  }

  /** For example {@code 5.2 ms (4.9 to 6.1, n=7)}. */
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
        .orElse(NOTHING);
  }

  private static String told(Optional<FirstUseRatio> ratio, String before, String after) {
    return ratio.map(r -> before + r + after).orElse(NOTHING);
  }
}
