package thaw.function.template;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * Resolves the intrinsic functions that templates of Java functions use: Ref, GetAtt, Sub, Join,
 * Select and Split. Others are found by {@link #unsupported}; what to do then is the caller's
 * decision.
 */
public final class Intrinsics {
  private static final Set<String> SUPPORTED =
      Set.of("Ref", "GetAtt", "Sub", "Join", "Select", "Split");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(!?)([^{}]*)}");

  private final References references;

  public Intrinsics(References references) {
    this.references = references;
  }

  /** The first function inside of a value that is not supported here. */
  public static Optional<TemplateValue.Call> unsupported(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text _ -> Optional.empty();
      case TemplateValue.Items items ->
          items.items().stream().flatMap(item -> unsupported(item).stream()).findFirst();
      case TemplateValue.Members members ->
          members.members().values().stream()
              .flatMap(member -> unsupported(member.value()).stream())
              .findFirst();
      case TemplateValue.Call call ->
          SUPPORTED.contains(call.function()) ? unsupported(call.argument()) : Optional.of(call);
    };
  }

  /** The value without calls. Throws a mistake where a function is unsupported or misused. */
  public TemplateValue resolve(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> text;
      case TemplateValue.Items items ->
          new TemplateValue.Items(
              items.items().stream().map(this::resolve).toList(), items.place());
      case TemplateValue.Members members -> resolveMembers(members);
      case TemplateValue.Call call -> call(call);
    };
  }

  public String text(TemplateValue value, String what) {
    if (resolve(value) instanceof TemplateValue.Text text
        && text.kind() != TemplateValue.Kind.NULL) {
      return text.asString();
    }
    throw value.place().mistake(what + " must be a text", "write one plain value for " + what);
  }

  private TemplateValue.Members resolveMembers(TemplateValue.Members members) {
    Map<String, TemplateValue.Member> resolved = new LinkedHashMap<>();
    members
        .members()
        .forEach((name, member) ->
            resolved.put(name, new TemplateValue.Member(member.key(), resolve(member.value()))));
    return new TemplateValue.Members(resolved, members.place());
  }

  private TemplateValue call(TemplateValue.Call call) {
    return switch (call.function()) {
      case "Ref" -> references.ref(this, text(call.argument(), "!Ref"), call.place());
      case "GetAtt" -> getAtt(call);
      case "Sub" -> TemplateValue.string(sub(call), call.place());
      case "Join" -> TemplateValue.string(join(call), call.place());
      case "Select" -> select(call);
      case "Split" -> split(call);
      default ->
          throw call.place()
              .mistake(
                  "!" + call.function() + " is not supported here",
                  "write the value itself, or make it a parameter with a Default");
    };
  }

  private TemplateValue getAtt(TemplateValue.Call call) {
    String path =
        resolve(call.argument()) instanceof TemplateValue.Items items
            ? String.join(".", items.items().stream().map(item -> text(item, "!GetAtt")).toList())
            : text(call.argument(), "!GetAtt");
    if (path.indexOf('.') < 1) {
      throw misuse(call, "!GetAtt Resource.Attribute");
    }
    return references.attribute(this, path, call.place());
  }

  private String sub(TemplateValue.Call call) {
    TemplateValue pattern = call.argument();
    Map<String, TemplateValue.Member> own = Map.of();
    if (pattern instanceof TemplateValue.Items list) {
      if (list.items().size() != 2
          || !(list.items().get(1) instanceof TemplateValue.Members variables)) {
        throw misuse(call, "!Sub [text, {Name: value}]");
      }
      pattern = list.items().getFirst();
      own = variables.members();
    }
    Map<String, TemplateValue.Member> variables = own;
    return VARIABLE
        .matcher(text(pattern, "!Sub"))
        .replaceAll(match -> Matcher.quoteReplacement(variable(match, variables, call.place())));
  }

  private String variable(MatchResult match, Map<String, TemplateValue.Member> own, Place place) {
    String name = match.group(2).strip();
    if (!match.group(1).isEmpty()) {
      return "${" + match.group(2) + "}";
    }
    TemplateValue.Member member = own.get(name);
    if (member != null) {
      return text(member.value(), name);
    }
    TemplateValue value =
        name.contains(".")
            ? references.attribute(this, name, place)
            : references.ref(this, name, place);
    return value instanceof TemplateValue.Items items
        ? String.join(",", texts(items, "!Sub"))
        : text(value, "!Sub");
  }

  private String join(TemplateValue.Call call) {
    List<TemplateValue> arguments = arguments(call, "!Join [delimiter, [values]]");
    if (!(resolve(arguments.get(1)) instanceof TemplateValue.Items values)) {
      throw misuse(call, "!Join [delimiter, [values]]");
    }
    return String.join(text(arguments.getFirst(), "!Join"), texts(values, "!Join"));
  }

  private TemplateValue select(TemplateValue.Call call) {
    List<TemplateValue> arguments = arguments(call, "!Select [index, [values]]");
    if (!(resolve(arguments.get(1)) instanceof TemplateValue.Items values)) {
      throw misuse(call, "!Select [index, [values]]");
    }
    String index = text(arguments.getFirst(), "!Select").strip();
    if (!index.matches("\\d{1,4}") || Integer.parseInt(index) >= values.items().size()) {
      throw call.place()
          .mistake(
              "!Select must choose one of " + values.items().size() + " values: " + index,
              "give an index from 0");
    }
    return values.items().get(Integer.parseInt(index));
  }

  private TemplateValue split(TemplateValue.Call call) {
    List<TemplateValue> arguments = arguments(call, "!Split [delimiter, text]");
    String delimiter = text(arguments.getFirst(), "!Split");
    if (delimiter.isEmpty()) {
      throw misuse(call, "!Split [delimiter, text]");
    }
    String[] parts = text(arguments.get(1), "!Split").split(Pattern.quote(delimiter), -1);
    return new TemplateValue.Items(
        Arrays.stream(parts)
            .<TemplateValue>map(part -> TemplateValue.string(part, call.place()))
            .toList(),
        call.place());
  }

  private List<String> texts(TemplateValue.Items items, String what) {
    return items.items().stream().map(item -> text(item, what)).toList();
  }

  private static List<TemplateValue> arguments(TemplateValue.Call call, String usage) {
    if (call.argument() instanceof TemplateValue.Items items && items.items().size() == 2) {
      return items.items();
    }
    throw misuse(call, usage);
  }

  private static UserMistake misuse(TemplateValue.Call call, String usage) {
    return call.place()
        .mistake("!" + call.function() + " is not understood", "write it as " + usage);
  }
}
