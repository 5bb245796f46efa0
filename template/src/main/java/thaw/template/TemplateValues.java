package thaw.template;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.AnchorNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import thaw.problem.UserMistake;

/**
 * Makes {@link TemplateValue}s of SnakeYAML's nodes: intrinsic functions in either form become
 * calls, keys that are no scalar are refused. Of a key that stands there twice the last one counts,
 * as it does for CloudFormation and SAM.
 */
final class TemplateValues {
  /**
   * The most levels of a template, far more than any has; an alias that contains itself has no end.
   */
  private static final int DEEPEST = 200;

  /**
   * The most values of a template whose aliases are written out, as CloudFormation's parser does
   * it; 3 MB without aliases have fewer.
   */
  private static final long MOST_VALUES = 2_000_000;

  private static final String MERGE = "<<";

  /** Stands for a bare hyphen; a character of private use, which no template has. */
  static final String HYPHEN = "\uE02D";

  private final String file;
  private final Function<Place, Optional<UserMistake>> betterExplanation;
  private final Consumer<String> warnings;

  /** One value per node, so that aliases of aliases do not multiply. */
  private final Map<Node, TemplateValue> converted = new IdentityHashMap<>();

  /** How many values each node is, with those of its aliases. */
  private final Map<Node, Long> sizes = new IdentityHashMap<>();

  /**
   * @param betterExplanation a mistake of the whole text that explains why a place is odd
   * @param warnings gets a line for each value that does not count
   */
  TemplateValues(
      String file,
      Function<Place, Optional<UserMistake>> betterExplanation,
      Consumer<String> warnings) {
    this.file = file;
    this.betterExplanation = betterExplanation;
    this.warnings = warnings;
  }

  TemplateValue convert(Node root) {
    return convert(root, 0);
  }

  private TemplateValue convert(Node node, int depth) {
    TemplateValue known = converted.get(node);
    if (known != null) {
      return known;
    }
    Place place = place(node);
    if (depth > DEEPEST) {
      throw place.mistake(
          "the template must not nest deeper than " + DEEPEST + " levels",
          "remove the alias that contains itself");
    }
    TemplateValue plain =
        switch (node) {
          case ScalarNode scalar -> scalar(scalar, place);
          case SequenceNode sequence ->
              new TemplateValue.Items(items(sequence.getValue(), depth + 1), place);
          case MappingNode mapping -> mapping(mapping, place, depth + 1);
          case AnchorNode anchor -> convert(anchor.getRealNode(), depth + 1);
          default -> throw new IllegalStateException("unknown node " + node.getNodeType());
        };
    TemplateValue value = shortForm(node.getTag().getValue(), plain);
    converted.put(node, value);
    sizes.put(node, size(node, place));
    return value;
  }

  private long size(Node node, Place place) {
    long size = 1;
    switch (node) {
      case SequenceNode sequence -> {
        for (Node item : sequence.getValue()) {
          size += sizes.getOrDefault(item, 1L);
        }
      }
      case MappingNode mapping -> {
        for (NodeTuple tuple : mapping.getValue()) {
          size += sizes.getOrDefault(tuple.getValueNode(), 1L);
        }
      }
      default -> {
        // one value
      }
    }
    if (size > MOST_VALUES) {
      throw place.mistake(
          "the aliases of the template stand for more than %,d values".formatted(MOST_VALUES),
          "write what is meant without aliases of aliases");
    }
    return size;
  }

  private static TemplateValue scalar(ScalarNode scalar, Place place) {
    String text = text(scalar);
    return new TemplateValue.Text(Yaml11.value(scalar.getTag(), text), kind(scalar), place);
  }

  private List<TemplateValue> items(List<Node> nodes, int depth) {
    return nodes.stream().map(node -> convert(node, depth)).toList();
  }

  private TemplateValue mapping(MappingNode node, Place place, int depth) {
    Map<String, TemplateValue.Member> members = new LinkedHashMap<>();
    Map<String, TemplateValue.Member> inherited = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      Place key = place(tuple.getKeyNode());
      String name = name(tuple.getKeyNode(), key);
      TemplateValue value = convert(tuple.getValueNode(), depth);
      if (name.equals(MERGE) && isPlain(tuple.getKeyNode())) {
        merged(value).forEach(inherited::putIfAbsent);
        continue;
      }
      TemplateValue.Member before = members.put(name, new TemplateValue.Member(key, value));
      if (before != null) {
        warnings.accept(
            "%s: %s stands there twice, first at line %d: the last one counts, as for CloudFormation"
                .formatted(key, name, before.key().line()));
      }
    }
    inherited.forEach(members::putIfAbsent);
    return longForm(members, place);
  }

  private static boolean isPlain(Node key) {
    return key instanceof ScalarNode scalar && scalar.isPlain();
  }

  /** The members of a mapping, or of all mappings in a list, that {@code <<} takes over. */
  private static Map<String, TemplateValue.Member> merged(TemplateValue value) {
    Map<String, TemplateValue.Member> members = new LinkedHashMap<>();
    switch (value) {
      case TemplateValue.Members one -> members.putAll(one.members());
      case TemplateValue.Items items ->
          items.items().forEach(item -> merged(item).forEach(members::putIfAbsent));
      case TemplateValue.Text _, TemplateValue.Call _ ->
          throw value
              .place()
              .mistake("<< must be followed by a mapping", "write << with an alias of a mapping");
    }
    return members;
  }

  private String name(Node key, Place place) {
    if (key instanceof ScalarNode scalar) {
      return text(scalar);
    }
    throw betterExplanation
        .apply(place)
        .orElseGet(() -> place.mistake("a key must be a plain name", "quote the text in braces"));
  }

  private static TemplateValue longForm(Map<String, TemplateValue.Member> members, Place place) {
    if (members.size() == 1) {
      Map.Entry<String, TemplateValue.Member> only = members.entrySet().iterator().next();
      if (only.getKey().equals("Ref") || isIntrinsic(only.getKey())) {
        return new TemplateValue.Call(unprefixed(only.getKey()), only.getValue().value(), place);
      }
    }
    return new TemplateValue.Members(members, place);
  }

  /** {@code Fn::ForEach::Name} is a key of the language extensions, not a function of a value. */
  private static boolean isIntrinsic(String key) {
    return key.startsWith("Fn::") && key.indexOf("::", "Fn::".length()) < 0;
  }

  private static TemplateValue shortForm(String tag, TemplateValue plain) {
    boolean local = tag.length() > 1 && tag.startsWith("!");
    return local
        ? new TemplateValue.Call(unprefixed(tag.substring(1)), plain, plain.place())
        : plain;
  }

  private static String unprefixed(String function) {
    return function.startsWith("Fn::") ? function.substring("Fn::".length()) : function;
  }

  private static String text(ScalarNode scalar) {
    return scalar.getValue().replace(HYPHEN, "-");
  }

  private static TemplateValue.Kind kind(ScalarNode scalar) {
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return TemplateValue.Kind.NUMBER;
    }
    if (tag.equals(Tag.BOOL)) {
      return TemplateValue.Kind.BOOLEAN;
    }
    return tag.equals(Tag.NULL) ? TemplateValue.Kind.NULL : TemplateValue.Kind.STRING;
  }

  private Place place(Node node) {
    Optional<Mark> mark = node.getStartMark();
    return mark.map(m -> new Place(file, m.getLine() + 1, m.getColumn() + 1))
        .orElse(new Place(file, 1, 1));
  }
}
