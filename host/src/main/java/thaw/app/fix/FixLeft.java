package thaw.app.fix;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.attribution.Explanation;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.function.packaging.CodeSource;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;

/**
 * What people can still do, of the function with all that was kept.
 *
 * @param kinds of remedies that were tried
 * @param tool that builds the function; absent where sources stay as they are
 */
record FixLeft(Set<RemedyKind> kinds, Optional<CodeSource.BuildTool> tool) {
  private static final Set<Family> MAVEN_ONLY =
      Set.of(Family.HTTP_CLIENT, Family.CLIENT_SETTINGS, Family.SPRING_AOT, Family.SDK_V2);

  /**
   * Returns the findings with why they are left, and in the size that the last run has measured: no
   * gain is larger than what is left.
   *
   * @param found in the function with what was kept
   * @param explanation of the same
   */
  FixResult of(FixResult result, List<ByHand> found, Explanation explanation) {
    double left = result.result().totalMillis();
    double explained = explanation.total().wallMillis();
    double factor = explained > left ? left / explained : 1; // the evidence has no larger figure
    return result.leaving(
        found.stream()
            .map(each ->
                new ByHand(
                    each.finding(),
                    each.place(),
                    Math.min(left, each.gainMillis() * factor),
                    why(each.finding(), result.steps())
                        .map(why -> inFirstLine(each.what(), why))
                        .orElse(each.what())))
            .toList());
  }

  /** Code may follow below the first line. */
  private static String inFirstLine(String what, String why) {
    int end = what.indexOf('\n');
    return end < 0
        ? what + " [" + why + "]"
        : what.substring(0, end).replaceFirst(":$", "") + " [" + why + "]:" + what.substring(end);
  }

  private Optional<String> why(String finding, List<Step> steps) {
    List<Step> tried =
        steps.stream()
            .filter(step -> step.remedy().finding().equals(Optional.of(finding)))
            .toList();
    if (!tried.isEmpty()) {
      return Optional.of(
          tried.stream()
              .map(step ->
                  step.kept()
                      ? step.remedy().id() + " was kept, this is what it leaves"
                      : step.remedy().id() + " was not kept: " + step.reason())
              .collect(Collectors.joining("; ")));
    }
    List<Family> families = Family.answering(finding);
    if (families.isEmpty()) {
      return Optional.empty();
    }
    String names = families.stream().map(Family::id).collect(Collectors.joining(", "));
    if (families.stream().noneMatch(family -> kinds.contains(family.kind()))) {
      boolean different =
          families.stream().allMatch(family -> family.kind() == RemedyKind.DIFFERENT);
      return Optional.of(
          names + " was not tried: " + (different ? "only with --all" : "not with --safe"));
    }
    if (tool.equals(Optional.of(CodeSource.BuildTool.GRADLE)) && MAVEN_ONLY.containsAll(families)) {
      return Optional.of(names + " was not tried: Maven only");
    }
    return tool.isEmpty()
        ? Optional.of(names + " was not tried: sources stay as they are")
        : Optional.of(names + " was not offered: its conditions do not hold here (docs/fix.md)");
  }
}
