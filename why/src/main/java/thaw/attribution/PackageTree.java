package thaw.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import thaw.attribution.ClassTables.Tally;

/**
 * Classes by package, at the depth that tells something: {@code com.fasterxml.jackson.databind},
 * but not {@code com}, nor each of forty packages below {@code com.google.inject}.
 *
 * <p>A package stands for all below it. It is split when it has many classes and is hardly more
 * than a name space itself, or when it has a fifth of all classes. Parts that are too small for a
 * row then stay with it.
 */
final class PackageTree {
  private static final String OTHERS = "(other packages)";

  /** The depth of {@code com.google}: what is above is no organisation's. */
  private static final int FIRST_TELLING_DEPTH = 2;

  /** A row has at least this many classes, and this share of all. */
  private static final int LEAST_CLASSES = 5;

  private static final double LEAST_SHARE = 0.002;

  /** A package of fewer classes, or of a lesser share, is not split. */
  private static final int SPLIT_CLASSES = 50;

  private static final double SPLIT_SHARE = 0.05;

  /** A package with a larger share of all classes is split in any case. */
  private static final double LARGEST_SHARE = 0.2;

  /** A package with a smaller share of its own total in classes of its own is a name space. */
  private static final double NAME_SPACE_SHARE = 0.05;

  private final Node root = new Node("");

  private static final class Node {
    private final String name;
    private final Map<String, Node> children = new TreeMap<>();
    private Tally own = Tally.NONE;
    private Tally total = Tally.NONE;

    private Node(String name) {
      this.name = name;
    }
  }

  void add(String packageName, Tally tally) {
    Node node = root;
    node.total = node.total.plus(tally);
    for (int dot = -1; dot < packageName.length(); ) {
      int next = packageName.indexOf('.', dot + 1);
      int end = next < 0 ? packageName.length() : next;
      String name = packageName.substring(0, end);
      if (!name.isEmpty()) {
        node = node.children.computeIfAbsent(name, Node::new);
        node.total = node.total.plus(tally);
      }
      dot = end;
    }
    node.own = node.own.plus(tally);
  }

  /** The largest first; every class is in exactly one. */
  List<Explanation.ClassGroup> groups() {
    List<Explanation.ClassGroup> groups = new ArrayList<>();
    Tally others = split(root, 0, groups);
    if (others.classes() > 0) {
      groups.add(others.group(OTHERS));
    }
    groups.sort(ClassTables.LARGEST_FIRST);
    return groups;
  }

  /** Returns what has got no row. */
  private Tally split(Node node, int depth, List<Explanation.ClassGroup> groups) {
    boolean isTelling = depth >= FIRST_TELLING_DEPTH;
    if (isTelling && !isToBeSplit(node)) {
      groups.add(node.total.group(longestName(node)));
      return Tally.NONE;
    }
    Tally rest = node.own;
    for (Node child : node.children.values()) {
      rest = rest.plus(isRow(child.total) ? split(child, depth + 1, groups) : child.total);
    }
    if (!node.name.isEmpty() && isRow(isTelling ? rest : node.own)) {
      groups.add(rest.group(node.name));
      return Tally.NONE;
    }
    return rest;
  }

  /** {@code software.amazon.awssdk.services.s3}, where no other service is used. */
  private static String longestName(Node node) {
    Node longest = node;
    while (longest.own.classes() == 0 && longest.children.size() == 1) {
      longest = longest.children.values().iterator().next();
    }
    return longest.name;
  }

  private boolean isRow(Tally tally) {
    return tally.classes() >= LEAST_CLASSES
        && tally.classes() >= LEAST_SHARE * root.total.classes();
  }

  private boolean isToBeSplit(Node node) {
    int all = root.total.classes();
    int total = node.total.classes();
    boolean isNameSpace = node.own.classes() < NAME_SPACE_SHARE * total;
    return total >= SPLIT_CLASSES
        && (total > LARGEST_SHARE * all || (isNameSpace && total > SPLIT_SHARE * all));
  }
}
