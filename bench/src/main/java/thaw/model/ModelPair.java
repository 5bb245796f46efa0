package thaw.model;

/**
 * The same function on both sides.
 *
 * @param source id of who has published what AWS shows
 * @param project where the function is: a folder of {@code functions}, or {@code hello} for a
 *     handler that does nothing
 * @param function in it
 * @param runtime that it had on AWS
 * @param jdk that it had here
 * @param statistic what the figure here is of its starts
 * @param derived whether both figures are sums of those of two other pairs, of the same starts
 * @param lambdaMillis what was published
 * @param fitted whether lines go through it; otherwise it only shows how far off they are
 */
public record ModelPair(
    String source,
    String project,
    String function,
    String runtime,
    int jdk,
    int memoryMiB,
    ModelPhase phase,
    Statistic statistic,
    boolean derived,
    double localMillis,
    double lambdaMillis,
    boolean fitted) {
  /** Makes a pair of figures that were measured, by their medians. */
  public ModelPair(
      String source,
      String project,
      String function,
      String runtime,
      int jdk,
      int memoryMiB,
      ModelPhase phase,
      double localMillis,
      double lambdaMillis,
      boolean fitted) {
    this(
        source,
        project,
        function,
        runtime,
        jdk,
        memoryMiB,
        phase,
        Statistic.MEDIAN,
        false,
        localMillis,
        lambdaMillis,
        fitted);
  }

  /**
   * Returns whether both are of the same function as one source has measured it: init, first
   * invocation and their sum are often of the very same starts.
   */
  boolean isOfSameFunction(ModelPair other) {
    return source.equals(other.source)
        && project.equals(other.project)
        && function.equals(other.function)
        && jdk == other.jdk
        && memoryMiB == other.memoryMiB;
  }
}
