package thaw.remedy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AgentModules;

/**
 * Variables by which OpenTelemetry's agent has only those modules that events were seen to use: it
 * compares no class with all others at each start.
 */
public final class AgentSettings {
  private AgentSettings() {}

  private static Optional<Finding> finding(Explanation explanation) {
    return explanation.findings().stream()
        .filter(each -> Family.AGENT_MODULES.answers(each.id()))
        .findFirst();
  }

  /** Says why an agent that was found keeps its modules. */
  public static void refuse(Explanation explanation, Set<String> variables, WhyNot whyNot) {
    if (finding(explanation).isPresent()) {
      whyNot.add(
          Family.AGENT_MODULES,
          variables.contains(AgentModules.DEFAULT)
              ? AgentModules.DEFAULT + " is set already"
              : "the agent does not tell which of its modules are in use");
    }
  }

  /**
   * @param explanation for which it is wanted
   * @param modules in all events
   * @param own names of the function's variables, which stay
   */
  public static Remedy of(Explanation explanation, AgentModules modules, Set<String> own) {
    Finding found = finding(explanation).orElseThrow();
    Map<String, String> variables = new TreeMap<>(modules.variables());
    variables.keySet().removeAll(own);
    return Family.AGENT_MODULES.remedy(
        Optional.of(found.id()),
        "the agent has only the modules that the events use ("
            + String.join(", ", modules.used())
            + "), which records nothing of what no event reaches",
        new Prediction(found.lowMillis(), found.highMillis()),
        new Change.Variables(variables));
  }
}
