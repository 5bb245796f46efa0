package thaw.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import thaw.experiment.matrix.MarkedYaml;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

/**
 * A YAML file of limits: one entry, or a list of them under {@code budgets}.
 *
 * <pre>
 * budgets:
 *   - function: [Create, Get]      # left out: every function
 *     memory: 512                  # MemorySize for which it holds; left out: any
 *     jdk: 25                      # left out: any
 *     start: restored              # plain, aot, appcds or restored; left out: any
 *     coldStart: {p50: 400, p90: 600}     # ms; a number alone limits the median
 *     init: 250
 *     maxMemory: 128               # MiB, of the hungriest start
 *     packageSize: 20              # MiB unpacked
 *     classes: 3500
 * </pre>
 *
 * A member {@code gate} beside them is not read here.
 */
final class BudgetFile {
  private static final Set<String> AXES = Set.of("function", "memory", "jdk", "start");
  private static final List<String> STARTS = List.of("plain", "aot", "appcds", "restored");
  private static final Map<String, BudgetFigure> FIGURES =
      Stream.of(BudgetFigure.values())
          .collect(Collectors.toMap(BudgetFigure::key, f -> f, (a, b) -> a, LinkedHashMap::new));
  private static final Map<String, Double> QUANTILES = Map.of("p50", 0.5, "p90", 0.9, "p99", 0.99);

  private final MarkedYaml yaml;

  BudgetFile(Path file) {
    this.yaml = new MarkedYaml(file, "--budget", "docs/budgets.md");
  }

  List<BudgetLimit> limits() {
    MappingNode root = yaml.root();
    Map<String, Node> members = yaml.members(root);
    boolean gates = members.remove(Budget.GATE) != null; // GateFile reads it
    Node budgets = members.get("budgets");
    if (budgets == null) {
      return gates && members.isEmpty() ? List.of() : entry(root, members);
    }
    if (members.size() > 1) {
      throw yaml.mistake(root, "no member may stand beside budgets", "move it into each entry");
    }
    List<BudgetLimit> limits = new ArrayList<>();
    for (Node entry : MarkedYaml.list(budgets)) {
      limits.addAll(entry(yaml.mapping(entry), yaml.members(yaml.mapping(entry))));
    }
    if (limits.isEmpty()) {
      throw yaml.mistake(budgets, "budgets is empty", "add an entry such as coldStart: 800");
    }
    return limits;
  }

  private List<BudgetLimit> entry(MappingNode node, Map<String, Node> members) {
    List<BudgetLimit> limits = new ArrayList<>();
    for (Map.Entry<String, Node> member : members.entrySet()) {
      BudgetFigure figure = FIGURES.get(member.getKey());
      if (figure != null) {
        limits.addAll(limits(figure, member.getValue(), members));
      } else if (!AXES.contains(member.getKey())) {
        throw yaml.mistake(
            member.getValue(),
            "unknown member: " + member.getKey(),
            "use function, memory, jdk, start, or a limit: " + String.join(", ", FIGURES.keySet()));
      }
    }
    if (limits.isEmpty()) {
      throw yaml.mistake(node, "an entry needs a limit", "add for example coldStart: 800");
    }
    return limits;
  }

  private List<BudgetLimit> limits(BudgetFigure figure, Node value, Map<String, Node> axes) {
    if (!(value instanceof MappingNode mapping)) {
      Optional<Double> quantile = figure.isDuration() ? Optional.of(0.5) : Optional.empty();
      return List.of(limit(figure, quantile, value, axes));
    }
    if (!figure.isDuration()) {
      throw yaml.mistake(
          value,
          figure.key() + " has no quantiles: the largest of all starts is compared",
          "write one number, for example " + figure.key() + ": 100");
    }
    List<BudgetLimit> limits = new ArrayList<>();
    for (Map.Entry<String, Node> member : yaml.members(mapping).entrySet()) {
      Double quantile = QUANTILES.get(member.getKey());
      if (quantile == null) {
        throw yaml.mistake(
            member.getValue(), "unknown quantile: " + member.getKey(), "use p50, p90 or p99");
      }
      limits.add(limit(figure, Optional.of(quantile), member.getValue(), axes));
    }
    if (limits.isEmpty()) {
      throw yaml.mistake(value, figure.key() + " is empty", "write for example {p50: 800}");
    }
    return limits;
  }

  private BudgetLimit limit(
      BudgetFigure figure, Optional<Double> quantile, Node value, Map<String, Node> axes) {
    return new BudgetLimit(
        texts(axes.get("function")),
        memory(axes.get("memory")),
        jdks(axes.get("jdk")),
        starts(axes.get("start")),
        figure,
        quantile,
        number(figure, value),
        yaml.placeOf(value));
  }

  private double number(BudgetFigure figure, Node node) {
    String text = yaml.text(node);
    String unit = figure.unit().isEmpty() ? "a number" : "a number of " + figure.unit();
    double number;
    try {
      number = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw yaml.mistake(
          node, figure.key() + " must be " + unit + ": " + text, "write it without a unit");
    }
    if (!(number > 0) || Double.isInfinite(number)) {
      throw yaml.mistake(
          node, figure.key() + " must be greater than 0: " + text, "write what it may be at most");
    }
    return number;
  }

  private List<Integer> memory(@Nullable Node node) {
    List<Integer> sizes = new ArrayList<>();
    for (Node item : items(node)) {
      int size = whole(item, "memory", "512");
      try {
        sizes.add(MemorySize.onDemand(size).mebibytes());
      } catch (UserMistake e) {
        throw yaml.mistake(item, String.valueOf(e.getMessage()), e.remedy());
      }
    }
    return sizes;
  }

  private List<Integer> jdks(@Nullable Node node) {
    return items(node).stream().map(item -> whole(item, "jdk", "25")).toList();
  }

  private int whole(Node node, String name, String example) {
    String text = yaml.text(node);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw yaml.mistake(
          node, name + " must be a whole number: " + text, "write for example " + example);
    }
  }

  private List<String> starts(@Nullable Node node) {
    for (Node item : items(node)) {
      if (!STARTS.contains(yaml.text(item))) {
        throw yaml.mistake(
            item, "unknown start: " + yaml.text(item), "use one of: " + String.join(", ", STARTS));
      }
    }
    return texts(node);
  }

  private List<String> texts(@Nullable Node node) {
    return items(node).stream().map(yaml::text).toList();
  }

  private static List<Node> items(@Nullable Node node) {
    return node == null ? List.of() : MarkedYaml.list(node);
  }
}
