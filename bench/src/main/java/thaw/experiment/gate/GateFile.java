package thaw.experiment.gate;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;
import thaw.experiment.Budget;
import thaw.experiment.matrix.MarkedYaml;
import thaw.problem.UserMistake;

/**
 * The member {@code gate} of {@code budget.yaml}: percent by which measures may grow, and which
 * further ones gate.
 *
 * <pre>
 * gate: {cpu: 5, classes: 1, memory: 5, packageSize: 1, wall: 10, on: [wall]}
 * </pre>
 */
public final class GateFile {
  private GateFile() {}

  /**
   * The rule with what the file says.
   *
   * @throws UserMistake with the place of the fault
   */
  public static GateRule over(GateRule rule, Path file) {
    MarkedYaml yaml = new MarkedYaml(file, "--budget", "docs/gate.md");
    Node gate = yaml.members(yaml.root()).get(Budget.GATE);
    if (gate == null) {
      return rule;
    }
    Map<GateMeasure, Double> limits = new EnumMap<>(GateMeasure.class);
    Set<GateMeasure> on = EnumSet.noneOf(GateMeasure.class);
    for (Map.Entry<String, Node> member : yaml.members(yaml.mapping(gate)).entrySet()) {
      if (member.getKey().equals("on")) {
        for (Node item : MarkedYaml.list(member.getValue())) {
          on.add(measure(yaml, item, yaml.text(item)));
        }
      } else {
        GateMeasure measure = measure(yaml, member.getValue(), member.getKey());
        limits.put(measure, percent(yaml, member.getValue()));
      }
    }
    return rule.with(limits, on);
  }

  private static GateMeasure measure(MarkedYaml yaml, Node node, String name) {
    return GateMeasure.of(name)
        .orElseThrow(() ->
            yaml.mistake(
                node, "unknown measure: " + name, "use one of: " + GateMeasure.keys() + ", or on"));
  }

  private static double percent(MarkedYaml yaml, Node node) {
    String text = yaml.text(node);
    try {
      return percent(text);
    } catch (NumberFormatException e) {
      throw yaml.mistake(
          node, "must be percent, above 0 and at most 100: " + text, "write for example 5");
    }
  }

  /**
   * @throws NumberFormatException when it is no number above 0 and at most 100
   */
  public static double percent(String text) {
    double percent =
        Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
    if (!(percent > 0 && percent <= 100)) {
      throw new NumberFormatException(text);
    }
    return percent;
  }
}
