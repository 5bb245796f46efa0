package thaw.attribution;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A static initialiser of a library that costs much by itself. Those of containers, JSON, HTTP
 * clients, logging and the runtime client belong to findings of their own.
 */
final class LibraryStaticInitialiser implements Check {
  private static final int MOST = 2;
  private static final int LEAST_SAMPLES = 5;
  private static final double LEAST_SHARE = 0.05;
  private static final Code TOLD_ELSEWHERE =
      Code.of(
          "com.amazonaws.services.lambda.",
          "com.amazonaws.lambda.",
          "thaw.runtime.",
          "thaw.wire.",
          "com.google.inject.",
          "org.springframework.",
          "com.fasterxml.jackson.",
          "com.google.gson.",
          "io.netty.",
          "org.apache.http.",
          "org.apache.hc.",
          "org.apache.logging.",
          "ch.qos.logback.");

  @Override
  public List<Finding> findings(Case examined) {
    return Initialisers.of(examined).stream()
        .filter(initialiser -> !examined.isFirstParty(initialiser.className()))
        .filter(initialiser -> !TOLD_ELSEWHERE.test(initialiser.className()))
        .filter(initialiser -> initialiser.staticMillis() >= LEAST_SHARE * examined.totalMillis())
        .flatMap(initialiser -> finding(examined, initialiser.className()).stream())
        .limit(MOST)
        .toList();
  }

  private static Optional<Finding> finding(Case examined, String className) {
    Predicate<ProfileSample> within =
        sample ->
            Profile.java(sample).stream()
                .anyMatch(frame ->
                    frame.className().equals(className) && frame.method().equals("<clinit>"));
    Cost cost = examined.profile().cost(within);
    if (cost.samples() < LEAST_SAMPLES) {
      return Optional.empty();
    }
    return Optional.of(
        Check.finding(
            "library-static-initialiser",
            "the static initialiser of " + className + " is expensive",
            "it took " + cost.text() + ", with all that it called",
            examined.mainPlace(within),
            new Gain(0, cost.millis()),
            "do without the class in the cold start: look for a setting or a lighter class of the"
                + " library, or touch it in init by Class.forName(\""
                + className
                + "\")"));
  }
}
