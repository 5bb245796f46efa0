package thaw.function.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import thaw.template.Yaml11;

/**
 * A template whose lines can be changed one by one: what a function needs for that is written in
 * block style, without aliases. Templates in JSON, as CDK writes them, become YAML; of YAML the
 * lines of the function alone are written anew where they can, and all others stay.
 *
 * <p>It also no longer says where CDK had put the function's code, which SAM CLI would deploy in
 * place of what the template names.
 */
public final class BlockTemplate {
  private static final String ASSET = "aws:asset:";

  /** Members of a function that are changed one by one; those below them stay as they are. */
  private static final List<List<String>> CHANGED =
      List.of(
          List.of("Properties"),
          List.of("Properties", "Environment"),
          List.of("Properties", "Environment", "Variables"),
          List.of("Properties", "SnapStart"),
          List.of("Metadata"));

  /** Expanded, few aliases can be more than any memory holds. */
  private static final int MOST_NODES = 500_000;

  /** What needs no quotes, unless it is read as something else than a text. */
  private static final Pattern WORD =
      Pattern.compile("[A-Za-z&&[^nNyY]]|[A-Za-z][A-Za-z0-9_./:-]*[A-Za-z0-9_]");

  private int nodes;

  private BlockTemplate() {}

  /**
   * Returns the text; as it is where nothing is in the way, where it is no YAML, or has no such
   * function.
   *
   * @param function its logical id
   */
  public static String of(String text, String function) {
    try {
      return Yaml11.nodes(text)
          .filter(MappingNode.class::isInstance)
          .map(MappingNode.class::cast)
          .flatMap(root -> of(text, root, function))
          .orElse(text);
    } catch (YamlEngineException e) {
      return text; // who reads it tells what is wrong
    }
  }

  private static Optional<String> of(String text, MappingNode root, String function) {
    Optional<MappingNode> resources = Nodes.mapping(root, "Resources");
    Optional<NodeTuple> resource = resources.flatMap(of -> Nodes.tuple(of, function));
    if (resource.isEmpty()) {
      return Optional.empty();
    }
    Set<Node> aliased = TemplateFile.aliased(root);
    boolean isAllWritten =
        !Nodes.isBlock(root)
            || resources.filter(Nodes::isBlock).isEmpty()
            || Nodes.mapping(root, "Outputs").filter(of -> !Nodes.isBlock(of)).isPresent();
    if (isAllWritten) {
      return wholeWritten(root, function);
    }
    if (!needsWriting(resource.get(), aliased)) {
      return Optional.empty();
    }
    return TemplateFile.isUsedElsewhere(resource.get(), aliased)
        ? wholeWritten(root, function)
        : written(text, resource.get());
  }

  private static boolean needsWriting(NodeTuple resource, Set<Node> aliased) {
    Node node = resource.getValueNode();
    if (isInTheWay(node, aliased) || isAsset(node)) {
      return true;
    }
    return CHANGED.stream()
        .flatMap(path -> below(node, path).stream())
        .anyMatch(of -> isInTheWay(of, aliased));
  }

  private static boolean isInTheWay(Node node, Set<Node> aliased) {
    return node instanceof MappingNode mapping
        && (!Nodes.isBlock(mapping) || aliased.contains(node));
  }

  private static boolean isAsset(Node resource) {
    return Nodes.mapping(resource, "Metadata").stream()
        .flatMap(metadata -> metadata.getValue().stream())
        .anyMatch(BlockTemplate::isOfAsset);
  }

  private static boolean isOfAsset(NodeTuple metadata) {
    return Nodes.key(metadata).startsWith(ASSET);
  }

  private static Optional<Node> below(Node node, List<String> path) {
    Optional<Node> found = Optional.of(node);
    for (String each : path) {
      found = found.flatMap(of -> Nodes.value(of, each));
    }
    return found;
  }

  /** Only the lines of a resource are written anew. */
  private static Optional<String> written(String text, NodeTuple resource) {
    List<String> lines = new ArrayList<>(Arrays.asList(text.split("(?<=\n)", -1)));
    int start = resource.getKeyNode().getStartMark().orElseThrow().getLine();
    String indent = " ".repeat(resource.getKeyNode().getStartMark().orElseThrow().getColumn());
    if (!lines.get(start).startsWith(indent)) {
      return Optional.empty();
    }
    BlockTemplate template = new BlockTemplate();
    Node whole =
        new MappingNode(
            Tag.MAP,
            List.of(
                new NodeTuple(resource.getKeyNode(), template.function(resource.getValueNode()))),
            FlowStyle.BLOCK);
    if (template.nodes > MOST_NODES) {
      return Optional.empty();
    }
    List<String> block =
        written(whole).lines().map(line -> line.isEmpty() ? "\n" : indent + line + "\n").toList();
    int end = TemplateFile.end(lines, resource);
    lines.subList(start, end).clear();
    lines.addAll(start, block);
    return Optional.of(String.join("", lines));
  }

