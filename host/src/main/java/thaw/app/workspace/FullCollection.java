package thaw.app.workspace;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;

/**
 * The full collection that the runtime client asks for after all hooks, and whether the JVM does
 * it. It undoes a part of what a priming has done: it arms the entry barrier of each compiled
 * method, of which the first request after a restore then pays for each one that it calls.
 *
 * @param options with which it is left out, in addition to those of the function; none where the
 *     function has decided, or where the JVM has no such barriers
 * @param leftOut whether it is, by these options or by the function's own
 * @see <a href="https://bugs.openjdk.org/browse/JDK-8290025">JDK-8290025</a>
 */
record FullCollection(List<String> options, boolean leftOut) {
  private static final String OPTION = "DisableExplicitGC";
  private static final String LEFT_OUT = "-XX:+" + OPTION;
  private static final String DONE = "-XX:-" + OPTION;

  /** The first runtime of Lambda whose JVM has these barriers with each collector. */
  private static final int FIRST_WITH_BARRIERS = 21;

  /** The function's variables in which the JVM looks for options. */
  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  FullCollection {
    options = List.copyOf(options);
  }

  /**
   * Tells whether, and by which options, the JVM of a version with a generated priming leaves the
   * collection out.
   */
  static FullCollection of(EnvironmentSpec version) {
    if (!(version.program() instanceof RuntimeProgram.Java java)) {
      return new FullCollection(List.of(), false);
    }
    Map<String, String> environment = version.function().environment();
    String own =
        String.join(
            " ",
            Stream.concat(
                    java.jvmOptions().stream(),
                    VARIABLES.stream().map(each -> environment.getOrDefault(each, "")))
                .toList());
    if (own.contains(OPTION)) {
      return new FullCollection(List.of(), own.contains(LEFT_OUT) && !own.contains(DONE));
    }
    return java.jdk().feature() >= FIRST_WITH_BARRIERS
        ? new FullCollection(List.of(LEFT_OUT), true)
        : new FullCollection(List.of(), false);
  }
}
