package thaw.function.template;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Finds members in the nodes of a template. Of members with one name the last one counts. */
final class Nodes {
  private Nodes() {}

  /** Returns the text of a scalar; empty for other nodes. */
  static String scalar(Node node) {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  static String key(NodeTuple tuple) {
    return scalar(tuple.getKeyNode());
  }

  /** Returns the members of a mapping; none of another node. */
  static List<NodeTuple> members(Node of) {
    return of instanceof MappingNode mapping ? mapping.getValue() : List.of();
  }

  static Stream<NodeTuple> tuples(Node of, String key) {
    return members(of).stream().filter(each -> key(each).equals(key));
  }

  static Optional<NodeTuple> tuple(Node of, String key) {
    return tuples(of, key).reduce((_, last) -> last);
  }

  static Optional<Node> value(Node of, String key) {
    return tuple(of, key).map(NodeTuple::getValueNode);
  }

  static Optional<MappingNode> mapping(Node of, String key) {
    return value(of, key).filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
  }

  static boolean isBlock(MappingNode mapping) {
    return mapping.getFlowStyle() == FlowStyle.BLOCK;
  }
}
