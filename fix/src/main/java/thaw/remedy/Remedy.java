package thaw.remedy;

import java.util.Optional;
import thaw.attribution.Explanation;

/**
 * One change that may make a cold start shorter. Its precondition held when it was made.
 *
 * @param id stable, such as {@code class-archive}; with the place where there can be several
 * @param finding id of the finding of {@code thaw why} that it answers
 * @param what it does, in one line
 */
public record Remedy(
    String id,
    RemedyKind kind,
    Optional<String> finding,
    String what,
    Prediction predicted,
    Change change) {
  /**
   * Predicted for starts that other programs hold up as they did when it was explained.
   *
   * @param explanation that the prediction was made from
   */
  public Remedy amongOthers(Explanation explanation) {
    return predicting(predicted.amongOthers(explanation));
  }

  /** The same with another prediction. */
  public Remedy predicting(Prediction other) {
    return new Remedy(id, kind, finding, what, other, change);
  }
}
