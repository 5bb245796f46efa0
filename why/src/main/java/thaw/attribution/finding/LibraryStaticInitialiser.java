package thaw.attribution.finding;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

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
          "io.quarkus.", // an application's start
          "io.micronaut.",
          "com.fasterxml.jackson.",
          "com.google.gson.",
          "io.netty.",
          "org.apache.http.",
          "org.apache.hc.",
          "org.apache.logging.",
          "ch.qos.logback.");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return Initialisers.of(examined).stream()
        .filter(initialiser -> !examined.isFirstParty(initialiser.className()))
        .filter(initialiser -> !TOLD_ELSEWHERE.test(initialiser.className()))
        .filter(initialiser -> initialiser.staticMillis() >= LEAST_SHARE * examined.totalMillis())
        .flatMap(initialiser -> finding(examined, initialiser.className()).stream())
        .limit(MOST)
        .toList();
  }

  private static Optional<Finding> finding(AnalysisContext examined, String className) {
    Predicate<ProfileSample> within =
        sample ->
            Profile.java(sample).stream()
                .anyMatch(frame ->
                    frame.className().equals(className) && frame.method().equals("<clinit>"));
    Cost cost = examined.profile().cost(within);
    if (cost.samples() < LEAST_SAMPLES || startsTheFunction(examined, className, within)) {
      return Optional.empty();
    }
    Predicate<ProfileSample> inFirst =
        within.and(sample -> sample.phase() == PhaseName.FIRST_INVOCATION);
    Cost first = examined.profile().cost(inFirst);
    boolean isLate = 2 * first.millis() >= cost.millis();
    return Optional.of(
        Check.finding(
            "library-static-initialiser",
            "the static initialiser of " + className + " is expensive",
            "it took %s, with all that it called, in %s"
                .formatted(
                    isLate ? cost.wholeText() : cost.text(),
                    isLate ? "the first invocation" : "init"),
            examined.mainPlace(within),
            isLate
                ? examined.profile().moved(inFirst, examined.settings().snapStart())
                : new Gain(0, cost.millis(), "if the function cannot do without it"),
            isLate
                ? "let init run it, in a static initialiser of the handler's class:"
                    + " Class.forName(\"%s\")".formatted(className)
                : "look for a setting or a lighter class of the library that does without it; it"
                    + " runs in init already"));
  }

  /** The handler's own, or one that calls own code: what it costs is what the function does. */
  private static boolean startsTheFunction(
      AnalysisContext examined, String className, Predicate<ProfileSample> within) {
    return className.equals(examined.settings().handlerClass())
        || examined.profile().samples().stream()
            .filter(within)
            .anyMatch(sample -> {
              Optional<Frame.Java> own = examined.ownFrame(sample);
              List<Frame.Java> frames = Profile.java(sample);
              int initialiser =
                  IntStream.range(0, frames.size())
                      .filter(i -> frames.get(i).className().equals(className))
                      .filter(i -> frames.get(i).method().equals("<clinit>"))
                      .findFirst()
                      .orElse(-1);
              return own.isPresent() && frames.indexOf(own.get()) < initialiser;
            });
  }
}
