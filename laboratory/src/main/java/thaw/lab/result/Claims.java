package thaw.lab.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/**
 * Published claims, and how samples decide them: most by a figure, or by the ratio of two, that has
 * to be within bounds. The evidence is told in the same words in all lessons.
 */
public final class Claims {
  private static final String NOT_MEASURED = "not measured";

  private final Measurements samples;
  private final List<Verdict> verdicts = new ArrayList<>();

  public Claims(Measurements samples) {
    this.samples = samples;
  }

  /** How a claim is decided on one JDK. */
  public interface Answer extends Function<String, ForJdk> {}

  /** A figure that each JDK has. */
  public interface OnJdk extends Function<String, Figure> {}

  /** Returns the verdicts on all claims, in their order. */
  public List<Verdict> verdicts() {
    return List.copyOf(verdicts);
  }

  /** Adds a claim that is held against each JDK, in one sentence with its figures. */
  public Claims add(String claim, String source, Answer answer) {
    return add(claim, source, samples.jdks().stream().map(answer).toList());
  }

  /** Adds a claim with its answers, each for a place. */
  public Claims add(String claim, String source, List<ForJdk> answers) {
    verdicts.add(new Verdict(claim, source, answers));
    return this;
  }

  /** Returns the answer by a figure that has to be within bounds. */
  public Answer figure(OnJdk figure, Bounds bounds) {
    return jdk -> figure(jdk, figure.apply(jdk), bounds);
  }

  public ForJdk figure(String where, Figure figure, Bounds bounds) {
    return new ForJdk(where, bounds.judgement(spread(figure)), told(figure));
  }

  /** Returns the answer by the ratio of two figures, which has to be within bounds. */
  public Answer ratio(OnJdk over, OnJdk under, Bounds bounds) {
    return jdk -> ratio(jdk, over.apply(jdk), under.apply(jdk), bounds);
  }

  /** The ratios of the rounds decide, and both figures are told. */
  public ForJdk ratio(String where, Figure over, Figure under, Bounds bounds) {
    Optional<Spread> ratio = ratio(over, under);
    return new ForJdk(
        where,
        bounds.judgement(ratio),
        told(over) + ", " + told(under) + ratio.map(some -> ": " + some.times()).orElse(""));
  }

  /** Returns an answer that only JDKs with something have; the others say why they have none. */
  public static Answer where(Predicate<String> has, String otherwise, Answer answer) {
    return jdk -> has.test(jdk) ? answer.apply(jdk) : ForJdk.notApplicable(jdk, otherwise);
  }

  public static Answer withAotCache(Answer answer) {
    return where(JdkFeature::hasAotCache, "JDK 25 and later have an AOT cache", answer);
  }

  /** Returns the answer of JDKs from 18 on that are compared with the first one before. */
  public Answer sinceMethodHandles(OnJdk figure, Bounds bounds) {
    Optional<String> before =
        samples.jdks().stream().filter(jdk -> !JdkFeature.callsByMethodHandles(jdk)).findFirst();
    return before.isEmpty()
        ? jdk -> ForJdk.undecided(jdk, "no JDK before 18 was measured")
        : where(
            JdkFeature::callsByMethodHandles,
            "is before JDK 18, and what the others are held against",
            ratio(
                jdk -> figure.apply(jdk).called("here"),
                _ -> figure.apply(before.get()).called("on " + before.get()),
                bounds));
  }

  public Optional<Spread> ratio(Figure over, Figure under) {
    return samples.ratio(over.quantity(), over.subject(), under.quantity(), under.subject());
  }

  public Optional<Spread> spread(Figure figure) {
    return samples.spread(figure.quantity(), figure.subject());
  }

  /** Returns the figure in words, or why there is none. */
  String told(Figure figure) {
    String words = figure.words().isEmpty() ? "" : figure.words() + " ";
    return words
        + spread(figure)
            .map(spread -> spread.words(figure.quantity().unit()))
            .orElseGet(() -> missing(figure.subject()));
  }

  private String missing(Case subject) {
    String why = samples.missing(subject);
    return why.isEmpty() ? NOT_MEASURED : why;
  }

  /** Returns the answer where nothing was measured. */
  public static ForJdk notMeasured(String where) {
    return new ForJdk(where, Judgement.UNDECIDED, NOT_MEASURED);
  }
}
