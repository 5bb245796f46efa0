package thaw.app.fix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.Archive;
import thaw.explanation.FixTerminal;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.fix.Workshop;
import thaw.presentation.text.Figures;
import thaw.remedy.Change;

/** What people can still do, of the function as it is deployed once the patch is in it. */
final class FixLeft {
  private static final double SAME = 0.01;

  private FixLeft() {}

  /**
   * What was found in a start.
   *
   * @param figures of the last run, in whose size it is shown
   */
  record Found(Workshop.Examined examined, Explanation explanation, FixResult.Figures figures) {
    List<ByHand> byHand() {
      return examined.byHand();
    }

    /**
     * No gain is larger than what is left, than the phase that it is of, or than the finding's,
     * whose evidence is quoted: a remedy for it may be predicted to gain more, as other programs
     * hold up what it takes off the starts that are measured.
     */
    double millis(ByHand each) {
      double found =
          explanation.findings().stream()
              .filter(finding -> finding.id().equals(each.finding()))
              .filter(finding -> finding.place().equals(each.place()))
              .mapToDouble(Finding::highMillis)
              .max()
              .orElse(each.gainMillis());
      return Math.min(
          explanation.within(figures.totalMillis(), Math.min(found, each.gainMillis())),
          most(each.finding()));
    }

    /**
     * Returns what is left of the phases that a finding is of, without what a later invocation
     * takes; a restore is of none.
     */
    private double most(String finding) {
      return figures.totalMillis()
          * Finding.mostMillis(
              finding,
              1 - share(PhaseName.RESTORE, 0),
              share(PhaseName.FIRST_INVOCATION, 1),
              share(PhaseName.LATER_INVOCATIONS, 0));
    }

    private double share(PhaseName phase, double unknown) {
      double all = explanation.total().wallMillis();
      return all > 0 ? explanation.wallMillis(phase) / all : unknown;
    }

    /** Returns the same with what is left to gain, if nobody tried it. */
    Considered considered(Considered each) {
      boolean isUntried =
          each.outcome() == Considered.Outcome.NOT_OFFERED
              || each.outcome() == Considered.Outcome.NOT_TRIED;
      double left =
          millisOf(new ByHand(each.finding(), each.place(), each.gainMillis(), ""))
              .filter(millis -> millis > 0)
              .orElse(most(each.finding()));
      return isUntried && each.gainMillis() > left ? each.gaining(left) : each;
    }

    /** Returns the gain of the same finding in this start, where it is one there. */
    Optional<Double> millisOf(ByHand other) {
      return byHand().stream()
          .filter(
              each -> each.finding().equals(other.finding()) && each.place().equals(other.place()))
          .findFirst()
          .map(this::millis);
    }
  }

  /**
   * Returns the findings with why they are left, and in the size that the last run has measured.
   * Those of unknown gain are the last ones. Those that the package has answered, whose remedy was
   * measured and does not gain, or whose archive the same command goes on with, are none: the table
   * of what was considered has them.
   *
   * @param found in the function as it is deployed
   * @param packaged likewise with all that was kept, where that is another start
   */
  static FixResult of(FixResult result, Found found, Optional<Found> packaged) {
    List<ByHand> unknown = new ArrayList<>();
    List<ByHand> open = new ArrayList<>();
    Map<String, String> told = new HashMap<>(); // findings by their place
    for (ByHand each : found.byHand()) {
      if (!each.hasFigure()) {
        unknown.add(each);
        continue;
      }
      if (isAnsweredInPackage(each, result)
          || isRefuted(each, result)
          || isLeftToThaw(each, result)
          || open.stream().anyMatch(other -> isSame(other, each, found.millis(each)))) {
        continue;
      }
      String text = Archive.instead(each.what(), archive(result));
      String before =
          each.place().isEmpty() ? null : told.putIfAbsent(each.place(), each.finding());
      String what =
          Stream.of(
                  Optional.ofNullable(before)
                      .filter(finding -> !finding.equals(each.finding()))
                      .map(finding ->
                          "the gain of " + finding + ", at the same place, may include it"),
                  why(each, result))
              .flatMap(Optional::stream)
              .reduce(text, FixLeft::inFirstLine);
      open.add(
          new ByHand(
              each.finding(),
              each.place(),
              found.millis(each),
              packaged
                  .map(other -> inFirstLine(what, inPackage(other.millisOf(each))))
                  .orElse(what)));
    }
    open.addAll(unknown);
    List<Considered> considered = result.considered().stream().map(found::considered).toList();
    return result
        .withByHand(open)
        .withConsidered(considered)
        .withSteps(result.steps().stream().map(step -> within(step, considered)).toList());
  }

  /** What nobody tried is worth no more than is left for it, in all places. */
  private static Step within(Step step, List<Considered> considered) {
    double most =
        considered.stream()
            .filter(each -> each.remedy().equals(step.remedy().id()))
            .mapToDouble(Considered::gainMillis)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    return step.isUntried() ? step.predictedAtMost(most) : step;
  }

