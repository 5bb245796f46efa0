package thaw.experiment.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A measurement held against another one.
 *
 * @param against file or folder
 * @param interleaved whether both builds were measured in turn, in this run
 * @param verdicts variant by variant
 * @param changes what came into packages and went, a sentence each
 * @param notes what a reader has to know of the verdicts, a sentence each
 */
public record GateResult(
    String against,
    boolean interleaved,
    List<GateVerdict> verdicts,
    List<Change> changes,
    List<String> notes) {
  /** What the name of a variant of the other build ends with, where both are measured in turn. */
  public static final String OTHER = " (base)";

  public GateResult {
    verdicts = List.copyOf(verdicts);
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }

  /**
   * A difference that may be the cause of an increase.
   *
   * @param text with library, class and line where they are known
   */
  public record Change(String variant, String text) {}

  /**
   * A measure for which there were fewer starts than the planned power needs.
   *
   * @param sentence that an increase could not be seen, and what to do
   */
  public record Shortfall(String variant, GateMeasure measure, String sentence) {
    private boolean isOf(GateVerdict verdict) {
      return variant.equals(verdict.variant()) && measure == verdict.measure();
    }
  }

  public boolean isOver() {
    return verdicts.stream().anyMatch(GateVerdict::isOver);
  }

  /** Returns whether something that was to be compared could not be, or nothing was compared. */
  public boolean isOpen() {
    return verdicts.isEmpty() || verdicts.stream().anyMatch(GateVerdict::isOpen);
  }

  /** The names of variants with an increase that fails the run, each once. */
  public List<String> overVariants() {
    return verdicts.stream()
        .filter(GateVerdict::isOver)
        .map(GateVerdict::variant)
        .distinct()
        .toList();
  }

  /** Returns the result with more changes that may be a cause. */
  public GateResult explained(List<Change> more) {
    List<Change> all = new ArrayList<>(changes);
    all.addAll(more);
    return new GateResult(against, interleaved, verdicts, all, notes);
  }

  /**
   * Returns the result of a comparison that had too few starts for these: what is too close then
   * says nothing. What is over, less or excluded stays so, and needs no more starts.
   */
  public GateResult with(List<Shortfall> shortfalls) {
    List<GateVerdict> told = new ArrayList<>(verdicts);
    for (Shortfall shortfall : shortfalls) {
      told.replaceAll(verdict ->
          verdict.isUndecided() && shortfall.isOf(verdict)
              ? verdict.withReason(Optional.of(shortfall.sentence()))
              : verdict);
    }
    return new GateResult(against, interleaved, told, changes, notes);
  }
}
