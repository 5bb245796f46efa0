package thaw.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that a report needs.
 *
 * @param title what was measured, for example the folder's name
 * @param host the machine
 * @param method how it was measured, one sentence each
 * @param variants in the order in which they were declared; the first is the baseline
 * @param warnings what makes the figures less sure
 * @param budget what the figures are held against, where there is a budget
 */
public record ExperimentResult(
    String title,
    Host host,
    List<String> method,
    List<VariantResult> variants,
    List<Warning> warnings,
    Optional<BudgetResult> budget) {
  public ExperimentResult {
    method = List.copyOf(method);
    variants = List.copyOf(variants);
    warnings = List.copyOf(warnings);
  }

  /** Makes a result without a budget. */
  public ExperimentResult(
      String title,
      Host host,
      List<String> method,
      List<VariantResult> variants,
      List<Warning> warnings) {
    this(title, host, method, variants, warnings, Optional.empty());
  }

  /**
   * Returns whether any function has answered with another HTTP status than these, or with none.
   */
  public boolean answeredOtherwise(List<Integer> statuses) {
    return variants.stream()
        .flatMap(variant -> variant.samples().stream())
        .anyMatch(sample -> sample.status() == null || !statuses.contains(sample.status()));
  }

  /** Returns the result with these warnings before its own. */
  public ExperimentResult warned(List<Warning> first) {
    List<Warning> all = new ArrayList<>(first);
    all.addAll(warnings);
    return new ExperimentResult(title, host, method, variants, all, budget);
  }

  /**
   * @param names of variants before whose snapshots a generated priming called something
   */
  public ExperimentResult withPrimed(Set<String> names) {
    List<VariantResult> marked =
        variants.stream()
            .map(each ->
                names.contains(each.name())
                    ? each.withSetting(each.setting().map(VariantSetting::primed))
                    : each)
            .toList();
    return new ExperimentResult(title, host, method, marked, warnings, budget);
  }

  public ExperimentResult withBudget(BudgetResult checked) {
    return new ExperimentResult(title, host, method, variants, warnings, Optional.of(checked));
  }
}