  /** Of initialisers that call each other each has all the time, of which one is to be told. */
  private static boolean isSame(ByHand told, ByHand other, double millis) {
    return !other.place().isEmpty()
        && told.finding().equals(other.finding())
        && told.place().equals(other.place())
        && Math.abs(told.gainMillis() - millis) < SAME * told.gainMillis();
  }

  /** Returns whether what answers a finding was measured, and none of it gains. */
  private static boolean isRefuted(ByHand found, FixResult result) {
    List<Considered> considered =
        result.considered(found.finding()).stream()
            .filter(each -> each.place().equals(found.place()))
            .toList();
    return considered.stream()
            .noneMatch(each ->
                each.outcome() == Considered.Outcome.KEPT
                    || step(each, result).filter(FixLeft::goesOn).isPresent())
        && considered.stream()
            .anyMatch(
                each -> each.outcome() == Considered.Outcome.NOT_KEPT && each.gain().isPresent());
  }

  private static Optional<Step> step(Considered considered, FixResult result) {
    return result.steps().stream()
        .filter(step -> step.remedy().id().equals(considered.remedy()))
        .findFirst();
  }

  /** Returns whether the same command measures a step, or measures it again. */
  private static boolean goesOn(Step step) {
    return step.isOpen() || step.isNoisy();
  }

  /** Returns whether the same command is the way on: nobody makes by hand what edits no source. */
  private static boolean isLeftToThaw(ByHand found, FixResult result) {
    return result.considered(found.finding()).stream()
        .flatMap(each -> step(each, result).stream())
        .anyMatch(step ->
            goesOn(step) && !step.kept() && !(step.remedy().change() instanceof Change.Sources));
  }

  /** Returns in words what became of the archive, which other findings advise, too. */
  private static String archive(FixResult result) {
    if (result.kept().isArchived()) {
      return "the archive in the package has them";
    }
    return "an archive of the classes has them"
        + result.steps().stream()
            .filter(step -> step.remedy().change() instanceof Change.Archive)
            .findFirst()
            .map(step ->
                ": class-archive was "
                    + (goesOn(step)
                        ? step.outcome().words() + " yet"
                        : step.outcome().words() + ": " + step.reason()))
            .orElse("");
  }

  private static String inPackage(Optional<Double> millis) {
    return millis
        .map(each -> "in the package up to " + Figures.whole(each) + " ms")
        .orElse("not found in the package");
  }

  /** Code may follow below the first line. */
  private static String inFirstLine(String what, String why) {
    int end = what.indexOf('\n');
    return end < 0
        ? what + " [" + why + "]"
        : what.substring(0, end).replaceFirst(":$", "") + " [" + why + "]:" + what.substring(end);
  }

  /** Returns whether nothing is left to be done for a finding but to deploy the package. */
  private static boolean isAnsweredInPackage(ByHand found, FixResult result) {
    List<Considered> considered = result.considered(found.finding());
    return !considered.isEmpty()
        && considered.stream().allMatch(each -> isKeptForPackage(each, result));
  }

  private static boolean isKeptForPackage(Considered considered, FixResult result) {
    return considered.outcome() == Considered.Outcome.KEPT
        && result.steps().stream()
            .map(Step::remedy)
            .filter(each -> each.id().equals(considered.remedy()))
            .anyMatch(result::needsPackage);
  }

  private static Optional<String> why(ByHand found, FixResult result) {
    List<Considered> considered =
        result.considered(found.finding()).stream().filter(Considered::hasRemedy).toList();
    Map<String, List<String>> remedies =
        considered.stream()
            .collect(
                Collectors.groupingBy(
                    each -> words(each, result),
                    LinkedHashMap::new,
                    Collectors.mapping(Considered::remedy, Collectors.toList())));
    return remedies.isEmpty()
        ? Optional.empty()
        : Optional.of(
            remedies.entrySet().stream()
                .map(each ->
                    String.join(", ", each.getValue())
                        + (each.getValue().size() == 1 ? " was " : " were ")
                        + each.getKey())
                .collect(Collectors.joining("; ")));
  }

  private static String words(Considered considered, FixResult result) {
    return switch (considered.outcome()) {
      case KEPT ->
          isKeptForPackage(considered, result)
              ? "kept for the package only"
              : "kept, this is what it leaves";
      case NOT_KEPT, NOT_DECIDED, NOT_TRIED, NOT_OFFERED ->
          considered.outcome().words()
              + (step(considered, result).filter(Step::isOpen).filter(Step::isUntried).isPresent()
                  ? " yet: " + FixTerminal.goOn(result)
                  : isToldOnce(considered, result) ? "" : ": " + considered.reason());
    };
  }

  /** Returns whether the list of what was not offered tells the same reason of another remedy. */
  private static boolean isToldOnce(Considered considered, FixResult result) {
    return considered.outcome() == Considered.Outcome.NOT_OFFERED
        && result.considered().stream()
            .anyMatch(each ->
                each.outcome() == Considered.Outcome.NOT_OFFERED
                    && each.reason().equals(considered.reason())
                    && !each.remedy().equals(considered.remedy()));
  }
}
