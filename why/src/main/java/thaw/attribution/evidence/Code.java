package thaw.attribution.evidence;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import thaw.attribution.ProfileSample;
import thaw.recording.Frame;

/**
 * A body of code by the beginnings of its classes' names, such as a library with all that belongs
 * to it. Asked of every frame of every sample, by every check: it remembers what it said.
 */
public final class Code implements Predicate<String> {
  /** The JDK's code; not all of {@code javax.}: {@code javax.inject} and others are libraries. */
  public static final Code JDK =
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

  private final List<String> prefixes;
  private final Map<String, Boolean> said = new ConcurrentHashMap<>();

  private Code(List<String> prefixes) {
    this.prefixes = prefixes;
  }

  public static Code of(String... prefixes) {
    return new Code(List.of(prefixes));
  }

  @Override
  public boolean test(String className) {
    return said.computeIfAbsent(className, name -> prefixes.stream().anyMatch(name::startsWith));
  }

  /** Returns whether the sample ran below this code. */
  public boolean within(ProfileSample sample) {
    return within(sample, Set.of());
  }

  /**
   * @param methods of the code; none: all
   */
  public boolean within(ProfileSample sample, Set<String> methods) {
    for (Frame frame : sample.frames()) {
      if (frame instanceof Frame.Java java
          && test(java.className())
          && (methods.isEmpty() || methods.contains(java.method()))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether this code, directly or by way of the JDK, did what was sampled. */
  public boolean asks(ProfileSample sample) {
    return requester(sample).filter(frame -> test(frame.className())).isPresent();
  }

  /** The first frame that is not the JDK's. */
  public static Optional<Frame.Java> requester(ProfileSample sample) {
    for (Frame frame : sample.frames()) {
      if (frame instanceof Frame.Java java && !JDK.test(java.className())) {
        return Optional.of(java);
      }
    }
    return Optional.empty();
  }
}
