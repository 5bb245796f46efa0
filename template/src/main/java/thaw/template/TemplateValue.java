package thaw.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.problem.UserMistake;

/**
 * One value of a template and the place where it stands. The short and the long form of an
 * intrinsic function ({@code !Sub x}, {@code Fn::Sub: x}) are the same {@link Call}.
 */
public sealed interface TemplateValue {
  Place place();

  /**
   * A scalar as CloudFormation reads it: {@code kind} is what YAML 1.1 takes it for, and a number
   * or a boolean has the text of its value.
   */
  record Text(String text, Kind kind, Place place) implements TemplateValue {
    /** The text as CloudFormation hands it to a property of type String. */
    public String asString() {
      return kind == Kind.NULL ? "" : text;
    }
  }

  /** The type of a plain scalar. */
  enum Kind {
    STRING,
    NUMBER,
    BOOLEAN,
    NULL
  }

  /** A list. */
  record Items(List<TemplateValue> items, Place place) implements TemplateValue {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** A mapping, in the template's order. */
  record Members(Map<String, Member> members, Place place) implements TemplateValue {
    public Members {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public Optional<Member> member(String name) {
      return Optional.ofNullable(members.get(name));
    }

    public Optional<TemplateValue> value(String name) {
      return member(name).map(Member::value);
    }
  }

  /** One entry of a mapping; {@code key} is where its name stands. */
  record Member(Place key, TemplateValue value) {}

  /**
   * An intrinsic function, its name without {@code Fn::}. In a resolved template it is a value that
   * cannot be known here.
   *
   * @param unknown why; empty before it is resolved
   */
  record Call(String function, TemplateValue argument, Place place, Optional<Unknown> unknown)
      implements TemplateValue {
    public Call(String function, TemplateValue argument, Place place) {
      this(function, argument, place, Optional.empty());
    }

    /** Returns the line that tells why something is left out: this value is not known here. */
    public String leftOut(String what) {
      return "%s: %s is left out: %s".formatted(place, what, why(mistake()));
    }

    /** Returns the arguments, which are so many. */
    List<TemplateValue> arguments(int least, int most, String usage) {
      if (argument instanceof Items items
          && items.items().size() >= least
          && items.items().size() <= most) {
        return items.items();
      }
      throw misuse(usage);
    }

    UserMistake misuse(String usage) {
      return place.mistake("!" + function + " is not understood", "write it as " + usage);
    }

    Call because(Unknown reason) {
      return new Call(function, argument, place, Optional.of(reason));
    }

    /** Returns what is told to who needs the value. */
    public UserMistake mistake() {
      return unknown
          .map(Unknown::mistake)
          .orElseGet(() ->
              place.mistake(
                  "!" + function + " is not supported here",
                  "write the value itself, or make it a parameter with a Default"));
    }
  }

  /** Returns a mistake in one line, for who knows its place. */
  static String why(UserMistake mistake) {
    return Place.without(String.valueOf(mistake.getMessage())) + "; " + mistake.remedy();
  }

  /**
   * Why a value cannot be known.
   *
   * @param mistake what is told to who needs it, with the place
   * @param elsewhere whether a deployed stack would have a value: else AWS refuses the template,
   *     too
   */
  record Unknown(UserMistake mistake, boolean elsewhere) {}

  /** Returns the first value inside of one that cannot be known, or is not resolved. */
  static Optional<Call> unknown(TemplateValue value) {
    return switch (value) {
      case Text _ -> Optional.empty();
      case Items items ->
          items.items().stream().flatMap(item -> unknown(item).stream()).findFirst();
      case Members members ->
          members.members().values().stream()
              .flatMap(member -> unknown(member.value()).stream())
              .findFirst();
      case Call call -> Optional.of(call);
    };
  }

  /** The mapping at a name, or nothing; anything else there is a mistake. */
  static Optional<Members> mapping(Members parent, String name) {
    return parent
        .member(name)
        .map(member ->
            switch (member.value()) {
              case Members members -> members;
              case Call call when call.unknown().isPresent() -> throw call.mistake();
              case Text _, Items _, Call _ -> throw noMapping(name, member);
            });
  }

  /** Returns what is told of a member that must be a mapping and is none. */
  static UserMistake noMapping(String name, Member member) {
    return member.value() instanceof Text text && text.kind() == Kind.NULL
        ? member
            .key()
            .mistake(
                name + " is empty, and CloudFormation allows no null",
                "indent its entries below it, or remove the line")
        : member.key().mistake(name + " must be a mapping", "indent its entries below it");
  }

  static Text string(String text, Place place) {
    return new Text(text, Kind.STRING, place);
  }

  /**
   * SAM's merge of {@code Globals} into a resource: mappings merge member by member, lists are
   * joined (the global items first), of anything else the resource's own value wins.
   */
  static TemplateValue merge(TemplateValue global, TemplateValue own) {
    return switch (own) {
      case Members ours when global instanceof Members theirs -> mergeMembers(theirs, ours);
      case Items ours when global instanceof Items theirs -> {
        List<TemplateValue> joined = new ArrayList<>(theirs.items());
        joined.addAll(ours.items());
        yield new Items(joined, ours.place());
      }
      case Members _, Items _, Text _, Call _ -> own;
    };
  }

  static Members mergeMembers(Members global, Members own) {
    Map<String, Member> merged = new LinkedHashMap<>(global.members());
    own.members()
        .forEach((name, member) ->
            merged.merge(
                name,
                member,
                (theirs, ours) -> new Member(ours.key(), merge(theirs.value(), ours.value()))));
    return new Members(merged, own.place());
  }
}
