package thaw.attribution.evidence;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import thaw.attribution.Explanation;

/**
 * The instrumentation modules of OpenTelemetry's agent in one function, as the agent itself tells
 * them.
 *
 * @param used those that had a type to change, by their names
 * @param matched those to which each type was compared, and none was theirs
 */
public record AgentModules(List<String> used, List<String> matched) {
  /** With this variable no module is on that has none of its own. */
  public static final String DEFAULT = "OTEL_INSTRUMENTATION_COMMON_DEFAULT_ENABLED";

  /** The agent's own needs, which no variable switches off. */
  private static final String INTERNAL = "internal-";

  public AgentModules {
    used = List.copyOf(used);
    matched = List.copyOf(matched);
  }

  /**
   * @param used may name a module several times, as one name may be that of several modules
   */
  public static AgentModules of(Collection<String> loaded, Collection<String> used) {
    TreeSet<String> ours = new TreeSet<>(used);
    TreeSet<String> others = new TreeSet<>(loaded);
    ours.removeIf(name -> name.startsWith(INTERNAL));
    others.removeIf(name -> name.startsWith(INTERNAL) || ours.contains(name));
    return new AgentModules(List.copyOf(ours), List.copyOf(others));
  }

  /** Returns whether an explanation has an agent of which only the modules in use could be on. */
  public static boolean canBeChosen(Explanation explanation) {
    return explanation.findings().stream()
        .anyMatch(found -> found.remedy().contains(DEFAULT + "="));
  }

  /**
   * Returns the variables with which the agent has only the modules in use.
   *
   * @see <a href="https://opentelemetry.io/docs/zero-code/java/agent/disable/">Suppressing specific
   *     instrumentation</a>
   */
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    variables.put(DEFAULT, "false");
    used.forEach(name -> variables.put(variable(name), "true"));
    return variables;
  }

  private static String variable(String module) {
    return "OTEL_INSTRUMENTATION_"
        + module.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_")
        + "_ENABLED";
  }
}
