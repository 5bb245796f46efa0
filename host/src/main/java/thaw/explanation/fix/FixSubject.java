package thaw.explanation.fix;

import java.util.List;
import java.util.Optional;

/**
 * Tells of what function and machine a result is, and by which commands it is put to use.
 *
 * @param function its logical id
 * @param deployment where it is deployed
 * @param memoryMiB that it was measured with
 * @param jdk that it was measured on, with the JDK that it stands for
 * @param jdkFeature feature version of that JDK
 * @param client of the Runtime API that it was measured with, with its version
 * @param commands as they are typed
 * @param warnings that make the figures less sure, one sentence each
 * @param busy whether one of them is that the machine had other work: wall times are then longer
 *     than the function's own
 */
public record FixSubject(
    String function,
    Deployment deployment,
    int memoryMiB,
    String jdk,
    int jdkFeature,
    String client,
    Commands commands,
    List<String> warnings,
    boolean busy) {
  public FixSubject {
    warnings = List.copyOf(warnings);
  }

  /**
   * The function's place on AWS, as its template has it.
   *
   * @param runtime Lambda's name, such as {@code java21}
   * @param jdk feature version of the runtime's JDK; empty for a runtime of another kind
   * @param snapStart whether its versions are restored from snapshots there
   * @param restored whether they were here
   */
  public record Deployment(
      String runtime, Optional<Integer> jdk, boolean snapStart, boolean restored) {}

  /**
   * @param patched applies the patch
   * @param managed makes the zip for the managed runtime, with what is no change of a file
   * @param packaged makes the package with its own JVM
   * @param snapStart measures restores from a snapshot; absent where the function has SnapStart or
   *     cannot have it
   */
  public record Commands(
      String patched, String managed, String packaged, Optional<String> snapStart) {}

  /** Returns the same with warnings. */
  public FixSubject warned(List<String> others, boolean isBusy) {
    return new FixSubject(
        function, deployment, memoryMiB, jdk, jdkFeature, client, commands, others, isBusy);
  }
}
