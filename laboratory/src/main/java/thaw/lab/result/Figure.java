package thaw.lab.result;

/**
 * One figure of one case, as claims are about it.
 *
 * @param words by which evidence tells it from others; may be empty
 */
public record Figure(String words, Quantity quantity, Case subject) {
  Figure called(String other) {
    return new Figure(other, quantity, subject);
  }
}
