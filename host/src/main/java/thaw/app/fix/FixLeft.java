package thaw.app.fix;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.attribution.Explanation;
import thaw.attribution.evidence.CodeIndex;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.function.packaging.CodeSource;
import thaw.presentation.text.Figures;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;

/**
 * What people can still do, of the function as it is deployed once the patch is in it.
 *
 * @param kinds of remedies that were tried
 * @param only the ids of remedies that were tried; none for all of these kinds
 * @param tool that builds the function; absent where sources stay as they are
 * @param unedited why no source of the function is changed, where that is so
 */
record FixLeft(
    Set<RemedyKind> kinds,
    Set<String> only,
    Optional<CodeSource.BuildTool> tool,
    Optional<String> unedited) {
  private static final Set<Family> MAVEN_ONLY =
      Set.of(Family.HTTP_CLIENT, Family.CLIENT_SETTINGS, Family.SPRING_AOT, Family.SDK_V2);

  /**
   * What was found in a start.
   *
   * @param figures of the last run, in whose size it is shown
   */
  record Found(List<ByHand> byHand, Explanation explanation, FixResult.Figures figures) {
    /** No gain is larger than what is left, and the evidence has no larger figure. */
    double millis(ByHand each) {
      double left = figures.totalMillis();
      double explained = explanation.total().wallMillis();
      return Math.min(left, each.gainMillis() * (explained > left ? left / explained : 1));
    }

    /** Returns the gain of the same finding in this start, where it is one there. */
    Optional<Double> millisOf(ByHand other) {
      return byHand.stream()
          .filter(
              each -> each.finding().equals(other.finding()) && each.place().equals(other.place()))
          .findFirst()
          .map(this::millis);
    }
  }

  /**
   * Returns the findings with why they are left, and in the size that the last run has measured.
   *
   * @param found in the function as it is deployed
   * @param packaged likewise with all that was kept, where that is another start
   */
  FixResult of(FixResult result, Found found, Optional<Found> packaged) {
    return result.leaving(
        found.byHand().stream()
            .map(each -> {
              if (!each.hasFigure()) {
                return each;
              }
              String what =
                  why(each, result).map(why -> inFirstLine(each.what(), why)).orElse(each.what());
              return new ByHand(
                  each.finding(),
                  each.place(),
                  found.millis(each),
                  packaged
                      .map(other -> inFirstLine(what, inPackage(other.millisOf(each))))
                      .orElse(what));
            })
            .toList());
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

  private Optional<String> why(ByHand found, FixResult result) {
    String finding = found.finding();
    List<Step> tried =
        result.steps().stream()
            .filter(step -> step.remedy().finding().equals(Optional.of(finding)))
            .toList();
    if (!tried.isEmpty()) {
      return Optional.of(
          tried.stream()
              .map(step ->
                  step.kept()
                      ? step.remedy().id()
                          + (result.needsPackage(step.remedy())
                              ? " was kept for the package only"
                              : " was kept, this is what it leaves")
                      : step.remedy().id() + " was not kept: " + step.reason())
              .collect(Collectors.joining("; ")));
    }
    List<Family> families = Family.answering(finding);
    if (families.isEmpty()) {
      return Optional.empty();
    }
    String names = families.stream().map(Family::id).collect(Collectors.joining(", "));
    if (families.stream().noneMatch(family -> family.isNamed(only))) {
      return Optional.of(names + " was not tried: --only names others");
    }
    if (families.stream().noneMatch(family -> kinds.contains(family.kind()))) {
      boolean different =
          families.stream().allMatch(family -> family.kind() == RemedyKind.DIFFERENT);
      return Optional.of(
          names + " was not tried: " + (different ? "only with --all" : "not with --safe"));
    }
    if (!CodeIndex.isJava(found.place())) {
      return Optional.of(
          names + " was not offered: " + language(found.place()) + "; thaw fix edits Java only");
    }
    if (tool.isPresent() && unedited.isPresent()) {
      return Optional.of(names + " was not offered: " + unedited.get());
    }
    if (tool.equals(Optional.of(CodeSource.BuildTool.GRADLE)) && MAVEN_ONLY.containsAll(families)) {
      return Optional.of(names + " was not tried: Maven only");
    }
    return tool.isEmpty()
        ? Optional.of(names + " was not tried: sources stay as they are")
        : Optional.of(names + " was not offered: its conditions do not hold here (docs/fix.md)");
  }

  private static String language(String place) {
    return place.contains(".kt") ? "the sources are Kotlin" : "the sources are not Java";
  }
}
