package thaw.function.template;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * What a function needs of a template, and the other functions that this names. Those are in
 * another stack when the function is deployed without them, so that parameters take the place of
 * their names and ARNs: {@code !GetAtt Other.Arn} becomes {@code !Ref OtherArn}.
 */
final class OutsideFunctions {
  private static final String REF = "Ref";
  private static final String ATTRIBUTE = "Fn::GetAtt";
  private static final String SUB = "Fn::Sub";
  private static final String NAME = "Name";
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\s*(\\w+)(?:\\.([\\w.]+))?\\s*}");

  private final String text;
  private final MappingNode root;
  private final Set<String> functions;
  private final Set<String> taken = new HashSet<>();

  /** By names of parameters: what they stand for. */
  private final Map<String, Reference> parameters = new TreeMap<>();

  /** By the index of the character where it begins. */
  private final Map<Integer, Edit> edits = new TreeMap<>();

  private final Set<String> needed = new TreeSet<>();

  /** What is needed, and was not looked at yet. */
  private final Deque<Node> open = new ArrayDeque<>();

  /**
   * @param functions logical ids of those that go
   */
  private OutsideFunctions(String text, MappingNode root, Set<String> functions) {
    this.text = text;
    this.root = root;
    this.functions = functions;
    for (String block : List.of("Parameters", "Resources")) {
      Nodes.mapping(root, block)
          .ifPresent(of -> of.getValue().forEach(each -> taken.add(Nodes.key(each))));
    }
  }

  /**
   * A template in which the function names no other one.
   *
   * @param needed logical ids of the resources that the function needs, itself among them
   */
  record Replaced(String text, Set<String> needed) {}

  private record Reference(String id, Optional<String> attribute) {
    String parameter() {
      return id + attribute.orElse(NAME).replaceAll("\\W", "");
    }

    String words() {
      return attribute.map(of -> "GetAtt " + id + "." + of).orElse("Ref " + id);
    }
  }

  private record Edit(int end, String replacement) {}

  /**
   * Returns a template with parameters for the functions that go; empty where its own parameters
   * are written so that no further one has a place.
   *
   * @param root of the text
   * @param gone logical ids of functions
   */
  static Optional<Replaced> of(String text, MappingNode root, String function, Set<String> gone) {
    return new OutsideFunctions(text, root, gone).replaced(function);
  }

  private Optional<Replaced> replaced(String function) {
    Nodes.value(root, "Globals").ifPresent(open::add);
    need(function);
    while (!open.isEmpty()) {
      look(open.remove());
    }
    return withParameters().map(changed -> new Replaced(changed, Set.copyOf(needed)));
  }

  private void need(String id) {
    if (needed.add(id)) {
      Nodes.mapping(root, "Resources").flatMap(of -> Nodes.value(of, id)).ifPresent(open::add);
    }
  }

  private void look(Node node) {
    switch (node) {
      case ScalarNode scalar -> scalar(scalar, scalar.getTag().getValue());
      case SequenceNode list -> list(list);
      case MappingNode mapping -> mapping(mapping);
      default -> {}
    }
  }

  private void scalar(ScalarNode scalar, String tag) {
    switch (tag) {
      case "!Ref", "!GetAtt" -> refer(scalar.getValue(), start(scalar), end(scalar), "!Ref ");
      case "!Sub" -> substitute(scalar);
      default -> {}
    }
  }

  private void list(SequenceNode list) {
    switch (list.getTag().getValue()) {
      case "!GetAtt" -> attribute(list, start(list), "!Ref ");
      case "!Sub" -> substituteAll(list.getValue());
      default -> list.getValue().forEach(this::look);
    }
  }

  private void mapping(MappingNode mapping) {
    for (NodeTuple member : mapping.getValue()) {
      Node value = member.getValueNode();
      switch (mapping.getValue().size() == 1 ? Nodes.key(member) : "") {
        case REF, ATTRIBUTE -> {
          int start = start(member.getKeyNode());
          if (value instanceof SequenceNode list) {
            attribute(list, start, "Ref: ");
          } else {
            refer(Nodes.scalar(value), start, end(value), "Ref: ");
          }
        }
        case SUB -> {
          if (value instanceof SequenceNode list) {
            substituteAll(list.getValue());
          } else {
            substitute(value);
          }
        }
        default -> {
          if (!Nodes.key(member)
              .equals(TemplateFile.DEPENDENCIES)) { // an order, which needs nothing
            look(value);
          }
        }
      }
    }
  }

  private void attribute(SequenceNode list, int start, String before) {
    List<Node> items = list.getValue();
    // A list in block style ends where what follows begins.
    boolean isBlock = list.getFlowStyle() == FlowStyle.BLOCK && !items.isEmpty();
    String name = items.stream().map(Nodes::scalar).collect(Collectors.joining("."));
    refer(name, start, end(isBlock ? items.getLast() : list), before);
  }

  private void substituteAll(List<Node> items) {
    if (!items.isEmpty()) {
      substitute(items.getFirst());
      items.stream().skip(1).forEach(this::look);
    }
  }

  private void substitute(Node template) {
    int start = start(template);
    int end = end(template);
    String source = text.substring(start, end);
    Matcher matcher = VARIABLE.matcher(source);
    while (matcher.find()) {
      MatchResult at = matcher.toMatchResult();
      Reference reference = new Reference(at.group(1), Optional.ofNullable(at.group(2)));
      refer(reference)
          .ifPresent(
              name -> edits.put(start + at.start(), new Edit(start + at.end(), "${" + name + "}")));
    }
  }

  /**
   * @param name {@code Id} or {@code Id.Attribute}
   * @param before the parameter's name
   */
  private void refer(String name, int start, int end, String before) {
    int dot = name.indexOf('.');
    Reference reference =
        dot < 0
            ? new Reference(name, Optional.empty())
            : new Reference(name.substring(0, dot), Optional.of(name.substring(dot + 1)));
    refer(reference).ifPresent(each -> edits.put(start, new Edit(end, before + each)));
  }

  /** Returns the name of the parameter that stands for a function; empty for other resources. */
  private Optional<String> refer(Reference reference) {
    if (!functions.contains(reference.id())) {
      need(reference.id());
      return Optional.empty();
    }
    String name = reference.parameter();
    while (taken.contains(name) || isOfAnother(name, reference)) {
      name += "X";
    }
    parameters.put(name, reference);
    return Optional.of(name);
  }

  private boolean isOfAnother(String name, Reference reference) {
    Reference other = parameters.get(name);
    return other != null && !other.equals(reference);
  }

  private Optional<String> withParameters() {
    StringBuilder changed = new StringBuilder();
    int done = 0;
    for (Map.Entry<Integer, Edit> each : edits.entrySet()) {
      changed.append(text, done, each.getKey()).append(each.getValue().replacement());
      done = each.getValue().end();
    }
    changed.append(text, done, text.length());
    List<String> lines = new ArrayList<>();
    parameters.forEach((name, reference) -> {
      lines.add(name + ":");
      lines.add("  Type: String");
      lines.add("  Description: " + reference.words() + " of the stack that has this function");
    });
    return lines.isEmpty()
        ? Optional.of(text)
        : TemplateFile.withParameters(changed.toString(), lines);
  }

  private int start(Node node) {
    return text.offsetByCodePoints(0, node.getStartMark().orElseThrow().getIndex());
  }

  private int end(Node node) {
    return text.offsetByCodePoints(0, node.getEndMark().orElseThrow().getIndex());
  }
}
