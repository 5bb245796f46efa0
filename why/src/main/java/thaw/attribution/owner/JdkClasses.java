package thaw.attribution.owner;

import java.lang.module.ModuleFinder;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells by their names alone which classes are the JDK's. */
final class JdkClasses {
  /**
   * Packages that every JDK has and no library, as the JVM defines classes of {@code java.} for
   * itself only.
   */
  private static final List<String> PREFIXES =
      List.of(
          "java.",
          "jdk.",
          "sun.",
          // packages that JDKs have had, or make at run time
          "com.sun.proxy.",
          "com.sun.crypto.",
          "com.sun.jndi.",
          "com.sun.naming.",
          "com.sun.net.",
          "com.sun.org.",
          "com.sun.security.");

  /**
   * The packages of the JDK that this program runs on; other JDKs of the last years hardly differ.
   */
  private static final Set<String> PACKAGES =
      ModuleFinder.ofSystem().findAll().stream()
          .flatMap(module -> module.descriptor().packages().stream())
          .collect(Collectors.toUnmodifiableSet());

  private JdkClasses() {}

  /**
   * Returns whether a class is the JDK's; one of {@code javax.inject}, say, is not: {@code javax}
   * is shared with libraries.
   */
  static boolean has(String className) {
    for (String prefix : PREFIXES) {
      if (className.startsWith(prefix)) {
        return true;
      }
    }
    int dot = className.lastIndexOf('.');
    return dot > 0 && PACKAGES.contains(className.substring(0, dot));
  }
}
