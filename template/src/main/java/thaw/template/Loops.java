package thaw.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * Writes out {@code Fn::ForEach} of the language extensions.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-foreach.html">Fn::ForEach</a>
 */
final class Loops {
  private static final String LOOP = "Fn::ForEach::";
  private static final String USAGE =
      "write it as Fn::ForEach::Name: [Identifier, [values], {key with ${Identifier}: value}]";

  /** CloudFormation takes 500 resources. Loops in each other make any number of copies. */
  private static final int MOST_TURNS = 10_000;

  private final UnaryOperator<TemplateValue> evaluation;

  /** How often the bodies of loops were written out so far. */
  private int turns;

  /**
   * @param evaluation of the values that it goes through
   */
  Loops(UnaryOperator<TemplateValue> evaluation) {
    this.evaluation = evaluation;
  }

  static boolean isLoop(String key) {
    return key.startsWith(LOOP);
  }

  /**
   * Returns the members with those that loops make.
   *
   * @param leftOut is told loops whose values are not known
   */
  TemplateValue.Members expanded(
      TemplateValue.Members members, BiConsumer<TemplateValue.Member, UserMistake> leftOut) {
    if (!hasLoop(members)) {
      return members;
    }
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    members
        .members()
        .forEach((key, member) -> {
          if (isLoop(key)) {
            expand(key, member, leftOut).members().forEach((name, one) -> put(all, name, one));
          } else {
            put(all, key, member);
          }
        });
    return new TemplateValue.Members(all, members.place());
  }

  /** Asked of each mapping of a template, for which a stream takes three times as long. */
  private static boolean hasLoop(TemplateValue.Members members) {
    for (String key : members.members().keySet()) {
      if (isLoop(key)) {
        return true;
      }
    }
    return false;
  }

  private static void put(
      Map<String, TemplateValue.Member> all, String name, TemplateValue.Member member) {
    if (all.put(name, member) != null) {
      throw member
          .key()
          .mistake("two entries have the same name: " + name, "add the loop's name to the key");
    }
  }

  private TemplateValue.Members expand(
      String key,
      TemplateValue.Member loop,
      BiConsumer<TemplateValue.Member, UserMistake> leftOut) {
    if (!(loop.value() instanceof TemplateValue.Items arguments)
        || arguments.items().size() != 3
        || !(arguments.items().getFirst() instanceof TemplateValue.Text identifier)
        || !(arguments.items().getLast() instanceof TemplateValue.Members body)) {
      throw loop.key().mistake(key + " is not understood", USAGE);
    }
    Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
    TemplateValue.Members result = new TemplateValue.Members(all, loop.key());
    TemplateValue values = evaluation.apply(arguments.items().get(1));
    Optional<TemplateValue.Call> unknown = TemplateValue.unknown(values);
    if (unknown.isPresent()) {
      leftOut.accept(loop, unknown.get().mistake());
      return result;
    }
    if (!(values instanceof TemplateValue.Items list)) {
      throw loop.key().mistake(key + " goes through no list", USAGE);
    }
    for (TemplateValue each : list.items()) {
      if (!(each instanceof TemplateValue.Text text)) {
        throw each.place().mistake(key + " goes through texts only", USAGE);
      }
      if (++turns > MOST_TURNS) {
        throw loop.key()
            .mistake(
                "the loops of the template must not have more than %,d turns together"
                    .formatted(MOST_TURNS),
                "divide it into several; CloudFormation takes no more than 500 resources");
      }
      Replacement one = new Replacement(identifier.asString(), text.asString());
      expanded((TemplateValue.Members) one.in(body), leftOut)
          .members()
          .forEach((name, member) -> put(all, name, member));
    }
    return new TemplateValue.Members(all, loop.key());
  }

  /** A value in place of the loop's identifier. */
  private record Replacement(String identifier, String value) {
    private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9]");

    TemplateValue in(TemplateValue of) {
      return switch (of) {
        case TemplateValue.Text text ->
            new TemplateValue.Text(in(text.text()), text.kind(), text.place());
        case TemplateValue.Items items -> {
          List<TemplateValue> all = items.items().stream().map(this::in).toList();
          yield new TemplateValue.Items(all, items.place());
        }
        case TemplateValue.Members members -> {
          Map<String, TemplateValue.Member> all = new LinkedHashMap<>();
          members
              .members()
              .forEach((name, member) ->
                  all.put(in(name), new TemplateValue.Member(member.key(), in(member.value()))));
          yield new TemplateValue.Members(all, members.place());
        }
        case TemplateValue.Call call ->
            call.function().equals("Ref")
                    && call.argument() instanceof TemplateValue.Text name
                    && name.text().equals(identifier)
                ? TemplateValue.string(value, call.place())
                : new TemplateValue.Call(
                    call.function(), in(call.argument()), call.place(), call.unknown());
      };
    }

    private String in(String text) {
      return text.contains("{" + identifier + "}")
          ? text.replace("${" + identifier + "}", value)
              .replace("&{" + identifier + "}", OTHERS.matcher(value).replaceAll(""))
          : text;
    }
  }
}
