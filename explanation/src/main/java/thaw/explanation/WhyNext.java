package thaw.explanation;

import java.nio.file.Path;
import java.util.List;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.presentation.text.Text;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;

/**
 * The commands that come after an explanation, as they are typed.
 *
 * @param named how the command named source, function, settings, event and data
 * @param otherwise its other options, which {@code thaw fix} does not have; each with a blank
 *     before
 * @param out the folder of the explanation
 */
public record WhyNext(String named, String otherwise, Path out) {
  /** Returns whether {@code thaw fix} has a remedy for the finding. */
  static boolean isFixable(Explanation explanation, Finding finding) {
    return !Family.answering(explanation, finding).isEmpty();
  }

  /** Tries, measures and proposes the remedies of a finding, which {@link #isFixable}. */
  String fix(Explanation explanation, Finding finding) {
    List<RemedyKind> kinds =
        Family.answering(explanation, finding).stream().map(Family::kind).toList();
    return fix()
        + (kinds.stream().allMatch(kind -> kind == RemedyKind.SAFE) ? " --safe" : "")
        + (kinds.stream().allMatch(kind -> kind == RemedyKind.DIFFERENT) ? " --all" : "");
  }

  String fix() {
    return "thaw fix " + named;
  }

  /** Returns the number of findings for which {@code thaw fix} has remedies. */
  static long fixable(Explanation explanation) {
    return explanation.findings().stream().filter(each -> isFixable(explanation, each)).count();
  }

  /** Explains it again after a change, and compares. */
  String compare() {
    return "thaw why %s%s --compare %s --out %s"
        .formatted(named, otherwise, Text.quoted("" + out), Text.quoted(out + "-after"));
  }

  /** Measures the same start, and predicts the times of Lambda. */
  String asLambda() {
    return "thaw bench %s%s --as lambda".formatted(named, otherwise);
  }

  /** Returns whether AWS's runtime client is what costs, for which Thaw has one to compare with. */
  static boolean isOfClient(Finding finding) {
    return finding.id().equals("official-runtime-client");
  }

  String compareClients() {
    return "thaw bench " + named + otherwise + " --runtime official,thaw";
  }
}
