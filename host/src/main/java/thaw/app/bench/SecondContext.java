package thaw.app.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.CodeIndex;
import thaw.attribution.evidence.PackageClasses;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * A framework's container whose objects a restored start makes, though what makes them was there
 * before the snapshot.
 *
 * @param container for people
 * @param method that makes it
 * @param millis of that method, in the restored start
 * @param place of the code that asks for it, with its line; empty where no sample shows it
 */
record SecondContext(String container, String method, double millis, String place) {
  /**
   * @param method that makes all objects of one
   * @param packages of the framework itself
   */
  private record Known(String container, String method, String packages) {}

  private static final List<Known> CONTAINERS =
      List.of(
          new Known(
              "Spring's application context",
              "org.springframework.context.support.AbstractApplicationContext.refresh",
              "org.springframework."),
          new Known(
              "Micronaut's application context",
              "io.micronaut.context.DefaultBeanContext.start",
              "io.micronaut."),
          new Known("Quarkus' application", "io.quarkus.runtime.Application.start", "io.quarkus."),
          new Known(
              "a Guice injector",
              "com.google.inject.internal.InternalInjectorCreator.build",
              "com.google.inject."));

  /** The packages between a framework and the code that uses it, and around the handler. */
  private static final List<String> NOBODYS =
      List.of("java.", "javax.", "jdk.", "sun.", "com.amazonaws.services.lambda.runtime.api.");

  /**
   * Returns the contexts that the explained restore made a second time.
   *
   * @param explanation in which init is over before it begins
   * @param classes of the function
   */
  static List<SecondContext> of(Explanation explanation, PackageClasses classes) {
    List<SecondContext> found = new ArrayList<>();
    for (Known known : CONTAINERS) {
      explanation.methods().stream()
          .filter(each -> each.method().equals(known.method))
          .filter(_ -> !isLoadedLate(explanation, known))
          .findFirst()
          .ifPresent(method ->
              found.add(
                  new SecondContext(
                      known.container,
                      known.method,
                      method.inclusiveMillis(),
                      place(explanation, known, classes))));
    }
    return found;
  }

  /**
   * Returns whether its class came only after the restore: then there was no such container before.
   */
  private static boolean isLoadedLate(Explanation explanation, Known known) {
    String type = known.method.substring(0, known.method.lastIndexOf('.'));
    return explanation.classes().list().stream().anyMatch(each -> each.name().equals(type));
  }

  /** Returns the place in the code that asks for most of its time. */
  private static String place(Explanation explanation, Known known, PackageClasses classes) {
    Map<String, Double> places = new LinkedHashMap<>();
    explanation.profile().stream()
        .filter(sample -> sample.phase() != PhaseName.LATER_INVOCATIONS)
        .forEach(sample ->
            asker(sample, known)
                .ifPresent(
                    frame -> places.merge(placeOf(frame, classes), sample.millis(), Double::sum)));
    return places.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private static String placeOf(Frame.Java frame, PackageClasses classes) {
    return CodeIndex.of(classes, frame.className()::equals).place(frame);
  }

  /** The first caller that is not the framework's own, or else the framework's outermost. */
  private static Optional<Frame.Java> asker(ProfileSample sample, Known known) {
    List<Frame.Java> callers = callers(Profile.java(sample), known.method);
    Stream<Frame.Java> others =
        callers.stream().filter(frame -> !frame.className().startsWith(known.packages));
    return others
        .findFirst()
        .or(() -> callers.isEmpty() ? Optional.empty() : Optional.of(callers.getLast()));
  }

  private static List<Frame.Java> callers(List<Frame.Java> leafFirst, String method) {
    int outermost = -1;
    for (int i = 0; i < leafFirst.size(); i++) {
      if (leafFirst.get(i).text().equals(method)) {
        outermost = i;
      }
    }
    return outermost < 0
        ? List.of()
        : leafFirst.subList(outermost + 1, leafFirst.size()).stream()
            .filter(frame -> NOBODYS.stream().noneMatch(frame.className()::startsWith))
            .toList();
  }
}
