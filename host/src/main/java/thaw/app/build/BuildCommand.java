package thaw.app.build;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.sandbox.jdk.Jdk;

/**
 * A call of a build tool.
 *
 * @param words program and arguments
 * @param variables of its environment, besides this program's
 * @param byWrapper whether the project brings the tool
 * @param offline whether it must not use the network
 * @param note why it is tried, when another way has failed; empty for the first one
 * @param jdk on which it runs; empty for the one that the tool finds itself
 */
record BuildCommand(
    List<String> words,
    Map<String, String> variables,
    boolean byWrapper,
    boolean offline,
    String note,
    Optional<Jdk> jdk) {
  private static final String HOME = "JAVA_HOME";

  BuildCommand {
    words = List.copyOf(words);
    variables = Map.copyOf(variables);
  }

  BuildCommand(
      List<String> words,
      Map<String, String> variables,
      boolean byWrapper,
      boolean offline,
      String note) {
    this(words, variables, byWrapper, offline, note, Optional.empty());
  }

  /** The same on a JDK. */
  BuildCommand on(Optional<Jdk> chosen) {
    if (chosen.isEmpty()) {
      return this;
    }
    Map<String, String> all = new HashMap<>(variables);
    all.put(HOME, chosen.get().home().toString());
    return new BuildCommand(words, all, byWrapper, offline, note, chosen);
  }

  BuildCommand with(List<String> others, String why) {
    return new BuildCommand(others, variables, byWrapper, offline, why, jdk);
  }

  BuildCommand noted(String why) {
    return new BuildCommand(words, variables, byWrapper, offline, why, jdk);
  }

  /** The Java version of its JDK; 0 where the tool finds one itself. */
  int feature() {
    return jdk.map(Jdk::feature).orElse(0);
  }
}
