package thaw.lab.classloading;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import thaw.lab.engine.ArchiveUse;
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

/** The verdicts on published claims about packaging and class loading. */
final class ClassLoadingVerdicts {
  private static final String ATTRIBUTION =
      "Thaw's attribution of cold starts, 12 pairs, JDK 17 and 25: a Guice function with the AWS"
          + " SDK in 46 jars";
  private static final String TALK =
      "re:Invent SVS403, 2019: Java 8, 256 MB, one cold start; a third HTTP client took the place"
          + " of the two";

  /** The largest ratio that counts as no difference. */
  private static final double SAME = 1.05;

  private static final double LITTLE = 0.95;

  /** The published ratio of the times of a cold start with and without what the talk left out. */
  private static final double TALK_RATIO = 1 / 0.85;

  private final Measurements samples;
  private final Claims claims;

  ClassLoadingVerdicts(Measurements samples) {
    this.samples = samples;
    this.claims = Claims.onJdksOf(samples);
  }

  List<Verdict> all() {
    return List.of(
        verdict(
            "One uncompressed jar in the place of many compressed ones saves CPU time of the main"
                + " thread (0.92 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.STORED_JAR),
            ratio -> ratio.below(1)),
        verdict(
            "A folder of class files in the place of many compressed jars saves CPU time of the"
                + " main thread (0.93 and 0.90 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.FOLDER),
            ratio -> ratio.below(1)),
        verdict(
            "To merge many jars into one compressed jar gains less than 5 % (0.97 and 0.99)",
            ATTRIBUTION, unlikeJars(ClassSource.ONE_JAR), ratio -> ratio.above(LITTLE)),
        verdict(
            "An archive of the program's classes, AppCDS, halves the main thread's CPU time (0.46"
                + " and 0.47 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.APP_CDS),
            ratio -> ratio.below(0.5)),
        verdict(
            "An AOT cache leaves less than 0.4 of the main thread's CPU time (0.34 on JDK 25)",
            ATTRIBUTION,
            unlikeJars(ClassSource.AOT_CACHE),
            ratio -> ratio.below(0.4)),
        verdict(
            "Jars on the class path that nobody loads from cost nothing: 12 of them changed CPU"
                + " time by a factor of 0.99 to 1.03 (here 20 before the used one, less than 5 % of"
                + " it)",
            ATTRIBUTION,
            Comparison.ofCpu(ClassSource.FEW_UNUSED, ClassSource.ONE_JAR),
            ratio -> ratio.below(SAME)),
        verdict(
            "Jars on the class path that nobody loads from cost a lot: a cold start was 15 %"
                + " shorter without two HTTP clients (here 20 jars before the used one, 1.18 times"
                + " the time or more)",
            TALK,
            Comparison.ofTimes(ClassSource.FEW_UNUSED, ClassSource.ONE_JAR),
            ratio -> ratio.above(TALK_RATIO)),
        verdict(
            "A larger package starts later, whatever it holds (here 50 MB more of unused classes,"
                + " 5 % more time or more)",
            "folklore; AWS advises small packages for their download and unpacking, which are not"
                + " measured here",
            Comparison.ofTimes(ClassSource.UNUSED_CLASSES, ClassSource.ONE_JAR),
            ratio -> ratio.above(SAME)),
        verdict(
            "Loading classes from jars in a jar has a startup cost, to unpack them is faster",
            "Spring Boot's reference, Efficient Deployments, without a figure",
            Comparison.ofTimes(ClassSource.NESTED, ClassSource.JARS),
            ratio -> ratio.above(1)));
  }

  private static Comparison unlikeJars(ClassSource source) {
    return Comparison.ofCpu(source, ClassSource.JARS);
  }

  private Verdict verdict(
      String claim, String source, Comparison comparison, Function<Ratio, Judgement> decision) {
    return claims.verdict(claim, source, jdk -> answer(jdk, comparison, decision));
  }

  private ForJdk answer(String jdk, Comparison comparison, Function<Ratio, Judgement> decision) {
    Optional<Spread> over = spread(jdk, comparison.quantity(), comparison.over());
    Optional<Spread> under = spread(jdk, comparison.quantity(), comparison.under());
    Optional<Spread> ratio = ratio(jdk, comparison.quantity(), comparison);
    if (comparison.over().archive() == ArchiveUse.AOT_CACHE && !JdkFeature.hasAotCache(jdk)) {
      return ForJdk.notApplicable(jdk, "JDK 25 and later have an AOT cache");
    }
    if (over.isEmpty() || under.isEmpty() || ratio.isEmpty()) {
      ClassSource missing = over.isEmpty() ? comparison.over() : comparison.under();
      return ForJdk.undecided(jdk, "no sample of " + missing.words());
    }
    String evidence =
        String.format(
            Locale.ROOT,
            "%.2f times %s (%.2f to %.2f, %d rounds): %s %.0f ms, %s %.0f ms%s",
            ratio.get().median(),
            comparison.words(),
            ratio.get().low(),
            ratio.get().high(),
            ratio.get().count(),
            comparison.over().words(),
            over.get().median(),
            comparison.under().words(),
            under.get().median(),
            beside(jdk, comparison));
    return new ForJdk(jdk, decision.apply(new Ratio(ratio.get())), evidence);
  }

  /** CPU time, where it does not decide. */
  private String beside(String jdk, Comparison comparison) {
    if (comparison.quantity().equals(ClassLoading.MAIN_CPU)) {
      return "";
    }
    return ratio(jdk, ClassLoading.MAIN_CPU, comparison)
        .map(cpu -> String.format(Locale.ROOT, "; %.2f times %s", cpu.median(), Comparison.CPU))
        .orElse("");
  }

  private Optional<Spread> ratio(String jdk, Quantity quantity, Comparison comparison) {
    return samples.ratio(
        quantity,
        ClassLoading.subject(jdk, comparison.over()),
        ClassLoading.subject(jdk, comparison.under()));
  }

  private Optional<Spread> spread(String jdk, Quantity quantity, ClassSource source) {
    return samples.spread(quantity, Case.JDK, jdk, ClassLoading.SOURCE, source.words());
  }

  /**
   * Two cases and the quantity in which they are compared, the first divided by the second.
   *
   * @param words of the quantity
   */
  private record Comparison(Quantity quantity, String words, ClassSource over, ClassSource under) {
    static final String CPU = "the main thread's CPU time";

    static Comparison ofCpu(ClassSource over, ClassSource under) {
      return new Comparison(ClassLoading.MAIN_CPU, CPU, over, under);
    }

    /** Returns a comparison for claims of how long a start takes. */
    static Comparison ofTimes(ClassSource over, ClassSource under) {
      return new Comparison(ClassLoading.TOTAL, "the time to the last class", over, under);
    }
  }
}
