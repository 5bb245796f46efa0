package thaw.explanation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.owner.Library;
import thaw.explanation.FrameTree.Node;
import thaw.presentation.text.Text;

/**
 * A profile as {@code why.html} carries it: trees as numbers, read from left to right. A negative
 * one goes up so many levels; one below the number of causes is a leaf, and the next is its time in
 * microseconds; any other goes down to the frame of that index, counted after the causes.
 */
final class FrameTreeJson {
  /** Two million characters of the page, and what a browser walks through in no time. */
  static final int MOST_NODES = 200_000;

  private static final int CAUSES = Cause.values().length;

  private final List<Long> tokens = new ArrayList<>();
  private int up;

  private FrameTreeJson() {}

  /**
   * @param own which frames are methods of the function's own classes
   * @param older the trees of an earlier profile, to compare with; the same frames have the same
   *     indices
   */
  record FlameView(
      List<String> frames, List<Integer> own, List<TreeView> trees, List<TreeView> older) {}

  record TreeView(String phase, boolean critical, List<Long> tokens) {}

  static FlameView of(Explanation explanation, Optional<Explanation> older) {
    Map<String, Integer> frames = new LinkedHashMap<>();
    List<TreeView> trees = trees(FrameTree.of(explanation.profile(), frames));
    List<TreeView> olderTrees =
        older
            .map(before ->
                FrameTree.of(CollapsedFile.named(before.profile(), frames.keySet()), frames))
            .map(FrameTreeJson::trees)
            .orElse(List.of());
    Set<String> own =
        explanation.methods().stream()
            .filter(method -> method.library().equals(Library.FUNCTION.name()))
            .map(method -> Text.clean(method.method()))
            .collect(Collectors.toSet());
    return new FlameView(
        List.copyOf(frames.keySet()),
        frames.entrySet().stream()
            .filter(frame -> own.contains(frame.getKey()))
            .map(Map.Entry::getValue)
            .toList(),
        trees,
        olderTrees);
  }

  private static List<TreeView> trees(FrameTree tree) {
    tree.shrink(MOST_NODES);
    List<TreeView> trees = new ArrayList<>();
    tree.roots()
        .forEach((root, node) -> {
          FrameTreeJson each = new FrameTreeJson();
          each.node(node);
          trees.add(new TreeView(root.phase().label(), root.critical(), each.tokens));
        });
    return trees;
  }

  /** The largest first, so that the page need not sort. */
  private void node(Node node) {
    node.leaves.forEach((cause, millis) -> {
      long micros = Math.round(millis * 1_000);
      if (micros > 0) {
        climb();
        tokens.add((long) cause.ordinal());
        tokens.add(micros);
      }
    });
    for (Map.Entry<Integer, Node> child : node.sorted()) {
      climb();
      tokens.add((long) CAUSES + child.getKey());
      node(child.getValue());
      up++;
    }
  }

  private void climb() {
    if (up > 0) {
      tokens.add((long) -up);
      up = 0;
    }
  }
}
