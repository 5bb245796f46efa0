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
 */
public record Warning(
    String message,
    String evidence,
    String remedy,
    @JsonIgnore boolean ofMachine,
    @JsonIgnore boolean ofGeneratedPriming) {
  /** Makes a warning about one variant, or about how it was measured. */
  public Warning(String message, String evidence, String remedy) {
    this(message, evidence, remedy, false, false);
  }

  /** Makes a warning that the machine had other work. */
  static Warning ofMachine(String message, String evidence, String remedy) {
    return new Warning(message, evidence, remedy, true, false);
  }
}
