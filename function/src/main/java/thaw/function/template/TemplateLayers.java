package thaw.function.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import thaw.template.Yaml11;

/**
 * A function's layers as its template writes them: what SAM gives every function, then its own.
 *
 * @param local names of all layers that the template itself has the contents of, used or not
 * @param used those of them that the function uses, in their order
 * @param others layers of elsewhere that it uses, each as it is written
 */
public record TemplateLayers(Set<String> local, List<String> used, List<String> others) {
  private static final Set<String> TYPES =
      Set.of("AWS::Serverless::LayerVersion", "AWS::Lambda::LayerVersion");

  /**
   * Returns a function's layers; empty for a template that is no YAML, or writes layers in a way
   * that nobody can take over.
   */
  public static Optional<TemplateLayers> of(String text, String function) {
    try {
      return Yaml11.nodes(text)
          .flatMap(root -> new Reading(text.split("\n", -1), root).layers(function));
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }

  private record Reading(String[] lines, Node root) {
    Optional<TemplateLayers> layers(String function) {
      Set<String> local = new LinkedHashSet<>();
      for (NodeTuple resource :
          Nodes.value(root, "Resources").map(Nodes::members).orElse(List.of())) {
        if (isLocal(resource.getValueNode())) {
          local.add(Nodes.key(resource));
        }
      }
      List<Node> items = new ArrayList<>();
      Optional<Node> all = Nodes.value(root, "Globals").flatMap(of -> Nodes.value(of, "Function"));
      Optional<Node> own =
          Nodes.value(root, "Resources")
              .flatMap(of -> Nodes.value(of, function))
              .flatMap(of -> Nodes.value(of, "Properties"));
      for (Optional<Node> place : Arrays.asList(all, own)) {
        Optional<Node> list = place.flatMap(of -> Nodes.value(of, "Layers"));
        if (list.isPresent() && !(list.get() instanceof SequenceNode)) {
          return Optional.empty();
        }
        list.ifPresent(node -> items.addAll(((SequenceNode) node).getValue()));
      }
      List<String> used = new ArrayList<>();
      List<String> others = new ArrayList<>();
      for (Node item : items) {
        Optional<String> name = referred(item).filter(local::contains);
        Optional<String> written = name.isPresent() ? name : written(item);
        if (written.isEmpty()) {
          return Optional.empty();
        }
        (name.isPresent() ? used : others).add(written.get());
      }
      return Optional.of(new TemplateLayers(local, List.copyOf(used), List.copyOf(others)));
    }

    private static boolean isLocal(Node resource) {
      boolean layer =
          Nodes.value(resource, "Type").map(Nodes::scalar).filter(TYPES::contains).isPresent();
      Optional<Node> content =
          Nodes.value(resource, "Properties")
              .flatMap(of -> Nodes.value(of, "ContentUri").or(() -> Nodes.value(of, "Content")));
      boolean isAsset =
          Nodes.value(resource, "Metadata")
              .flatMap(of -> Nodes.value(of, "aws:asset:path"))
              .isPresent();
      return layer
          && (isAsset
              || content // SAM takes an absent one for the template's folder
                  .map(of ->
                      of instanceof ScalarNode && !Nodes.scalar(of).matches("(s3|https)://.*"))
                  .orElse(true));
    }

    /**
     * Returns the name in {@code !Ref Name}, {@code !GetAtt Name.Attribute} or {@code Ref: Name}.
     */
    private static Optional<String> referred(Node item) {
      List<NodeTuple> members = Nodes.members(item);
      if (members.size() == 1) {
        return Optional.of(
            Nodes.scalar(members.getFirst().getValueNode()).replaceFirst("\\..*", ""));
      }
      return item instanceof ScalarNode scalar && scalar.getTag().getValue().startsWith("!")
          ? Optional.of(scalar.getValue().replaceFirst("\\..*", ""))
          : Optional.empty();
    }

    /** Returns the text of an item as it stands in the template, if that is on one line. */
    private Optional<String> written(Node item) {
      Mark start = item.getStartMark().orElseThrow();
      List<NodeTuple> members = Nodes.members(item);
      // A block ends where the next one begins.
      boolean isBlock =
          item instanceof MappingNode mapping
              && mapping.getFlowStyle() == FlowStyle.BLOCK
              && members.size() == 1;
      Node last = isBlock ? members.getFirst().getValueNode() : item;
      Mark end = last.getEndMark().orElseThrow();
      return start.getLine() == end.getLine()
          ? Optional.of(
              new String(
                  lines[start.getLine()]
                      .codePoints()
                      .skip(start.getColumn())
                      .limit((long) end.getColumn() - start.getColumn())
                      .toArray(),
                  0,
                  end.getColumn() - start.getColumn()))
          : Optional.empty();
    }
  }
}
