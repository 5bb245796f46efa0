package thaw.function.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import thaw.problem.UserMistake;
import thaw.template.Yaml11;

/**
 * A template with one of its functions: the others go, and resources and outputs that refer to what
 * is gone, and APIs that have no route then, which API Gateway refuses to deploy. Where what the
 * function needs refers to another function, it is to a parameter. All other lines stay as they
 * are.
 */
public final class TemplateExcerpt {
  private static final Set<String> FUNCTIONS =
      Set.of("AWS::Serverless::Function", "AWS::Lambda::Function");

  private static final Set<String> APIS =
      Set.of("AWS::Serverless::Api", "AWS::Serverless::HttpApi");

  /** By the events that imply them. */
  private static final Map<String, Predicate<String>> IMPLIED =
      Map.of(
          "ServerlessRestApi",
          Pattern.compile("\\bType['\"]?:\\s*['\"]?Api\\b").asPredicate(),
          "ServerlessHttpApi",
          Pattern.compile("\\bType['\"]?:\\s*['\"]?HttpApi\\b").asPredicate());

  /** May have the words that are a resource's name. */
  private static final Pattern TYPE = Pattern.compile("\\bType['\"]?:\\s*['\"]?[\\w:]+");

  private static final Predicate<String> DEFINED =
      Pattern.compile("\\b(DefinitionBody|DefinitionUri)\\b").asPredicate();

  private final List<String> lines;
  private final MappingNode root;
  private final Set<String> gone = new TreeSet<>();

  private TemplateExcerpt(String text, MappingNode root) {
    this.lines = new ArrayList<>(Arrays.asList(text.split("(?<=\n)", -1)));
    this.root = root;
  }

