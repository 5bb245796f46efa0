package thaw.experiment;

import java.util.List;

/**
 * All that a report needs.
 *
 * @param title what was measured, for example the folder's name
 * @param host the machine
 * @param method how it was measured, one sentence each
 * @param variants in the order in which they were declared; the first is the baseline
 * @param warnings what makes the figures less sure
 */
public record ExperimentResult(
    String title,
    Host host,
    List<String> method,
    List<VariantResult> variants,
    List<Warning> warnings) {
  public ExperimentResult {
    method = List.copyOf(method);
    variants = List.copyOf(variants);
    warnings = List.copyOf(warnings);
  }
}
