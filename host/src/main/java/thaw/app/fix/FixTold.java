package thaw.app.fix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.explanation.FixJson;
import thaw.explanation.FixTerminal;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Worth;

/**
 * The gains that the result of a search before has told: what a later one of the same question
 * takes back is said.
 *
 * @param gains by the id of the step that was kept, in words
 * @param worth of it; empty where there is none of a last run
 */
record FixTold(Map<String, String> gains, Optional<Worth> worth) {
  FixTold {
    gains = new LinkedHashMap<>(gains);
  }

  /** Reads the result that is in a folder, if any has come to a last run. */
  static FixTold in(Path folder) {
    Map<String, String> gains = new LinkedHashMap<>();
    FixFormer former = new FixFormer(folder);
    if (former.isThere()) {
      for (FixJson.Tried step : FixJson.read(folder.resolve("fix.json")).kept()) {
        step.measured().ifPresent(gain -> gains.put(step.id(), gain));
      }
    }
    return new FixTold(gains, former.isThere() ? former.worth() : Optional.empty());
  }

  /**
   * Returns a sentence on a result that takes the place of one with more starts; empty where it has
   * as many.
   */
  Optional<String> outdone(FixResult result) {
    Worth now = Worth.of(result);
    return worth
        .filter(each -> each.proof().compareTo(now.proof()) > 0)
        .map(each ->
            "this result takes the place of one whose last run was whole, as it gains more: "
                + now.moreThan(each));
  }

  /**
   * Returns whether a whole last run has taken back a gain that was told: then the result that told
   * it does not hold, however much it promised.
   */
  boolean isDisproved(FixResult result) {
    return result.proof() == Proof.WHOLE_RUN
        && result.steps().stream()
            .anyMatch(step ->
                gains.containsKey(step.remedy().id())
                    && !step.kept()
                    && !step.isNoisy()
                    && step.leftOut().isPresent());
  }

  /** Returns a sentence for each gain that a result takes back. */
  List<String> withdrawn(FixResult result) {
    List<String> sentences = new ArrayList<>();
    for (Step step : result.steps()) {
      String before = gains.get(step.remedy().id());
      if (before != null && !step.kept()) {
        String now = FixTerminal.measured(step).map(gain -> gain + " ms").orElse("not measured");
        sentences.add(
            "withdrawn: the search before has told that %s gains %s; now it is %s and not kept: %s"
                .formatted(step.remedy().id(), before, now, step.reason()));
      }
    }
    return sentences;
  }
}
