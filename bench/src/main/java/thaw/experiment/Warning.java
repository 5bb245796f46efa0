package thaw.experiment;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Something that makes the figures less sure.
 *
 * @param message what, in one line
 * @param evidence the observed figures
 * @param remedy what to do about it
 * @param ofMachine whether the machine had other work: no figure of the result is safe from that
 * @param ofGeneratedPriming whether it is about a variant with a generated priming, which not every
 *     function can have
 * @param said what the function has logged or answered, with which the evidence ends; mostly empty
 */
public record Warning(
    String message,
    String evidence,
    String remedy,
    @JsonIgnore boolean ofMachine,
    @JsonIgnore boolean ofGeneratedPriming,
    @JsonIgnore String said) {
  /** Makes a warning about one variant, or about how it was measured. */
  public Warning(String message, String evidence, String remedy) {
    this(message, evidence, remedy, false, false);
  }

  /** Makes a warning without words of a function. */
  public Warning(
      String message,
      String evidence,
      String remedy,
      boolean ofMachine,
      boolean ofGeneratedPriming) {
    this(message, evidence, remedy, ofMachine, ofGeneratedPriming, "");
  }

  /** Makes a warning whose evidence ends with what a function has logged or answered. */
  static Warning saying(String message, String evidence, String said, String remedy) {
    return new Warning(message, evidence + said, remedy, false, false, said);
  }

  /** Returns the evidence for a public place, where no function's log or response belongs. */
  public String publicEvidence() {
    return evidence.substring(0, evidence.length() - said.length());
  }

  /** Makes a warning that the machine had other work. */
  static Warning ofMachine(String message, String evidence, String remedy) {
    return new Warning(message, evidence, remedy, true, false);
  }
}
