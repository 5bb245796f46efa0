package thaw.environment.launch;

import java.util.Optional;
import thaw.function.JavaRuntimes;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * Tells which JDK stands for one of Lambda's managed Java runtimes.
 *
 * @param identifier Lambda's name, for example {@code java21}
 * @param feature the Java version it names
 */
public record ManagedRuntime(String identifier, int feature) {
  /** The official runtime client needs no more than Java 8; we need a JVM that sees cgroups. */
  static final int OLDEST_JDK = 11;

  /** Returns the runtime of this name; empty for one that is none of Lambda's for Java. */
  public static Optional<ManagedRuntime> named(String identifier) {
    return JavaRuntimes.isKnown(identifier)
        ? Optional.of(new ManagedRuntime(identifier, JavaRuntimes.feature(identifier)))
        : Optional.empty();
  }

  /** Accepts java8.al2, java11, java17, java21 and java25. */
  public static ManagedRuntime of(String identifier) {
    if (!JavaRuntimes.isKnown(identifier)) {
      throw new UserMistake("unknown runtime: " + identifier, JavaRuntimes.REMEDY);
    }
    return new ManagedRuntime(identifier, JavaRuntimes.feature(identifier));
  }

  /**
   * @param jdk what to run on
   * @param standIn present when it is not the version that was asked for
   */
  public record Choice(Jdk jdk, Optional<StandIn> standIn) {}

  /** The JDK of the same version, or the nearest from 11 on. */
  public Choice choose(Jdks jdks) {
    Optional<Jdk> exact = feature >= OLDEST_JDK ? jdks.ofFeature(feature) : Optional.empty();
    if (exact.isPresent()) {
      return new Choice(exact.get(), Optional.empty());
    }
    Jdk nearest =
        jdks.nearest(feature, OLDEST_JDK)
            .orElseThrow(() ->
                new UserMistake(
                    "no JDK from 11 on was found for the runtime " + identifier,
                    Jdks.remedy("JDK " + Math.max(feature, OLDEST_JDK)) + "; or set JAVA_HOME"));
    return new Choice(nearest, Optional.of(new StandIn(this)));
  }
}
