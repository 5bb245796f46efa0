package thaw.template;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * Evaluates CloudFormation's intrinsic functions. It throws nothing: what has no value here becomes
 * a call with the reason, and whoever needs it is told.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html">Intrinsic
 *     functions</a>
 */
final class Evaluation {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(!?)([^{}]*)}");
  private static final String TRANSFORM = "Fn::Transform";
  private static final int MOST_SHOWN = 20;

  /** A template that is made of others' values may double them as often as it likes. */
  private static final int LONGEST_TEXT = 1024 * 1024;

  private static final List<String> ZONES = List.of("a", "b", "c");

  private final Scope scope;

  Evaluation(Scope scope) {
    this.scope = scope;
  }

  /** Says that a value is as if it were absent. */
  static final TemplateValue.Text NO_VALUE =
      new TemplateValue.Text("", TemplateValue.Kind.NULL, new Place("AWS::NoValue", 1, 1));

  /** Returns the value without calls, but for those whose values are not known. */
  TemplateValue evaluate(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> scope.stored().resolved(text);
      case TemplateValue.Items items -> {
        List<TemplateValue> all = new ArrayList<>(items.items().size());
        for (TemplateValue item : items.items()) {
          TemplateValue one = evaluate(item);
          if (one != NO_VALUE) {
            all.add(one);
          }
        }
        yield new TemplateValue.Items(all, items.place());
      }
      case TemplateValue.Members members -> members(members);
      case TemplateValue.Call call -> call.unknown().isPresent() ? call : known(call);
    };
  }

  /** What is included has its way over what is written beside it. */
  private TemplateValue members(TemplateValue.Members members) {
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    Map<String, TemplateValue.Member> includes = new LinkedHashMap<>();
    TemplateValue.Members expanded =
        scope
            .loops()
            .expanded(
                members,
                (loop, mistake) ->
                    all.put(
                        "Fn::ForEach",
                        new TemplateValue.Member(
                            loop.key(),
                            new TemplateValue.Call("ForEach", loop.value(), loop.key())
                                .because(new TemplateValue.Unknown(mistake, true)))));
    for (Map.Entry<String, TemplateValue.Member> each : expanded.members().entrySet()) {
      TemplateValue.Member member = each.getValue();
      if (each.getKey().equals(TRANSFORM)) {
        TemplateValue included =
            scope.includes().transform(member.value(), member.key(), this::evaluate);
        if (!(included instanceof TemplateValue.Members further)) {
          return included;
        }
        includes.putAll(further.members());
        continue;
      }
      TemplateValue value = evaluate(member.value());
      if (value != NO_VALUE) {
        all.put(
            each.getKey(),
            value == member.value() ? member : new TemplateValue.Member(member.key(), value));
      }
    }
    all.putAll(includes);
    return new TemplateValue.Members(all, members.place());
  }

  private TemplateValue known(TemplateValue.Call call) {
    try {
      return call(call);
    } catch (Unknown e) {
      return e.call;
    } catch (UserMistake e) {
      return call.because(new TemplateValue.Unknown(e, false));
    }
  }

  /** Ends the evaluation of a call one of whose arguments is not known. */
  private static final class Unknown extends RuntimeException {
    private final transient TemplateValue.Call call;

    Unknown(TemplateValue.Call call) {
      super(null, null, false, false);
      this.call = call;
    }
  }

  private TemplateValue call(TemplateValue.Call call) {
    return switch (call.function()) {
      case "Ref" -> ref(call);
      case "GetAtt" -> getAtt(call);
      case "Sub" -> string(sub(call), call);
      case "Join" -> string(join(call), call);
      case "Select" -> select(call);
      case "Split" -> split(call);
      case "If" -> choice(call);
      case "FindInMap" -> findInMap(call);
      case "Base64" ->
          string(
              Base64.getEncoder()
                  .encodeToString(text(call.argument(), call).getBytes(StandardCharsets.UTF_8)),
              call);
      case "Cidr" -> cidr(call);
      case "GetAZs" -> zones(call);
      case "ImportValue" -> scope.imported(text(call.argument(), call), call);
      case "Transform" -> scope.includes().transform(call.argument(), call.place(), this::evaluate);
      case "Length" -> number(list(call.argument(), call, "!Length [values]").size(), call);
      case "ToJsonString" -> string(json(call), call);
      case "Equals", "Not", "And", "Or" -> truth(scope.conditions().outcome(call), call);
      case "Condition" ->
          truth(scope.conditions().named(text(call.argument(), call), call.place()), call);
      default ->
          call.because(
              new TemplateValue.Unknown(
                  call.place()
                      .mistake(
                          "!" + call.function() + " is not supported here",
                          "write the value itself, or make it a parameter with a Default"),
                  true));
    };
  }

  private static TemplateValue truth(Conditions.Outcome outcome, TemplateValue.Call call) {
    return outcome
        .unknown()
        .<TemplateValue>map(call::because)
        .orElseGet(() ->
            new TemplateValue.Text(
                String.valueOf(outcome.holds()), TemplateValue.Kind.BOOLEAN, call.place()));
  }

  private static TemplateValue string(String text, TemplateValue.Call call) {
    return TemplateValue.string(text, call.place());
  }

  private static TemplateValue number(int number, TemplateValue.Call call) {
    return new TemplateValue.Text(
        Integer.toString(number), TemplateValue.Kind.NUMBER, call.place());
  }

  private TemplateValue argument(TemplateValue value) {
    TemplateValue evaluated = evaluate(value);
    if (evaluated instanceof TemplateValue.Call call) {
      throw new Unknown(call);
    }
    return evaluated;
  }

  private String text(TemplateValue value, TemplateValue.Call call) {
    return plain(argument(value), call);
  }

  private static String plain(TemplateValue value, TemplateValue.Call call) {
    if (value instanceof TemplateValue.Call unknown) {
      throw new Unknown(unknown);
    }
    if (value == NO_VALUE) {
      return "";
    }
    if (value instanceof TemplateValue.Text text && text.kind() != TemplateValue.Kind.NULL) {
      return text.asString();
    }
    throw call.place()
        .mistake(
            "!" + call.function() + " takes a text where this has none",
            "write one plain value there");
  }

  private List<TemplateValue> list(TemplateValue value, TemplateValue.Call call, String usage) {
    if (argument(value) instanceof TemplateValue.Items items) {
      return items.items();
    }
    throw call.misuse(usage);
  }

  private static List<String> texts(List<TemplateValue> items, TemplateValue.Call call) {
    return items.stream().map(item -> plain(item, call)).toList();
  }

  private TemplateValue ref(TemplateValue.Call call) {
    String name = text(call.argument(), call);
    return name.equals("AWS::NoValue") ? NO_VALUE : scope.ref(name, call);
  }

  private TemplateValue getAtt(TemplateValue.Call call) {
    String path =
        argument(call.argument()) instanceof TemplateValue.Items items
            ? String.join(".", texts(items.items(), call))
            : text(call.argument(), call);
    if (path.indexOf('.') < 1) {
      throw call.misuse("!GetAtt Resource.Attribute");
    }
    return scope.attribute(path, call);
  }

  private String sub(TemplateValue.Call call) {
    TemplateValue pattern = call.argument();
    Map<String, TemplateValue.Member> own = Map.of();
    if (pattern instanceof TemplateValue.Items list) {
      if (list.items().size() != 2
          || !(list.items().get(1) instanceof TemplateValue.Members variables)) {
        throw call.misuse("!Sub [text, {Name: value}]");
      }
      pattern = list.items().getFirst();
      own = variables.members();
    }
    if (!(pattern instanceof TemplateValue.Text text)) {
      throw call.misuse("!Sub text");
    }
    List<String> parts = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(text.asString());
    int end = 0;
    while (matcher.find()) {
      parts.add(text.asString().substring(end, matcher.start()));
      parts.add(
          matcher.group(1).isEmpty()
              ? variable(matcher.group(2).strip(), own, call)
              : "${" + matcher.group(2) + "}");
      end = matcher.end();
    }
    parts.add(text.asString().substring(end));
    return stored(joined("", parts, call), call);
  }

  /** Returns the names of variables in a text of {@code Sub}. */
  static Stream<String> variables(String text) {
    return VARIABLE
        .matcher(text)
        .results()
        .filter(found -> found.group(1).isEmpty())
        .map(found -> found.group(2).strip());
  }

  private static String joined(String delimiter, List<String> parts, TemplateValue.Call call) {
    long length = (long) delimiter.length() * parts.size();
    for (String part : parts) {
      length += part.length();
    }
    if (length > LONGEST_TEXT) {
      throw call.place()
          .mistake(
              "!%s makes a text of more than %,d letters".formatted(call.function(), LONGEST_TEXT),
              "write shorter values; no property of AWS takes it");
    }
    return String.join(delimiter, parts);
  }

  private String stored(String text, TemplateValue.Call call) {
    return plain(scope.stored().resolved(TemplateValue.string(text, call.place())), call);
  }

  private String variable(
      String name, Map<String, TemplateValue.Member> own, TemplateValue.Call call) {
    TemplateValue.Member member = own.get(name);
    if (member != null) {
      return joined(argument(member.value()), call);
    }
    if (name.equals("AWS::NoValue")) {
      return "";
    }
    return joined(name.contains(".") ? scope.attribute(name, call) : scope.ref(name, call), call);
  }

  private static String joined(TemplateValue value, TemplateValue.Call call) {
    return value instanceof TemplateValue.Items items
        ? joined(",", texts(items.items(), call), call)
        : plain(value, call);
  }

  private String join(TemplateValue.Call call) {
    String usage = "!Join [delimiter, [values]]";
    List<TemplateValue> arguments = call.arguments(2, 2, usage);
    String delimiter = text(arguments.getFirst(), call);
    return stored(joined(delimiter, texts(list(arguments.get(1), call, usage), call), call), call);
  }

  private TemplateValue select(TemplateValue.Call call) {
    String usage = "!Select [index, [values]]";
    List<TemplateValue> arguments = call.arguments(2, 2, usage);
    List<TemplateValue> values = list(arguments.get(1), call, usage);
    String index = text(arguments.getFirst(), call).strip();
    if (!index.matches("\\d{1,4}") || Integer.parseInt(index) >= values.size()) {
      throw call.place()
          .mistake(
              "!Select must choose one of " + values.size() + " values: " + index,
              "give an index from 0");
    }
    return values.get(Integer.parseInt(index));
  }

  private TemplateValue split(TemplateValue.Call call) {
    List<TemplateValue> arguments = call.arguments(2, 2, "!Split [delimiter, text]");
    String delimiter = text(arguments.getFirst(), call);
    if (delimiter.isEmpty()) {
      throw call.misuse("!Split [delimiter, text]");
    }
    return items(
        Arrays.stream(text(arguments.get(1), call).split(Pattern.quote(delimiter), -1)), call);
  }

  private static TemplateValue items(Stream<String> texts, TemplateValue.Call call) {
    return new TemplateValue.Items(texts.map(text -> string(text, call)).toList(), call.place());
  }

  private TemplateValue choice(TemplateValue.Call call) {
    List<TemplateValue> arguments = call.arguments(3, 3, "!If [condition, then, otherwise]");
    Conditions.Outcome outcome = scope.conditions().chosen(arguments.getFirst());
    if (!outcome.isKnown()) {
      return call.because(outcome.unknown().orElseThrow());
    }
    return evaluate(arguments.get(outcome.holds() ? 1 : 2));
  }

  private TemplateValue findInMap(TemplateValue.Call call) {
    List<TemplateValue> arguments = call.arguments(3, 4, "!FindInMap [map, key, key]");
    String map = text(arguments.getFirst(), call);
    String first = text(arguments.get(1), call);
    String second = text(arguments.get(2), call);
    Optional<TemplateValue> otherwise =
        arguments.size() == 4 && arguments.get(3) instanceof TemplateValue.Members settings
            ? settings.value("DefaultValue")
            : Optional.empty();
    TemplateValue.Members maps = scope.mappings();
    Optional<TemplateValue.Members> found = TemplateValue.mapping(maps, map);
    Optional<TemplateValue.Members> row = found.flatMap(rows -> TemplateValue.mapping(rows, first));
    Optional<TemplateValue> value = row.flatMap(columns -> columns.value(second));
    if (value.isPresent() || otherwise.isPresent()) {
      return evaluate(value.or(() -> otherwise).orElseThrow());
    }
    String cause =
        found.isEmpty()
            ? "no mapping has this name: " + map
            : row.isEmpty()
                ? "the mapping " + map + " has no key " + first
                : "the key %s of the mapping %s has no key %s".formatted(first, map, second);
    List<String> known =
        row.or(() -> found).orElse(maps).members().keySet().stream().limit(MOST_SHOWN).toList();
    String written = found.isEmpty() ? map : row.isEmpty() ? first : second;
    throw call.place().mistake(cause, remedy(written, known));
  }

  private String remedy(String written, List<String> known) {
    if (known.isEmpty()) {
      return "declare it under Mappings";
    }
    if (written.equals(scope.deployment().accountId())) {
      return "name one of its accounts: --parameter AWS::AccountId=" + known.getFirst();
    }
    return Spelling.nearest(written, known)
        .map(near -> "write " + near)
        .orElse("add it to Mappings, or use one of: " + String.join(", ", known));
  }

  private TemplateValue cidr(TemplateValue.Call call) {
    String usage = "!Cidr [block, count, bits]";
    List<TemplateValue> arguments = call.arguments(2, 3, usage);
    String block = text(arguments.getFirst(), call);
    int count = whole(text(arguments.get(1), call), call, usage);
    int bits =
        arguments.size() == 3
            ? whole(text(arguments.get(2), call), call, usage)
            : block.contains(":") ? 64 : 8;
    List<String> blocks =
        Cidr.blocks(block, count, bits)
            .orElseThrow(() ->
                call.place()
                    .mistake(
                        "!Cidr cannot divide %s into %d blocks of %d bits"
                            .formatted(block, count, bits),
                        "write it as " + usage));
    return items(blocks.stream(), call);
  }

  private static int whole(String text, TemplateValue.Call call, String usage) {
    if (!text.matches("\\d{1,4}")) {
      throw call.misuse(usage);
    }
    return Integer.parseInt(text);
  }

  private TemplateValue zones(TemplateValue.Call call) {
    String named = text(call.argument(), call);
    String region = named.isEmpty() ? scope.deployment().region() : named;
    return items(ZONES.stream().map(zone -> region + zone), call);
  }

  private String json(TemplateValue.Call call) {
    TemplateValue value = argument(call.argument());
    TemplateValue.unknown(value)
        .ifPresent(unknown -> {
          throw new Unknown(unknown);
        });
    return PlainValue.written(value);
  }
}
