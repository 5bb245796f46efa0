package thaw.fix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.remedy.Family;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.WhyNot;
import thaw.stats.ShiftInterval;

/**
 * Tells what became of a remedy that could answer a finding, or that there is none.
 *
 * @param finding its id; empty where the remedy answers none
 * @param place in the code that the finding names; empty where it names none
 * @param gainMillis what the finding says that can be gained at most
 * @param remedy its id, or that of its family where none was offered; empty where there is none
 * @param gain of wall time as it was measured; empty where it was never started
 * @param reason why it was kept, or was not, or what stood in the way of offering it
 */
public record Considered(
    String finding,
    String place,
    double gainMillis,
    String remedy,
    Outcome outcome,
    Optional<ShiftInterval> gain,
    String reason) {
  static final String NONE = "thaw fix has no remedy for it";

  /** Facts of the start itself, which stand in the way whatever is asked for. */
  private static final Set<String> OF_START = Set.of(Family.NO_CLIENT, Family.NO_BLOCKING_CLIENT);

  /** Tells how far a remedy came. */
  public enum Outcome {
    KEPT("kept"),
    NOT_KEPT("not kept"),
    /** It was started, and that has told nothing yet: the same search goes on with it. */
    NOT_DECIDED("not decided"),
    NOT_TRIED("not tried"),
    NOT_OFFERED("not offered");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * Returns what was known with what a further examination adds.
   *
   * @param known of the examinations before
   * @param steps of the whole search
   * @param kinds of remedies that could be tried
   * @param untried why one that was offered has no step
   */
  public static List<Considered> of(
      List<Considered> known,
      Workshop.Examined examined,
      List<Step> steps,
      Set<RemedyKind> kinds,
      String untried) {
    List<Considered> all = new ArrayList<>(known);
    Set<String> findings = new HashSet<>();
    known.forEach(each -> findings.add(each.finding()));
    examined.byHand().stream()
        .sorted(Comparator.comparingDouble(ByHand::gainMillis).reversed())
        .filter(found -> findings.add(found.finding()))
        .forEach(found -> {
          List<Family> families = Family.answering(found.finding());
          families.forEach(
              family -> all.addAll(of(found, family, examined, steps, kinds, untried)));
          if (families.isEmpty()) {
            all.add(without(found, "", Outcome.NOT_OFFERED, NONE));
          }
        });
    return all;
  }

  /** Returns whether there is a remedy that could answer the finding. */
  public boolean hasRemedy() {
    return !remedy.isEmpty();
  }

  /** Returns the same with the steps that answer no finding of those. */
  static List<Considered> withSteps(List<Considered> known, List<Step> steps) {
    List<Considered> all = new ArrayList<>(known);
    for (Step step : steps) {
      if (known.stream().noneMatch(each -> each.remedy().equals(step.remedy().id()))) {
        all.add(of(new ByHand("", "", step.remedy().predicted().highMillis(), ""), step));
      }
    }
    return all;
  }

  private static List<Considered> of(
      ByHand found,
      Family family,
      Workshop.Examined examined,
      List<Step> steps,
      Set<RemedyKind> kinds,
      String untried) {
    List<Considered> tried =
        steps.stream()
            .filter(step -> Family.of(step.remedy().id()).equals(Optional.of(family)))
            .map(step -> of(found, step))
            .toList();
    return tried.isEmpty() ? List.of(untried(found, family, examined, kinds, untried)) : tried;
  }

  private static Considered of(ByHand found, Step step) {
    return new Considered(
        found.finding(),
        found.place(),
        step.isUntried()
            ? step.remedy().predicted().highMillis()
            : Math.max(found.gainMillis(), step.remedy().predicted().highMillis()),
        step.remedy().id(),
        step.outcome(),
        step.gain(),
        step.reason());
  }

  /** Returns what became of a family without a step. */
  private static Considered untried(
      ByHand found,
      Family family,
      Workshop.Examined examined,
      Set<RemedyKind> kinds,
      String untried) {
    Optional<String> noted =
        examined.notOffered().stream()
            .filter(each -> each.family() == family)
            .map(WhyNot.NotOffered::because)
            .findFirst();
    if (noted.filter(WhyNot.OTHERS_NAMED::equals).isPresent()) {
      return without(found, family.id(), Outcome.NOT_OFFERED, WhyNot.OTHERS_NAMED);
    }
    if (noted.filter(OF_START::contains).isPresent()) {
      return without(found, family.id(), Outcome.NOT_OFFERED, noted.orElseThrow());
    }
    Optional<String> language =
        noted
            .filter(fact -> fact.endsWith(Family.JAVA_ONLY))
            .or(() -> family.language(found.place()));
    if (language.isPresent()) {
      return without(found, family.id(), Outcome.NOT_OFFERED, language.get());
    }
    if (!kinds.contains(family.kind())) {
      return without(
          found,
          family.id(),
          Outcome.NOT_OFFERED,
          "steps of the kind \"%s\" are tried %s"
              .formatted(
                  family.kind().label(),
                  family.kind() == RemedyKind.DIFFERENT
                      ? "only with --all"
                      : "without --safe only"));
    }
    Optional<Remedy> offered =
        examined.remedies().stream()
            .filter(each -> Family.of(each.id()).equals(Optional.of(family)))
            .findFirst();
    if (offered.isPresent()) {
      return without(found, offered.get().id(), Outcome.NOT_TRIED, untried);
    }
    return without(
        found,
        family.id(),
        Outcome.NOT_OFFERED,
        noted.orElse("its conditions do not hold here (docs/fix.md)"));
  }

  private static Considered without(ByHand found, String remedy, Outcome outcome, String why) {
    return new Considered(
        found.finding(), found.place(), found.gainMillis(), remedy, outcome, Optional.empty(), why);
  }

  /** Returns the same with another gain that the finding promises. */
  public Considered gaining(double millis) {
    return new Considered(finding, place, millis, remedy, outcome, gain, reason);
  }

  /** Returns the same for another reason. */
  Considered because(String otherReason) {
    return new Considered(finding, place, gainMillis, remedy, outcome, gain, otherReason);
  }

  /** Returns the line of it behind the remedy's id. */
  String words() {
    return outcome.words() + (outcome == Outcome.NOT_OFFERED ? " because " : ": ") + reason;
  }
}
