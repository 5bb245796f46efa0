package thaw.remedy;

import java.util.List;
import java.util.Optional;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.AheadOfTime;
import thaw.remedy.edit.JavaSources;

/**
 * The build makes Spring's bean definitions, which each start had to find by scanning, conditions
 * and annotations.
 */
public final class SpringAot {
  /** The method within which Spring finds its bean definitions. */
  private static final String DEFINING =
      "org.springframework.context.support.AbstractApplicationContext"
          + ".invokeBeanFactoryPostProcessors";

  /**
   * The least share of the method's time that is saved: to register ready definitions is a part of
   * it, too.
   */
  private static final double LEAST = 0.6;

  /** The largest share of it that is saved: making the beans reads fewer annotations afterwards. */
  private static final double MOST = 1.1;

  /**
   * @param remedy where nothing but the sources decides which beans there are
   * @param obstacle else, for people
   */
  public record Offer(Optional<Remedy> remedy, Optional<String> obstacle) {
    private static final Offer NONE = new Offer(Optional.empty(), Optional.empty());
  }

  private SpringAot() {}

  /**
   * @param sources of the module, as the draft has them
   */
  public static Offer of(Explanation explanation, JavaSources sources, AheadOfTime.Module module) {
    Optional<Finding> finding =
        explanation.findings().stream()
            .filter(each -> Family.SPRING_AOT.answers(each.id()))
            .findFirst();
    double millis =
        explanation.methods().stream()
            .filter(each -> each.method().equals(DEFINING))
            .mapToDouble(Explanation.MethodTime::inclusiveMillis)
            .sum();
    if (finding.isEmpty()) {
      return Offer.NONE;
    }
    if (millis == 0) {
      return new Offer(
          Optional.empty(), Optional.of("Spring was not seen to define beans in this start"));
    }
    return switch (AheadOfTime.of(sources, module)) {
      case AheadOfTime.Proposal.Edits edits ->
          new Offer(Optional.of(remedy(finding.get(), edits, millis)), Optional.empty());
      case AheadOfTime.Proposal.Refused(List<String> why) ->
          new Offer(Optional.empty(), Optional.of(String.join("; ", why)));
    };
  }

  private static Remedy remedy(Finding finding, AheadOfTime.Proposal.Edits edits, double millis) {
    return Family.SPRING_AOT.remedy(
        Optional.of(finding.id()),
        "the build makes Spring's bean definitions of " + edits.application(),
        new Prediction(LEAST * millis, MOST * millis),
        new Change.Sources(edits.edits()));
  }
}
