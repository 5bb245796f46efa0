package thaw.race;

import java.util.List;
import java.util.function.Predicate;

/** Tells a function's own classes from those of libraries that were merged into its folder. */
final class OwnClasses implements Predicate<String> {
  private static final List<String> LIBRARIES =
      List.of(
          "software.amazon.",
          "com.amazonaws.",
          "com.fasterxml.",
          "com.google.",
          "com.zaxxer.",
          "org.apache.",
          "org.slf4j.",
          "org.springframework.",
          "org.aspectj.",
          "org.joda.",
          "org.reactivestreams.",
          "org.crac.",
          "ch.qos.",
          "io.netty.",
          "io.micronaut.",
          "io.quarkus.",
          "io.smallrye.",
          "io.opentelemetry.",
          "reactor.",
          "jakarta.",
          "javax.",
          "kotlin.",
          "kotlinx.",
          "scala.",
          "groovy.",
          "dagger.");

  @Override
  public boolean test(String className) {
    return LIBRARIES.stream().noneMatch(className::startsWith);
  }
}
