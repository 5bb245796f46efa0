package thaw.attribution;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import thaw.recording.Frame;

/**
 * A body of code by the beginnings of its classes' names, such as a library with all that belongs
 * to it.
 */
record Code(List<String> prefixes) implements Predicate<String> {
  /** Not {@code javax.}: {@code javax.inject} and others are libraries. */
  static final Code JDK =
      of(
          "java.",
          "jdk.",
          "sun.",
          "com.sun.",
          "javax.crypto.",
          "javax.management.",
          "javax.naming.",
          "javax.net.",
          "javax.security.",
          "javax.xml.");

  Code {
    prefixes = List.copyOf(prefixes);
  }

  static Code of(String... prefixes) {
    return new Code(List.of(prefixes));
  }

  @Override
  public boolean test(String className) {
    return prefixes.stream().anyMatch(className::startsWith);
  }

  /** Whether the sample ran below this code. */
  boolean within(ProfileSample sample) {
    return Profile.java(sample).stream().anyMatch(frame -> test(frame.className()));
  }

  /** Whether this code, directly or by way of the JDK, did what was sampled. */
  boolean asks(ProfileSample sample) {
    return requester(sample).filter(frame -> test(frame.className())).isPresent();
  }

  /** The first frame that is not the JDK's. */
  static Optional<Frame.Java> requester(ProfileSample sample) {
    return Profile.java(sample).stream().filter(frame -> !JDK.test(frame.className())).findFirst();
  }
}
