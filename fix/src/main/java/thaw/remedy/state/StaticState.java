package thaw.remedy.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.Change;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.edit.JavaSources;

/**
 * Makes a static field of what the handler makes while an event waits. Init makes it then, on CPUs
 * that the memory size does not limit.
 */
public final class StaticState {
  /**
   * Where a quota holds the first invocation back, what is moved takes some of that away as well:
   * four kept steps gained 1.02 to 1.38 of their samples, stretched.
   */
  private static final double MORE_THAN_SAMPLED = 1.2;

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
    List<StaticFields.Proposal> proposals = StaticFields.of(sources, handler);
    List<Remedy> remedies = new ArrayList<>();
    for (StaticFields.Proposal proposal : proposals) {
      List<Finding> own =
          findings.stream()
              .filter(each ->
                  proposal.isAt(each.place())
                      || proposals.stream().noneMatch(other -> other.isAt(each.place())))
              .toList();
      if (!own.isEmpty()) {
        remedies.add(remedy(explanation, proposal, own, proposals.size() == 1));
      }
    }
    return remedies;
  }

  /**
   * @param findings of what it makes, or of what is made deeper in, by whichever of the proposals
   */
  private static Remedy remedy(
      Explanation explanation,
      StaticFields.Proposal proposal,
      List<Finding> findings,
      boolean isOnly) {
    List<Finding> certain =
        findings.stream().filter(each -> isOnly || proposal.isAt(each.place())).toList();
    Finding first = certain.isEmpty() ? findings.getFirst() : certain.getFirst();
    return new Remedy(
        Family.STATIC_STATE.id(proposal.name()),
        Family.STATIC_STATE.kind(),
        Optional.of(first.id()),
        "%s is made in init: %s:%d"
            .formatted(proposal.name(), proposal.edit().file(), proposal.line()),
        sampled(explanation, proposal)
            .orElseGet(() ->
                // They may tell of the same time: the least is that of the largest alone.
                new Prediction(
                    certain.stream().mapToDouble(Finding::lowMillis).max().orElse(0),
                    findings.stream().mapToDouble(Finding::highMillis).sum())),
        new Change.Sources(List.of(proposal.edit())));
  }

  /** All that the first invocation was seen to do on its lines. */
  private static Optional<Prediction> sampled(
      Explanation explanation, StaticFields.Proposal proposal) {
    List<Explanation.HandlerLine> lines =
        explanation.handlerLines().stream().filter(line -> proposal.isAt(line.place())).toList();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Prediction(
                lines.stream().mapToDouble(Explanation.HandlerLine::lowMillis).sum(),
                MORE_THAN_SAMPLED
                    * lines.stream().mapToDouble(Explanation.HandlerLine::highMillis).sum()));
  }
}
