package thaw.experiment;

import java.util.List;

/**
 * A budget held against what was measured.
 *
 * @param file its name
 * @param verdicts in the file's order
 */
public record BudgetResult(String file, List<BudgetVerdict> verdicts) {
  public BudgetResult {
    verdicts = List.copyOf(verdicts);
  }

  public boolean isOver() {
    return verdicts.stream().anyMatch(verdict -> verdict.outcome() == BudgetVerdict.Outcome.OVER);
  }
}
