package thaw.maven;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.jspecify.annotations.Nullable;

/**
 * Variables for the program, which may build the module with a Maven of its own: that one takes the
 * same local repository and stays offline when this build is, and its Thaw does nothing.
 */
final class BuildEnvironment {
  private static final String WITHIN = "THAW_BUILDS";

  private BuildEnvironment() {}

  /** Returns whether a program {@code thaw} has started the build that these variables are of. */
  static boolean isWithinThaw(Map<String, String> variables) {
    return variables.containsKey(WITHIN);
  }

  static Map<String, String> of(MavenSession session) {
    Map<String, String> variables = new HashMap<>(Map.of(WITHIN, "yes"));
    List<String> properties = new ArrayList<>();
    add(properties, System.getenv("MAVEN_OPTS"));
    properties.add("-Dmaven.repo.local=" + session.getLocalRepository().getBasedir());
    variables.put("MAVEN_OPTS", String.join(" ", properties));
    if (session.isOffline()) {
      List<String> words = new ArrayList<>();
      add(words, System.getenv("MAVEN_ARGS")); // Maven 3.9 and later read it
      words.add("-o");
      variables.put("MAVEN_ARGS", String.join(" ", words));
    }
    return variables;
  }

  private static void add(List<String> words, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      words.add(value);
    }
  }
}
