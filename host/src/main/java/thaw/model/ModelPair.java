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
 * @param localMillis median here
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
    double localMillis,
    double lambdaMillis,
    boolean fitted) {}
