package thaw.remedy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.StaticFields;

/**
 * What the handler makes while an event waits becomes a static field, which init makes on CPUs that
 * the memory size does not limit.
 */
public final class StaticState {
  private StaticState() {}

  /**
   * @param sources of the handler's module, as the draft has them
   * @param handler its class, by binary name
   */
  public static List<Remedy> of(Explanation explanation, JavaSources sources, String handler) {
    List<Finding> findings =
        explanation.findings().stream()
            .filter(each -> Family.STATIC_STATE.answers(each.id()))
            .toList();
    if (findings.isEmpty()) {
      return List.of();
    }
    double low = findings.stream().mapToDouble(Finding::lowMillis).max().orElse(0);
    double high = findings.stream().mapToDouble(Finding::highMillis).sum();
    List<Remedy> remedies = new ArrayList<>();
    for (StaticFields.Proposal proposal : StaticFields.of(sources, handler)) {
      Path file = proposal.edit().file();
      remedies.add(
          new Remedy(
              Family.STATIC_STATE.id(proposal.name()),
              Family.STATIC_STATE.kind(),
              Optional.of(findings.getFirst().id()),
              "%s is made in init: %s:%d".formatted(proposal.name(), file, proposal.line()),
              new Prediction(low, high),
              new Change.Sources(List.of(proposal.edit()))));
    }
    return remedies;
  }
}
