package thaw.model;

import java.util.Optional;

/**
 * Tells what SnapStart is expected to do to a function's cold starts on AWS Lambda, from start to
 * response.
 *
 * @param plain without SnapStart
 * @param often of a version whose snapshot is often restored, so that Lambda keeps it near; absent
 *     where the model has no figure of such a restore
 * @param first of a version that was never restored before; a function that does nothing takes that
 *     long, others at least that long
 * @param evidence of {@code first}
 */
public record SnapStartOnLambda(
    LambdaEstimate plain,
    Optional<LambdaEstimate> often,
    LambdaEstimate first,
    PublishedRestores.Cell evidence) {
  /** Tells what an interval says against that of plain starts. */
  public enum Outcome {
    /** Restores are faster: the intervals do not meet. */
    PAYS("pays"),
    /** The intervals meet, or what is known is a least. */
    OPEN("may pay or not"),
    /** Restores are slower: the intervals do not meet. */
    HURTS("hurts");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * @param restored whose first request has little left to do; absent where there is none
   * @param javaVersion feature release
   * @return empty where the model knows nothing of plain starts
   */
  public static Optional<SnapStartOnLambda> of(
      LambdaModel model,
      PublishedRestores published,
      double plainMillis,
      Optional<Double> restored,
      int javaVersion,
      int memoryMiB) {
    PublishedRestores.Cell cell = published.nearest(javaVersion, memoryMiB);
    return model
        .expected(ModelPhase.TOTAL, plainMillis)
        .map(plain ->
            new SnapStartOnLambda(
                plain,
                restored.flatMap(millis -> model.expected(ModelPhase.RESTORED, millis)),
                cell.total(),
                cell));
  }

  public Optional<Outcome> oftenOutcome() {
    return often.map(restored -> {
      if (restored.high() < plain.low()) {
        return Outcome.PAYS;
      }
      return restored.low() > plain.high() ? Outcome.HURTS : Outcome.OPEN;
    });
  }

  /**
   * Returns the outcome for the first restore of a version. It is never {@link Outcome#PAYS}, as
   * the restore may take any time beyond what is known.
   */
  public Outcome firstOutcome() {
    return first.low() > plain.high() ? Outcome.HURTS : Outcome.OPEN;
  }

  /** Returns what the first restore of a version can gain at most; negative where it loses. */
  public double firstMostMillis() {
    return plain.millis() - first.millis();
  }
}
