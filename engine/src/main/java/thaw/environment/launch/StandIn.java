package thaw.environment.launch;

import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * A JDK that runs a function in place of the one that its runtime names, which this machine does
 * not have. All that is said of it is written here: it is part of the JDK's name in each result.
 *
 * @param runtime of the function
 */
public record StandIn(ManagedRuntime runtime) {
  private static final String WORDS = " in place of JDK ";

  /** Returns the name of the JDK for people: {@code Temurin 25.0.3+9 in place of JDK 21}. */
  public String label(Jdk jdk) {
    return jdk.label() + WORDS + runtime.feature();
  }

  /** Returns the sentence that is said once, with what to do. */
  public String sentence(Jdk jdk) {
    return "runtime %s runs on %s: no JDK %d was found. Remedy: %s"
        .formatted(
            runtime.identifier(),
            jdk.label(),
            runtime.feature(),
            Jdks.remedy("JDK " + runtime.feature()));
  }

  /** Returns a JDK's name without what it stands for. */
  public static String jdkOf(String label) {
    int words = label.indexOf(WORDS);
    return words < 0 ? label : label.substring(0, words);
  }
}
