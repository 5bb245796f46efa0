package thaw.function.template;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import thaw.template.Place;
import thaw.template.Yaml11;

/**
 * A SAM template whose lines are changed one by one. What is written in flow style, as JSON, or
 * with a tag such as {@code !If} is left alone: then there is no new text.
 */
public final class TemplateFile {
  private static final String PUBLISHED = "PublishedVersions";
  private static final String ALIAS = "AutoPublishAlias";
  private static final String ENVIRONMENT = "Environment";
  private static final String VARIABLES = "Variables";
  private static final String GLOBALS = "Globals";
  private static final String PARAMETERS = "Parameters";
  static final String DEPENDENCIES = "DependsOn";
  private static final String MERGE = "<<";
  private static final String OPTIONS = "JAVA_TOOL_OPTIONS";

  private final List<String> lines;
  private final Optional<Node> root;
  private final Set<Node> aliased;

  private TemplateFile(String text) {
    this.lines = Arrays.asList(text.split("(?<=\n)", -1));
    this.root = composed(text);
    this.aliased = root.map(TemplateFile::aliased).orElse(Set.of());
  }

  private static Optional<Node> composed(String text) {
    try {
      return Yaml11.nodes(text);
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }

  /** Returns where a function is in a text, or where that is no YAML. */
  public static Place place(Path file, String text, String function) {
    Optional<Mark> mark;
    try {
      Optional<Node> root = Yaml11.nodes(text);
      mark =
          root.flatMap(of -> member(of, "Resources"))
              .flatMap(of ->
                  of instanceof MappingNode all
                      ? Nodes.tuples(all, function).findFirst()
                      : Optional.empty())
              .map(NodeTuple::getKeyNode)
              .or(() -> root)
              .flatMap(Node::getStartMark);
    } catch (MarkedYamlEngineException e) {
      mark = e.getProblemMark();
    } catch (YamlEngineException e) {
      mark = Optional.empty();
    }
    return mark.map(at -> new Place(file + "", at.getLine() + 1, at.getColumn() + 1))
        .orElse(new Place(file + "", 1, 1));
  }

  /**
   * Returns the text with options of the JVM behind those that the function has, of its own or as
   * all functions of SAM.
   */
  public static Optional<String> withJvmOptions(String text, String function, String options) {
    TemplateFile file = new TemplateFile(text);
    Optional<MappingNode> properties = file.properties(function);
    Optional<MappingNode> environment = properties.flatMap(of -> file.block(of, ENVIRONMENT));
    Optional<MappingNode> variables = environment.flatMap(of -> file.block(of, VARIABLES));
    Optional<Node> own = variables.flatMap(of -> Nodes.value(of, OPTIONS));
    if (own.isPresent()) {
      return file.scalar(own.get())
          .flatMap(of -> file.replaced(of, quoted(of.getValue() + " " + options)));
    }
    Optional<Node> before =
        variables
            .flatMap(of -> member(of, OPTIONS))
            .or(() -> file.ofAll(function, ENVIRONMENT, VARIABLES, OPTIONS));
    Optional<String> all = before.flatMap(TemplateFile::text);
    if (before.isPresent() && all.isEmpty()) {
      return Optional.empty();
    }
    String line = OPTIONS + ": " + quoted(all.map(each -> each + " ").orElse("") + options);
    if (variables.isPresent()) {
      return file.before(variables.get(), line);
    }
    if (properties.flatMap(of -> member(of, ENVIRONMENT)).isPresent()) {
      return Optional.empty();
    }
    return properties.flatMap(
        of -> file.before(of, ENVIRONMENT + ":", "  " + VARIABLES + ":", "    " + line));
  }

  /** Returns the text with further variables of the function's own; those of all functions stay. */
  public static Optional<String> withVariables(
      String text, String function, Map<String, String> variables) {
    Optional<String> changed = Optional.of(text);
    for (Map.Entry<String, String> each : new TreeMap<>(variables).descendingMap().entrySet()) {
      changed =
          changed.flatMap(of -> withVariable(of, function, each.getKey(), quoted(each.getValue())));
    }
    return changed;
  }

  private static Optional<String> withVariable(
      String text, String function, String name, String value) {
    TemplateFile file = new TemplateFile(text);
    Optional<MappingNode> properties = file.properties(function);
    Optional<MappingNode> variables =
        properties
            .flatMap(of -> file.block(of, ENVIRONMENT))
            .flatMap(of -> file.block(of, VARIABLES));
    String line = name + ": " + value;
    if (variables.isPresent()) {
      Optional<Node> own = Nodes.value(variables.get(), name);
      return own.isPresent()
          ? file.scalar(own.get()).flatMap(of -> file.replaced(of, value))
          : file.before(variables.get(), line);
    }
    if (properties.flatMap(of -> member(of, ENVIRONMENT)).isPresent()) {
      return Optional.empty();
    }
    return properties.flatMap(
        of -> file.before(of, ENVIRONMENT + ":", "  " + VARIABLES + ":", "    " + line));
  }

  /** Returns a member as SAM reads it, in whatever style, also of what {@code <<} takes over. */
  private static Optional<Node> member(Node of, String key) {
    return of instanceof MappingNode mapping
        ? Nodes.value(mapping, key)
            .or(() ->
                Nodes.value(mapping, MERGE).stream()
                    .flatMap(each ->
                        each instanceof SequenceNode list
                            ? list.getValue().stream()
                            : Stream.of(each))
                    .filter(each -> each != of)
                    .flatMap(each -> member(each, key).stream())
                    .findFirst())
        : Optional.empty();
  }

  /** Returns a text as it is read: in whatever style, but with no tag such as {@code !Ref}. */
  private static Optional<String> text(Node node) {
    return node instanceof ScalarNode scalar && isPlain(scalar)
        ? Optional.of(scalar.getValue())
        : Optional.empty();
  }

  private static boolean isPlain(Node node) {
    return node.getTag().getValue().startsWith("tag:yaml.org,2002:");
  }

  /** In double quotes, as YAML reads it. */
  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  /** Returns the text with another value of a property of the function's own. */
  public static Optional<String> withProperty(
      String text, String function, String property, String value) {
    TemplateFile file = new TemplateFile(text);
    Optional<MappingNode> properties = file.properties(function);
    Optional<Node> own = properties.flatMap(of -> Nodes.value(of, property));
    return own.isPresent()
        ? file.scalar(own.get()).flatMap(of -> file.replaced(of, value))
        : properties.flatMap(of -> file.before(of, property + ": " + value));
  }

  /**
   * Returns the text with a property of the function's own on one line, whatever its value was
   * before.
   *
   * @param value YAML in flow style
   */
  public static Optional<String> withLine(
      String text, String function, String property, String value) {
    TemplateFile file = new TemplateFile(text);
    return file.properties(function).flatMap(of -> file.line(of, property, value));
  }

  /**
   * Returns the text with further lines among the properties of the function's own.
   *
   * @param further YAML in block style
   */
  public static Optional<String> withLines(String text, String function, List<String> further) {
    TemplateFile file = new TemplateFile(text);
    return file.properties(function).flatMap(of -> file.before(of, further.toArray(String[]::new)));
  }

  /**
   * Returns the text with a further resource.
   *
   * @param further YAML in block style
   */
  public static Optional<String> withResource(String text, List<String> further) {
    return new TemplateFile(text).with("Resources", further);
  }

  /**
   * Returns the text with further parameters.
   *
   * @param further YAML in block style
   */
  static Optional<String> withParameters(String text, List<String> further) {
    TemplateFile file = new TemplateFile(text);
    if (file.root.flatMap(of -> Nodes.tuple(of, PARAMETERS)).isPresent()) {
      return file.with(PARAMETERS, further);
    }
    List<String> block = new ArrayList<>(List.of(PARAMETERS + ":"));
    further.forEach(line -> block.add("  " + line));
    return file.root
        .flatMap(of -> Nodes.tuple(of, "Resources"))
        .map(resources -> resources.getKeyNode().getStartMark().orElseThrow().getLine())
        .map(line -> file.with(line, 0, String.join("\n", block) + "\n\n"));
  }

  private Optional<String> with(String heading, List<String> further) {
    return root.flatMap(this::block)
        .flatMap(of -> block(of, heading))
        .flatMap(of -> before(of, further.toArray(String[]::new)));
  }

  private Optional<String> line(MappingNode mapping, String property, String value) {
    Optional<NodeTuple> own = Nodes.tuple(mapping, property);
    if (own.isEmpty()) {
      return before(mapping, property + ": " + value);
    }
    int start = own.get().getKeyNode().getStartMark().orElseThrow().getLine();
    String indent = " ".repeat(own.get().getKeyNode().getStartMark().orElseThrow().getColumn());
    String line = lines.get(start);
    String feed = line.endsWith("\r\n") ? "\r\n" : "\n";
    return line.startsWith(indent) && !isUsedElsewhere(own.get())
        ? Optional.of(with(start, end(own.get()) - start, indent + property + ": " + value + feed))
        : Optional.empty();
  }

  /**
   * Returns the text without a property, of the function's own or of what SAM gives every function.
   */
  public static Optional<String> withoutProperty(String text, String function, String property) {
    TemplateFile file = new TemplateFile(text);
    Optional<MappingNode> properties = file.properties(function);
    if (properties.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> without = file.without(properties.get(), property);
    if (without.isEmpty() || new TemplateFile(without.get()).ofAll(function, property).isEmpty()) {
      return without;
    }
    return new TemplateFile(without.get()).withoutForAll(property);
  }

  /** A mapping in which nothing else is goes with it. */
  private Optional<String> withoutForAll(String property) {
    Optional<MappingNode> top = root.flatMap(this::block);
    Optional<MappingNode> globals = top.flatMap(of -> mapping(of, GLOBALS));
    Optional<MappingNode> all = globals.flatMap(of -> mapping(of, "Function"));
    if (all.filter(of -> Nodes.tuple(of, property).isPresent()).isEmpty()) {
      return Optional.empty();
    }
    if (!isWhole(all.get(), property)) {
      return without(all.get(), property);
    }
    return isWhole(globals.orElseThrow(), "Function")
        ? without(top.orElseThrow(), GLOBALS)
        : without(globals.get(), "Function");
  }

  /** Returns a mapping in any style, which nothing else in the template refers to. */
  private Optional<MappingNode> mapping(MappingNode of, String key) {
    return Nodes.value(of, key)
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .filter(node -> !aliased.contains(node) && !node.getValue().isEmpty());
  }

  private static boolean isWhole(MappingNode mapping, String key) {
    return mapping.getValue().size() == Nodes.tuples(mapping, key).count();
  }

  /** Every member of this name: of equal ones, those before the last have no effect. */
  private Optional<String> without(MappingNode mapping, String key) {
    if (mapping.getFlowStyle() == FlowStyle.FLOW) {
      return withoutInFlow(mapping, key);
    }
    List<String> rest = new ArrayList<>(lines);
    for (NodeTuple tuple : Nodes.tuples(mapping, key).toList().reversed()) {
      if (isUsedElsewhere(tuple)) {
        return Optional.empty();
      }
      int start = tuple.getKeyNode().getStartMark().orElseThrow().getLine();
      rest.subList(start, end(tuple)).clear();
    }
    return Optional.of(String.join("", rest));
  }

  private Optional<String> withoutInFlow(MappingNode mapping, String key) {
    List<NodeTuple> all = mapping.getValue();
    List<NodeTuple> found = Nodes.tuples(mapping, key).toList();
    if (found.size() != 1 || isUsedElsewhere(found.getFirst())) {
      return found.isEmpty() ? Optional.of(String.join("", lines)) : Optional.empty();
    }
    int at = all.indexOf(found.getFirst());
    boolean isLast = at == all.size() - 1;
    int from = isLast && at > 0 ? ending(all.get(at - 1)) : beginning(all.get(at));
    int to = isLast ? ending(all.get(at)) : beginning(all.get(at + 1));
    String text = String.join("", lines);
    return Optional.of(
        text.substring(0, text.offsetByCodePoints(0, from))
            + text.substring(text.offsetByCodePoints(0, to)));
  }

  private static int beginning(NodeTuple tuple) {
    return tuple.getKeyNode().getStartMark().orElseThrow().getIndex();
  }

  private static int ending(NodeTuple tuple) {
    return tuple.getValueNode().getEndMark().orElseThrow().getIndex();
  }

  /**
   * Returns the text with an attribute of the resource itself, beside its properties.
   *
   * @param value YAML in flow style
   */
  public static Optional<String> withAttribute(
      String text, String function, String attribute, String value) {
    TemplateFile file = new TemplateFile(text);
    return file.resource(function).flatMap(of -> file.line(of, attribute, value));
  }

  /** Returns the text in which no resource is to be deployed after one of those that are gone. */
  static Optional<String> withoutDependencies(String text, Set<String> gone) {
    TemplateFile file = new TemplateFile(text);
    Optional<String> changed = Optional.of(text);
    for (NodeTuple each :
        file.root.flatMap(of -> Nodes.mapping(of, "Resources")).stream()
            .flatMap(of -> of.getValue().stream())
            .toList()) {
      List<String> all =
          file.block(each.getValueNode()).flatMap(of -> Nodes.value(of, DEPENDENCIES)).stream()
              .flatMap(
                  of -> of instanceof SequenceNode list ? list.getValue().stream() : Stream.of(of))
              .map(Nodes::scalar)
              .toList();
      List<String> rest = all.stream().filter(id -> !gone.contains(id)).toList();
      if (rest.size() < all.size()) {
        changed = changed.flatMap(of -> withDependencies(of, Nodes.key(each), rest));
      }
    }
    return changed;
  }

  private static Optional<String> withDependencies(String text, String resource, List<String> all) {
    TemplateFile file = new TemplateFile(text);
    return file.resource(resource)
        .flatMap(of ->
            all.isEmpty()
                ? file.without(of, DEPENDENCIES)
                : file.line(of, DEPENDENCIES, all.toString()));
  }

  private int end(NodeTuple tuple) {
    return end(lines, tuple);
  }

  /** The number of the line behind the last one of a member that has content. */
  static int end(List<String> lines, NodeTuple tuple) {
    Node value = tuple.getValueNode();
    Mark mark = value.getEndMark().orElseThrow();
    boolean isBlock = value instanceof CollectionNode<?> of && of.getFlowStyle() == FlowStyle.BLOCK;
    // A block ends where the next one begins, all else within its last line.
    int end = Math.min(lines.size(), mark.getLine() + (isBlock || mark.getColumn() == 0 ? 0 : 1));
    int start = tuple.getKeyNode().getStartMark().orElseThrow().getLine();
    while (end > start + 1
        && (lines.get(end - 1).isBlank() || lines.get(end - 1).stripLeading().startsWith("#"))) {
      end--;
    }
    return Math.max(end, start + 1);
  }

  /** Returns whether a resource is a function of SAM's, and not of CloudFormation's. */
  public static boolean isOfSam(String text, String function) {
    return new TemplateFile(text).isOfSam(function);
  }

  /**
   * Returns the text with {@code SnapStart}, and for a function of SAM with an alias of the version
   * that it is for, unless there is one for all functions.
   */
  public static Optional<String> withSnapStart(String text, String function) {
    TemplateFile file = new TemplateFile(text);
    Optional<MappingNode> properties = file.properties(function);
    if (properties.isEmpty()) {
      return Optional.empty();
    }
    Optional<Node> own = Nodes.value(properties.get(), "SnapStart");
    if (own.isPresent()) {
      return file.block(own.get())
          .flatMap(of -> Nodes.value(of, "ApplyOn"))
          .flatMap(file::scalar)
          .flatMap(of -> file.replaced(of, PUBLISHED));
    }
    List<String> lines = new ArrayList<>(List.of("SnapStart:", "  ApplyOn: " + PUBLISHED));
    if (file.isOfSam(function)
        && member(properties.get(), ALIAS).isEmpty()
        && file.ofAll(function, ALIAS).isEmpty()) {
      lines.add(ALIAS + ": live");
    }
    return file.before(properties.get(), lines.toArray(String[]::new));
  }

  private boolean isOfSam(String function) {
    return root.flatMap(of -> member(of, "Resources"))
        .flatMap(of -> member(of, function))
        .flatMap(of -> member(of, "Type"))
        .flatMap(TemplateFile::text)
        .filter("AWS::Serverless::Function"::equals)
        .isPresent();
  }

  /**
   * Returns what SAM gives the function as all of its own, in whatever style it is written.
   *
   * @return a node on the way that cannot be read here, where there is one
   */
  private Optional<Node> ofAll(String function, String... path) {
    Optional<Node> found = isOfSam(function) ? root : Optional.empty();
    for (String each : Stream.concat(Stream.of(GLOBALS, "Function"), Stream.of(path)).toList()) {
      if (found.isPresent() && isHidden(found.get())) {
        return found.filter(of -> !of.getTag().equals(Tag.NULL));
      }
      found = found.flatMap(of -> member(of, each));
    }
    return found;
  }

  /** Returns whether members come only when the template is deployed. */
  private static boolean isHidden(Node node) {
    return !(node instanceof MappingNode mapping)
        || !isPlain(node)
        || mapping.getValue().stream().anyMatch(each -> Nodes.key(each).startsWith("Fn::"));
  }

  private Optional<MappingNode> properties(String function) {
    return resource(function).flatMap(of -> block(of, "Properties"));
  }

  private Optional<MappingNode> resource(String function) {
    return root.flatMap(this::block)
        .flatMap(of -> block(of, "Resources"))
        .flatMap(of -> block(of, function));
  }

  private Optional<MappingNode> block(MappingNode of, String key) {
    return Nodes.value(of, key).flatMap(this::block);
  }

  /** Returns a mapping that is in block style, and that nothing else in the template refers to. */
  private Optional<MappingNode> block(Node node) {
    return node instanceof MappingNode mapping
            && mapping.getFlowStyle() == FlowStyle.BLOCK
            && !aliased.contains(mapping)
            && !mapping.getValue().isEmpty()
        ? Optional.of(mapping)
        : Optional.empty();
  }

  /** Returns the nodes that aliases stand for. */
  static Set<Node> aliased(Node root) {
    Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Node> again = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Node> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Node node = open.pop();
      if (seen.add(node)) {
        children(node).forEach(open::push);
      } else {
        again.add(node);
      }
    }
    return again;
  }

  private static Stream<Node> children(Node node) {
    return switch (node) {
      case MappingNode mapping ->
          mapping.getValue().stream()
              .flatMap(each -> Stream.of(each.getKeyNode(), each.getValueNode()));
      case SequenceNode sequence -> sequence.getValue().stream();
      default -> Stream.empty();
    };
  }

  /** Returns whether an alias stands for something that is written in a member. */
  private boolean isUsedElsewhere(NodeTuple tuple) {
    return isUsedElsewhere(tuple, aliased);
  }

  static boolean isUsedElsewhere(NodeTuple tuple, Set<Node> aliased) {
    return aliased.stream()
        .map(each -> each.getStartMark().orElseThrow().getIndex())
        .anyMatch(at -> at >= beginning(tuple) && at < ending(tuple));
  }

  /** Returns a scalar that is on one line, has no tag of its own, and nothing else refers to it. */
  private Optional<ScalarNode> scalar(Node node) {
    return node instanceof ScalarNode scalar
            && isPlain(scalar)
            && !aliased.contains(scalar)
            && scalar.getStartMark().orElseThrow().getLine()
                == scalar.getEndMark().orElseThrow().getLine()
            && !scalar.getValue().contains("\"")
        ? Optional.of(scalar)
        : Optional.empty();
  }

  private Optional<String> replaced(ScalarNode old, String value) {
    int number = old.getStartMark().orElseThrow().getLine();
    String line = lines.get(number);
    int from = line.offsetByCodePoints(0, old.getStartMark().orElseThrow().getColumn());
    int to = line.offsetByCodePoints(0, old.getEndMark().orElseThrow().getColumn());
    return Optional.of(with(number, 1, line.substring(0, from) + value + line.substring(to)));
  }

  /**
   * Returns the text with further lines before the first member: behind the last one a comment or a
   * folded text may go on.
   */
  private Optional<String> before(MappingNode mapping, String... further) {
    Node first = mapping.getValue().getFirst().getKeyNode();
    int number = first.getStartMark().orElseThrow().getLine();
    String indent = " ".repeat(first.getStartMark().orElseThrow().getColumn());
    String line = lines.get(number);
    if (!line.startsWith(indent) || line.stripLeading().startsWith("-")) {
      return Optional.empty();
    }
    String feed = line.endsWith("\r\n") ? "\r\n" : "\n";
    StringBuilder added = new StringBuilder();
    for (String each : further) {
      added.append(indent).append(each).append(feed);
    }
    return Optional.of(with(number, 0, added.toString()));
  }

  private String with(int number, int removed, String text) {
    return String.join("", lines.subList(0, number))
        + text
        + String.join("", lines.subList(number + removed, lines.size()));
  }
}