  /** Returns a template in block style; empty where that is too large. */
  private static Optional<String> wholeWritten(MappingNode root, String function) {
    BlockTemplate template = new BlockTemplate();
    Node all =
        template.copied(
            root,
            "Resources",
            resources -> template.copied(resources, function, template::function));
    return template.nodes > MOST_NODES ? Optional.empty() : Optional.of(written(all));
  }

  /** Returns a copy, in which a mapping has another member of a name. */
  private Node copied(Node of, String key, UnaryOperator<Node> other) {
    if (!(of instanceof MappingNode mapping)) {
      return copy(of);
    }
    List<NodeTuple> all =
        mapping.getValue().stream()
            .map(each ->
                new NodeTuple(
                    copy(each.getKeyNode()),
                    Nodes.key(each).equals(key)
                        ? other.apply(each.getValueNode())
                        : copy(each.getValueNode())))
            .toList();
    return new MappingNode(mapping.getTag(), all, FlowStyle.BLOCK);
  }

  /** A function without what CDK says of its code. */
  private Node function(Node resource) {
    Node copy = copy(resource);
    return copy instanceof MappingNode mapping
        ? new MappingNode(
            mapping.getTag(),
            mapping.getValue().stream().flatMap(BlockTemplate::withoutAsset).toList(),
            FlowStyle.BLOCK)
        : copy;
  }

  /** A member in which nothing else is goes with it. */
  private static Stream<NodeTuple> withoutAsset(NodeTuple member) {
    if (!Nodes.key(member).equals("Metadata")
        || !(member.getValueNode() instanceof MappingNode metadata)) {
      return Stream.of(member);
    }
    List<NodeTuple> rest = metadata.getValue().stream().filter(each -> !isOfAsset(each)).toList();
    return rest.isEmpty()
        ? Stream.of()
        : Stream.of(
            new NodeTuple(
                member.getKeyNode(), new MappingNode(metadata.getTag(), rest, FlowStyle.BLOCK)));
  }

  /** In block style, but for functions such as {@code {"Ref": "Table"}} and what is empty. */
  private Node copy(Node node) {
    nodes++;
    if (nodes > MOST_NODES) {
      return new ScalarNode(Tag.STR, "", ScalarStyle.PLAIN);
    }
    return switch (node) {
      case MappingNode mapping ->
          new MappingNode(
              mapping.getTag(),
              mapping.getValue().stream()
                  .map(each -> new NodeTuple(copy(each.getKeyNode()), copy(each.getValueNode())))
                  .toList(),
              isReference(mapping) ? FlowStyle.FLOW : FlowStyle.BLOCK);
      case SequenceNode sequence ->
          new SequenceNode(
              sequence.getTag(),
              sequence.getValue().stream().map(this::copy).toList(),
              sequence.getValue().stream().allMatch(ScalarNode.class::isInstance)
                  ? FlowStyle.FLOW
                  : FlowStyle.BLOCK);
      case ScalarNode scalar -> new ScalarNode(scalar.getTag(), scalar.getValue(), style(scalar));
      default -> node;
    };
  }

  private static boolean isReference(MappingNode mapping) {
    return mapping.getValue().isEmpty()
        || mapping.getValue().size() == 1
            && mapping.getValue().getFirst().getValueNode() instanceof ScalarNode
            && Nodes.key(mapping.getValue().getFirst()).equals("Ref");
  }

  private static ScalarStyle style(ScalarNode scalar) {
    return scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED
            && WORD.matcher(scalar.getValue()).matches()
        ? ScalarStyle.PLAIN
        : scalar.getScalarStyle();
  }

  private static String written(Node node) {
    StringBuilder text = new StringBuilder();
    new Dump(
            DumpSettings.builder()
                .setSchema(new Yaml11())
                .setDereferenceAliases(true)
                .setWidth(Integer.MAX_VALUE)
                .setSplitLines(false)
                .build())
        .dumpNode(
            node,
            new StreamDataWriter() {
              @Override
              public void write(String all) {
                text.append(all);
              }

              @Override
              public void write(String all, int from, int length) {
                text.append(all, from, from + length);
              }
            });
    return text.toString();
  }
}
