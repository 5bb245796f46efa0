package thaw.explanation;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import thaw.attribution.Cause;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.presentation.text.Text;

/**
 * All stacks of a profile folded into trees, one for each phase and for whether the cold start
 * waited for the thread. Leaves are causes; their time is their nodes' own. Refuses to know what
 * they are written to.
 */
final class FrameTree {
  record Root(PhaseName phase, boolean critical) {
    /** The order in which the page shows them: what was waited for comes first. */
    static final Comparator<Root> ORDER =
        Comparator.comparing(Root::critical).reversed().thenComparing(Root::phase);
  }

  /** A frame below those that called it. */
  static final class Node {
    /** The nodes below by the index of their frame. */
    final Map<Integer, Node> children = new HashMap<>(2);

    /** Milliseconds that were spent in the frame itself. */
    final Map<Cause, Double> leaves = new EnumMap<>(Cause.class);

    double millis;

    /** The largest first. */
    List<Map.Entry<Integer, Node>> sorted() {
      return children.entrySet().stream()
          .sorted(
              Comparator.comparingDouble(
                      (Map.Entry<Integer, Node> entry) -> -entry.getValue().millis)
                  .thenComparing(Map.Entry::getKey))
          .toList();
    }
  }

  private final Map<Root, Node> roots = new TreeMap<>(Root.ORDER);
  private final ProfileFrames names = new ProfileFrames();
  private final Map<String, Integer> frames;
  private int nodes;

  /**
   * @param frames by name, to which it adds its own
   */
  private FrameTree(Map<String, Integer> frames) {
    this.frames = frames;
  }

  static FrameTree of(List<ProfileSample> profile) {
    return of(profile, new LinkedHashMap<>());
  }

  /** Returns the trees of a profile, with indices of frames that it shares with others. */
  static FrameTree of(List<ProfileSample> profile, Map<String, Integer> frames) {
    FrameTree tree = new FrameTree(frames);
    profile.forEach(tree::add);
    return tree;
  }

  private void add(ProfileSample sample) {
    Node node = roots.computeIfAbsent(new Root(sample.phase(), sample.critical()), _ -> new Node());
    node.millis += sample.millis();
    if (!sample.critical()) {
      node = child(node, "[" + Text.clean(sample.thread()) + "]", sample.millis());
    }
    if (!sample.frames().isEmpty()) {
      for (String frame : names.names(sample).reversed()) {
        node = child(node, frame, sample.millis());
      }
    }
    node.leaves.merge(sample.cause(), sample.millis(), Double::sum);
  }

  private Node child(Node parent, String frame, double millis) {
    Integer index = frames.computeIfAbsent(frame, _ -> frames.size());
    Node child =
        parent.children.computeIfAbsent(
            index,
            _ -> {
              nodes++;
              return new Node();
            });
    child.millis += millis;
    return child;
  }

  /** Folds what took the least into what called it, until no more than so many are left. */
  void shrink(int most) {
    double whole = roots.values().stream().mapToDouble(root -> root.millis).sum();
    for (double least = whole / 1e6; nodes > most && least < whole; least *= 1.5) {
      nodes = 0;
      for (Node root : roots.values()) {
        nodes += fold(root, least);
      }
    }
  }

  /** Folds small nodes, and returns the number of nodes that are left below. */
  private static int fold(Node node, double least) {
    int left = 0;
    for (var children = node.children.values().iterator(); children.hasNext(); ) {
      Node child = children.next();
      if (child.millis < least) {
        collect(child, node.leaves);
        children.remove();
      } else {
        left += 1 + fold(child, least);
      }
    }
    return left;
  }

  private static void collect(Node node, Map<Cause, Double> into) {
    node.leaves.forEach((cause, millis) -> into.merge(cause, millis, Double::sum));
    node.children.values().forEach(child -> collect(child, into));
  }

  int nodes() {
    return nodes;
  }

  Map<Root, Node> roots() {
    return roots;
  }

  /** Returns the frames in the order of their indices. */
  List<String> frames() {
    return List.copyOf(frames.keySet());
  }
}
