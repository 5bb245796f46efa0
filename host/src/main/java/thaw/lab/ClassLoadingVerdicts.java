package thaw.lab;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.lab.Verdict.Answer;
import thaw.lab.Verdict.Truth;

/** What became of what was said about packages and class loading. */
final class ClassLoadingVerdicts {
  private static final String ATTRIBUTION =
      "Thaw's attribution of cold starts, 12 pairs, JDK 17 and 25: a Guice function with the AWS"
          + " SDK in 46 jars";
  private static final String TALK = "re:Invent SVS403, 2019: Java 8, 256 MB, one cold start";

  /** Fewer rounds decide nothing. */
  private static final int ENOUGH = 3;

  /** What passes for no difference. */
  private static final double SAME = 1.05;

  private static final double LITTLE = 0.95;

  /** What a cold start has to take with what the talk left out. */
  private static final double TALK_RATIO = 1 / 0.85;

  private final Samples samples;

  ClassLoadingVerdicts(Samples samples) {
    this.samples = samples;
  }

  List<Verdict> all() {
    return List.of(
        verdict(
            "One uncompressed jar in the place of many compressed ones saves CPU time of the main"
                + " thread (0.92 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.STORED_JAR),
            Bound.below(1)),
        verdict(
            "A folder of class files in the place of many compressed jars saves CPU time of the"
                + " main thread (0.93 and 0.90 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.FOLDER),
            Bound.below(1)),
        verdict(
            "To merge many jars into one compressed jar gains less than 5 % (0.97 and 0.99)",
            ATTRIBUTION, unlikeJars(ClassSource.ONE_JAR), Bound.above(LITTLE)),
        verdict(
            "An archive of the program's classes, AppCDS, halves the main thread's CPU time (0.46"
                + " and 0.47 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.APP_CDS),
            Bound.below(0.5)),
        verdict(
            "An AOT cache leaves less than 0.4 of the main thread's CPU time (0.34 on JDK 25)",
            ATTRIBUTION,
            unlikeJars(ClassSource.AOT_CACHE),
            Bound.below(0.4)),
        verdict(
            "Jars that nobody uses cost nothing: 12 of them changed CPU time by a factor of 0.99 to"
                + " 1.03 (here 20 before the used one, less than 5 %)",
            ATTRIBUTION,
            new Comparison(ClassSource.FEW_UNUSED, ClassSource.ONE_JAR),
            Bound.below(SAME)),
        verdict(
            "Jars that nobody uses cost a lot: a cold start was 15 % shorter without two unused"
                + " HTTP clients (here 20 jars before the used one, 1.18 times or more)",
            TALK,
            new Comparison(ClassSource.FEW_UNUSED, ClassSource.ONE_JAR),
            Bound.above(TALK_RATIO)),
        verdict(
            "A larger package starts later, whatever it holds (here 50 MB more of unused classes,"
                + " 5 % or more)",
            "folklore; AWS advises small packages for their download and unpacking, which are not"
                + " measured here",
            new Comparison(ClassSource.UNUSED_CLASSES, ClassSource.ONE_JAR),
            Bound.above(SAME)),
        verdict(
            "Loading classes from jars in a jar has a startup cost, to unpack them is faster",
            "Spring Boot's reference, Efficient Deployments, without a figure",
            new Comparison(ClassSource.NESTED, ClassSource.JARS),
            Bound.above(1)));
  }

  private static Comparison unlikeJars(ClassSource source) {
    return new Comparison(source, ClassSource.JARS);
  }

  private Verdict verdict(String claim, String source, Comparison comparison, Bound bound) {
    return new Verdict(
        claim, source, samples.jdks().stream().map(jdk -> answer(jdk, comparison, bound)).toList());
  }

  private Answer answer(String jdk, Comparison comparison, Bound bound) {
    Optional<Spread> over = cpu(jdk, comparison.over());
    Optional<Spread> under = cpu(jdk, comparison.under());
    Optional<Spread> ratio =
        samples.ratio(
            ClassLoading.MAIN_CPU,
            ClassLoading.subject(jdk, comparison.over()),
            ClassLoading.subject(jdk, comparison.under()));
    if (over.isEmpty() || under.isEmpty() || ratio.isEmpty()) {
      ClassSource missing = over.isEmpty() ? comparison.over() : comparison.under();
      return new Answer(jdk, Truth.UNDECIDED, "no sample of " + missing.words());
    }
    String evidence =
        String.format(
            Locale.ROOT,
            "%.2f times the main thread's CPU time (%.2f to %.2f, %d rounds): %s %.0f ms, %s %.0f"
                + " ms",
            ratio.get().median(),
            ratio.get().low(),
            ratio.get().high(),
            ratio.get().count(),
            comparison.over().words(),
            over.get().median(),
            comparison.under().words(),
            under.get().median());
    return new Answer(jdk, bound.truth(ratio.get()), evidence);
  }

  private Optional<Spread> cpu(String jdk, ClassSource source) {
    return samples.spread(
        ClassLoading.MAIN_CPU, Case.JDK, jdk, ClassLoading.SOURCE, source.words());
  }

  /** What is divided by what. */
  private record Comparison(ClassSource over, ClassSource under) {}

  /**
   * On which side of a limit a ratio is to be.
   *
   * @param below else above
   */
  private record Bound(boolean below, double limit) {
    static Bound below(double limit) {
      return new Bound(true, limit);
    }

    static Bound above(double limit) {
      return new Bound(false, limit);
    }

    Truth truth(Spread ratio) {
      boolean across = ratio.low() <= limit && limit <= ratio.high();
      return ratio.count() < ENOUGH || across
          ? Truth.UNDECIDED
          : Truth.of(below == ratio.high() < limit);
    }
  }
}
