package thaw.report.why;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import thaw.attribution.Cause;
import thaw.attribution.ProfileSample;
import thaw.report.why.FrameTree.Node;

/**
 * A profile as {@code why.html} carries it: trees as numbers, read from left to right. A negative
 * one goes up so many levels; one below the number of causes is a leaf, and the next is its time in
 * microseconds; any other goes down to the frame of that index, counted after the causes.
 */
final class FrameTreeJson {
  /** Two million characters of the page, and what a browser walks through in no time. */
  static final int MOST_NODES = 200_000;

  private static final int CAUSES = Cause.values().length;

  private final ArrayNode tokens;
  private int up;

  private FrameTreeJson(ArrayNode tokens) {
    this.tokens = tokens;
  }

  static void write(List<ProfileSample> profile, ObjectNode json) {
    FrameTree tree = FrameTree.of(profile);
    tree.shrink(MOST_NODES);
    ArrayNode names = json.putArray("frames");
    tree.frames().forEach(names::add);
    ArrayNode trees = json.putArray("trees");
    tree.roots()
        .forEach((root, node) -> {
          ObjectNode each = trees.addObject();
          each.put("phase", root.phase().label());
          each.put("critical", root.critical());
          new FrameTreeJson(each.putArray("tokens")).node(node);
        });
  }

  /** The largest first, so that the page need not sort. */
  private void node(Node node) {
    node.leaves.forEach((cause, millis) -> {
      long micros = Math.round(millis * 1_000);
      if (micros > 0) {
        climb();
        tokens.add(cause.ordinal()).add(micros);
      }
    });
    for (Map.Entry<Integer, Node> child : node.sorted()) {
      climb();
      tokens.add(CAUSES + child.getKey());
      node(child.getValue());
      up++;
    }
  }

  private void climb() {
    if (up > 0) {
      tokens.add(-up);
      up = 0;
    }
  }
}