  /**
   * Returns a template with one of its functions; empty for a template in flow style, such as JSON,
   * which has no lines to be left out.
   *
   * @param function its logical id
   * @param further logical ids of further resources that are left out
   */
  public static Optional<String> of(String text, String function, Set<String> further) {
    try {
      Optional<Node> composed = Yaml11.nodes(text);
      return composed
          .filter(MappingNode.class::isInstance)
          .map(MappingNode.class::cast)
          .filter(Nodes::isBlock)
          .flatMap(root -> of(text, root, function, further));
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }

  /** Returns the logical ids of the functions that an excerpt leaves out, in the text's order. */
  public static List<String> otherFunctions(String text, String function) {
    return Yaml11.nodes(text)
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .map(root -> new TemplateExcerpt(text, root).functionsBut(function))
        .orElse(List.of());
  }

  private List<String> functionsBut(String function) {
    return block("Resources").map(MappingNode::getValue).orElse(List.of()).stream()
        .filter(resource -> isFunction(resource.getValueNode()))
        .map(Nodes::key)
        .filter(id -> !id.equals(function))
        .toList();
  }

  private static Optional<String> of(
      String text, MappingNode root, String function, Set<String> further) {
    Set<String> functions = Set.copyOf(new TemplateExcerpt(text, root).functionsBut(function));
    return OutsideFunctions.of(text, root, function, functions)
        .flatMap(alone ->
            Yaml11.nodes(alone.text())
                .map(MappingNode.class::cast)
                .flatMap(of ->
                    new TemplateExcerpt(alone.text(), of).with(function, further, alone.needed())));
  }

  private Optional<String> with(String function, Set<String> further, Set<String> needed) {
    Optional<MappingNode> resources = block("Resources");
    if (resources.isEmpty()) {
      return Optional.empty();
    }
    Set<NodeTuple> removed = new HashSet<>();
    for (NodeTuple resource : resources.get().getValue()) {
      if (further.contains(Nodes.key(resource))
          || !Nodes.key(resource).equals(function) && isFunction(resource.getValueNode())) {
        remove(resource, removed);
      }
    }
    int known;
    do { // what refers to what refers
      known = gone.size();
      for (NodeTuple resource : resources.get().getValue()) {
        if (!gone.contains(Nodes.key(resource))
            && !needed.contains(Nodes.key(resource))
            && refersToGone().test(words(resource))) {
          remove(resource, removed);
        }
      }
      if (!gone.isEmpty()) {
        gone.addAll(notImplied(resources.get().getValue()));
        withoutRoutes(resources.get().getValue(), needed).forEach(api -> remove(api, removed));
      }
    } while (gone.size() > known);
    Nodes.tuple(resources.get(), function).ifPresent(own -> requireWhole(own, further));
    Optional<MappingNode> outputs = block("Outputs");
    List<NodeTuple> told = outputs.map(MappingNode::getValue).orElse(List.of());
    told.stream().filter(each -> refersToGone().test(words(each))).forEach(removed::add);
    if (!told.isEmpty() && removed.containsAll(told)) {
      removed.removeAll(told);
      Nodes.tuples(root, "Outputs").forEach(removed::add);
    }
    return TemplateFile.withoutDependencies(without(removed), gone);
  }

  /**
   * SAM makes the routes of an API of the events that refer to it, unless a definition has them.
   */
  private List<NodeTuple> withoutRoutes(List<NodeTuple> resources, Set<String> needed) {
    List<NodeTuple> there = there(resources);
    return there.stream()
        .filter(api -> isOf(api.getValueNode(), APIS) && !needed.contains(Nodes.key(api)))
        .filter(api -> !DEFINED.test(text(api)))
        .filter(api -> {
          Predicate<String> refers = refersTo(Set.of(Nodes.key(api)));
          return there.stream().filter(each -> each != api).map(this::words).noneMatch(refers);
        })
        .toList();
  }

  private List<NodeTuple> there(List<NodeTuple> resources) {
    return resources.stream().filter(each -> !gone.contains(Nodes.key(each))).toList();
  }

  /** Returns the APIs that SAM makes for events, and that no event has any more. */
  private Set<String> notImplied(List<NodeTuple> resources) {
    List<String> there = there(resources).stream().map(this::text).toList();
    return IMPLIED.entrySet().stream()
        .filter(api -> there.stream().noneMatch(api.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Layers that a package brings are in the function's list alone. */
  private void requireWhole(NodeTuple function, Set<String> layers) {
    for (String layer : layers) {
      if (refersTo(Set.of(layer)).test(words(function))) {
        throw new UserMistake(
            "the template cannot be taken over: %s needs %s, a layer that is in the package, elsewhere than in Layers"
                .formatted(Nodes.key(function), layer),
            "package the built jar without the template, target/app.jar --handler ..., and name it in"
                + " your own template");
      }
    }
  }

  private void remove(NodeTuple resource, Set<NodeTuple> removed) {
    removed.add(resource);
    gone.add(Nodes.key(resource));
  }

  /**
   * Returns a test of whether a text refers to what is gone, by any of CloudFormation's ways to
   * name a resource: all have the name as a whole word.
   */
  private Predicate<String> refersToGone() {
    return refersTo(gone);
  }

  private static Predicate<String> refersTo(Set<String> names) {
    return names.isEmpty()
        ? _ -> false
        : Pattern.compile(
                "(?<![\\w-])(?:"
                    + String.join("|", names.stream().map(Pattern::quote).toList())
                    + ")(?![\\w-])")
            .asPredicate();
  }

  /** Its value, without comments and types. */
  private String words(NodeTuple tuple) {
    return TYPE.matcher(text(tuple)).replaceAll("");
  }

  /** Its value, without comments. */
  private String text(NodeTuple tuple) {
    StringBuilder text = new StringBuilder();
    for (int line = start(tuple); line < end(tuple); line++) {
      text.append(lines.get(line).replaceFirst("(^|\\s)#.*", "")).append('\n');
    }
    String all = text.toString();
    return all.substring(all.indexOf(':') + 1); // an output may have the name of a resource
  }

  private static boolean isFunction(Node resource) {
    return isOf(resource, FUNCTIONS);
  }

  private static boolean isOf(Node resource, Set<String> types) {
    return Nodes.tuples(resource, "Type")
        .anyMatch(each -> types.contains(Nodes.scalar(each.getValueNode())));
  }

  private Optional<MappingNode> block(String key) {
    return Nodes.tuples(root, key)
        .map(NodeTuple::getValueNode)
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .filter(Nodes::isBlock)
        .reduce((_, last) -> last);
  }

  private int start(NodeTuple tuple) {
    return tuple.getKeyNode().getStartMark().orElseThrow().getLine();
  }

  private int end(NodeTuple tuple) {
    return TemplateFile.end(lines, tuple);
  }

  /** The comments directly above go with what they speak of, and one blank line. */
  private String without(Set<NodeTuple> removed) {
    Set<Integer> left = new HashSet<>();
    for (NodeTuple tuple : removed) {
      int from = start(tuple);
      while (from > 0 && lines.get(from - 1).stripLeading().startsWith("#")) {
        from--;
      }
      int to = end(tuple);
      if (to < lines.size() && lines.get(to).isBlank()) {
        to++;
      }
      for (int line = from; line < to; line++) {
        left.add(line);
      }
    }
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < lines.size(); line++) {
      if (!left.contains(line)) {
        text.append(lines.get(line));
      }
    }
    return text.toString().stripTrailing() + "\n";
  }
}
