package thaw.lab.classloading;

import java.util.List;
import thaw.lab.result.Bounds;
import thaw.lab.result.Claims;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;

/** What was published about packaging and class loading. */
final class ClassLoadingClaims {
  private static final String ATTRIBUTION =
      "Thaw's attribution of cold starts, 12 pairs, JDK 17 and 25: a Guice function with the AWS"
          + " SDK in 46 jars";
  private static final String TALK =
      "re:Invent SVS403, 2019: Java 8, 256 MB, one cold start; a third HTTP client took the place"
          + " of the two";

  /** The largest ratio that counts as no difference. */
  private static final double SAME = 1.05;

  /** The published ratio of the times of a cold start with and without what the talk left out. */
  private static final double TALK_RATIO = 1 / 0.85;

  private final Claims claims;

  private ClassLoadingClaims(Measurements samples) {
    this.claims = new Claims(samples);
  }

  static List<Verdict> of(Measurements samples) {
    return new ClassLoadingClaims(samples).verdicts();
  }

  private List<Verdict> verdicts() {
    return claims
        .add(
            "One uncompressed jar in the place of many compressed ones saves CPU time of the main"
                + " thread (0.92 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.STORED_JAR, Bounds.atMost(1)))
        .add(
            "A folder of class files in the place of many compressed jars saves CPU time of the"
                + " main thread (0.93 and 0.90 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.FOLDER, Bounds.atMost(1)))
        .add(
            "To merge many jars into one compressed jar gains less than 5 % (0.97 and 0.99)",
            ATTRIBUTION, unlikeJars(ClassSource.ONE_JAR, Bounds.atLeast(0.95)))
        .add(
            "An archive of the program's classes, AppCDS, halves the main thread's CPU time (0.46"
                + " and 0.47 of it)",
            ATTRIBUTION,
            unlikeJars(ClassSource.APP_CDS, Bounds.atMost(0.5)))
        .add(
            "An AOT cache leaves less than 0.4 of the main thread's CPU time (0.34 on JDK 25)",
            ATTRIBUTION,
            Claims.withAotCache(unlikeJars(ClassSource.AOT_CACHE, Bounds.atMost(0.4))))
        .add(
            "Jars on the class path that nobody loads from cost nothing: 12 of them changed CPU"
                + " time by a factor of 0.99 to 1.03 (here 20 before the used one, less than 5 % of"
                + " it)",
            ATTRIBUTION, cpu(ClassSource.FEW_UNUSED, ClassSource.ONE_JAR, Bounds.atMost(SAME)))
        .add(
            "Jars on the class path that nobody loads from cost a lot: a cold start was 15 %"
                + " shorter without two HTTP clients (here 20 jars before the used one, 1.18 times"
                + " the time or more)",
            TALK, time(ClassSource.FEW_UNUSED, ClassSource.ONE_JAR, Bounds.atLeast(TALK_RATIO)))
        .add(
            "A larger package starts later, whatever it holds (here 50 MB more of unused classes,"
                + " 5 % more time or more)",
            "folklore; AWS advises small packages for their download and unpacking, which are not"
                + " measured here",
            time(ClassSource.UNUSED_CLASSES, ClassSource.ONE_JAR, Bounds.atLeast(SAME)))
        .add(
            "Loading classes from jars in a jar has a startup cost, to unpack them is faster",
            "Spring Boot's reference, Efficient Deployments, without a figure",
            time(ClassSource.NESTED, ClassSource.JARS, Bounds.atLeast(1)))
        .verdicts();
  }

  private Claims.Answer unlikeJars(ClassSource source, Bounds bounds) {
    return cpu(source, ClassSource.JARS, bounds);
  }

  private Claims.Answer cpu(ClassSource over, ClassSource under, Bounds bounds) {
    return claims.ratio(
        figure(ClassLoading.MAIN_CPU, over), figure(ClassLoading.MAIN_CPU, under), bounds);
  }

  /** Time decides how long a start takes, and CPU time is told beside it. */
  private Claims.Answer time(ClassSource over, ClassSource under, Bounds bounds) {
    Claims.Answer time =
        claims.ratio(figure(ClassLoading.TOTAL, over), figure(ClassLoading.TOTAL, under), bounds);
    return jdk -> {
      ForJdk answer = time.apply(jdk);
      return claims
          .ratio(
              figure(ClassLoading.MAIN_CPU, over).apply(jdk),
              figure(ClassLoading.MAIN_CPU, under).apply(jdk))
          .map(cpu -> answer.with("the main thread's CPU time: " + cpu.times()))
          .orElse(answer);
    };
  }

  private static Claims.OnJdk figure(Quantity quantity, ClassSource source) {
    return jdk -> new Figure(source.words(), quantity, ClassLoading.subject(jdk, source));
  }
}
