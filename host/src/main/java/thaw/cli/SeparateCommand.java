package thaw.cli;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/**
 * A command that has jars of its own. The launcher adds them to the class path for this command
 * alone, so nothing else looks for it: a search goes through all jars.
 */
public interface SeparateCommand {
  String LAB = "lab";

  String LOAD = "load";

  String MCP = "mcp";

  String RACE = "race";

  String LAB_DESCRIPTION =
      "Repeats published experiments about the JVM on the JDKs of this machine, and says which of"
          + " them still hold. Without a lesson: lists them.";

  String MCP_DESCRIPTION =
      "Serves coding assistants over standard input and output (Model Context Protocol): tools that"
          + " measure, explain, fix and invoke functions. See docs/mcp.md for how to configure yours.";

  String LOAD_DESCRIPTION =
      "Sends requests by a schedule, without waiting for earlier responses (open loop), to a URL"
          + " or to a function of SOURCE, which it runs itself. Measures latency from the moment"
          + " when each request was due.";

  String RACE_DESCRIPTION = "Finds data races of requests that share one execution environment.";

  /** One of those above. */
  String name();

  /** A new object that picocli knows as the command of this name. */
  Object command();

  /**
   * The command that is asked for, where its jars are on the class path.
   *
   * @param name the first command's, or empty
   */
  static Optional<Object> find(String name) {
    return Set.of(LAB, LOAD, MCP, RACE).contains(name)
        ? Optional.ofNullable(all().get(name))
        : Optional.empty();
  }

  /** The commands whose jars are on the class path, by their names. */
  static Map<String, Object> all() {
    Map<String, Object> all = new TreeMap<>();
    for (SeparateCommand each : ServiceLoader.load(SeparateCommand.class)) {
      all.put(each.name(), each.command());
    }
    return all;
  }
}
