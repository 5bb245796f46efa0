package thaw.function.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One value of a template and the place where it stands. The short and the long form of an
 * intrinsic function ({@code !Sub x}, {@code Fn::Sub: x}) are the same {@link Call}.
 */
public sealed interface TemplateValue {
  Place place();

  /** A scalar as it is written; {@code kind} is what YAML takes it for. */
  record Text(String text, Kind kind, Place place) implements TemplateValue {
    /**
     * The text as CloudFormation hands it to a property of type String: booleans in lower case,
     * numbers as written.
     */
    public String asString() {
      return switch (kind) {
        case BOOLEAN -> text.toLowerCase(Locale.ROOT);
        case NULL -> "";
        case STRING, NUMBER -> text;
      };
    }
  }

  /** The type of a plain scalar in YAML 1.2's core schema. */
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

  /** An intrinsic function, its name without {@code Fn::}. */
  record Call(String function, TemplateValue argument, Place place) implements TemplateValue {}

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
