package thaw.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import thaw.problem.UserMistake;

/**
 * Makes {@link TemplateValue}s of SnakeYAML's events, without its tree of nodes: intrinsic
 * functions in either form become calls, keys that are no scalar are refused.
 */
final class YamlValues {
  /**
   * The most values of a template whose aliases are written out, as CloudFormation's parser does
   * it; 3 MB without aliases have fewer.
   */
  private static final long MOST_VALUES = 2_000_000;

  private static final String MERGE = "<<";

  private final String file;
  private final Iterator<Event> events;
  private final Function<Place, Optional<UserMistake>> betterExplanation;
  private final Consumer<String> warnings;

  /** What anchors name: one value for all aliases, so that aliases of aliases do not multiply. */
  private final Map<Anchor, Anchored> anchored = new HashMap<>();

  /** The number of values so far, with those that aliases stand for. */
  private long values;

  /** The deepest level of the value that is being read. */
  private int deepest;

  /**
   * @param value absent while the value is read
   * @param size the number of values that it is
   * @param levels that it has below its own
   */
  private record Anchored(Optional<TemplateValue> value, long size, int levels) {}

  /**
   * @param betterExplanation a mistake of the whole text that explains why a place is odd
   * @param warnings gets a line for each value that does not count
   */
  YamlValues(
      String file,
      Iterator<Event> events,
      Function<Place, Optional<UserMistake>> betterExplanation,
      Consumer<String> warnings) {
    this.file = file;
    this.events = events;
    this.betterExplanation = betterExplanation;
    this.warnings = warnings;
  }

  /** Returns the value of the one document; empty where there is none. */
  Optional<TemplateValue> document() {
    events.next(); // the stream starts
    if (events.next().getEventId() != Event.ID.DocumentStart) {
      return Optional.empty();
    }
    TemplateValue value = value(events.next(), 0);
    events.next(); // the document ends
    Event behind = events.next();
    if (behind.getEventId() == Event.ID.DocumentStart) {
      throw place(behind).mistake("a second document starts here", "keep one template in one file");
    }
    return Optional.of(value);
  }

  private TemplateValue value(Event event, int depth) {
    Place place = place(event);
    if (event instanceof AliasEvent alias) {
      return aliased(alias.getAlias(), place, depth);
    }
    TemplateText.requireDepth(depth, place);
    Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
    long valuesBefore = values;
    int deepestBefore = deepest;
    anchor.ifPresent(name -> anchored.put(name, new Anchored(Optional.empty(), 0, 0)));
    count(1, place);
    deepest = depth;
    TemplateValue value = fresh(event, place, depth);
    Anchored named = new Anchored(Optional.of(value), values - valuesBefore, deepest - depth);
    anchor.ifPresent(name -> anchored.put(name, named));
    deepest = Math.max(deepest, deepestBefore);
    return value;
  }

  private TemplateValue aliased(Anchor name, Place place, int depth) {
    Anchored named = anchored.get(name);
    if (named == null) {
      throw place.mistake(
          "no value before has the anchor &" + name.getValue(), "write the value itself");
    }
    count(named.size(), place);
    TemplateText.requireDepth(depth + named.levels(), place);
    deepest = Math.max(deepest, depth + named.levels());
    return named
        .value()
        .orElseThrow(() ->
            place.mistake(
                "*" + name.getValue() + " stands in the value that it names",
                "remove the alias that contains itself"));
  }

  private void count(long more, Place place) {
    values += more;
    if (values > MOST_VALUES) {
      throw place.mistake(
          "the aliases of the template stand for more than %,d values".formatted(MOST_VALUES),
          "write what is meant without aliases of aliases");
    }
  }

  private TemplateValue fresh(Event event, Place place, int depth) {
    return switch (event) {
      case ScalarEvent scalar ->
          shortForm(
              scalar.getTag(),
              Yaml11.text(
                  text(scalar),
                  scalar.getTag().filter(tag -> !tag.equals("!")),
                  scalar.getImplicit().canOmitTagInPlainScalar(),
                  place));
      case SequenceStartEvent start -> shortForm(tag(start), items(place, depth + 1));
      case MappingStartEvent start -> shortForm(tag(start), mapping(place, depth + 1));
      default -> throw new IllegalStateException("unknown event " + event.getEventId());
    };
  }

  private static Optional<String> tag(CollectionStartEvent start) {
    return start.getTag();
  }

  private TemplateValue items(Place place, int depth) {
    List<TemplateValue> items = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(value(event, depth));
    }
    return new TemplateValue.Items(items, place);
  }

  private TemplateValue mapping(Place place, int depth) {
    MembersBuilder members = new MembersBuilder(warnings);
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      Place key = place(event);
      String name = name(event, key);
      TemplateValue value = value(events.next(), depth);
      if (name.equals(MERGE) && event instanceof ScalarEvent scalar && scalar.isPlain()) {
        members.inherit(value);
      } else {
        members.put(name, key, value);
      }
    }
    return members.build(place);
  }

  private String name(Event key, Place place) {
    if (key instanceof ScalarEvent scalar) {
      scalar
          .getAnchor()
          .ifPresent(anchor ->
              anchored.put(anchor, new Anchored(Optional.of(fresh(key, place, 0)), 1, 0)));
      return text(scalar);
    }
    if (key instanceof AliasEvent alias
        && aliased(alias.getAlias(), place, 0) instanceof TemplateValue.Text text) {
      return text.text();
    }
    throw betterExplanation
        .apply(place)
        .orElseGet(() -> place.mistake("a key must be a plain name", "quote the text in braces"));
  }

  private static TemplateValue shortForm(Optional<String> tag, TemplateValue plain) {
    return tag.isPresent() && tag.get().startsWith("!") && tag.get().length() > 1
        ? new TemplateValue.Call(
            MembersBuilder.unprefixed(tag.get().substring(1)), plain, plain.place())
        : plain;
  }

  private static String text(ScalarEvent scalar) {
    String text = scalar.getValue();
    return text.contains(BareHyphens.STAND_IN) ? text.replace(BareHyphens.STAND_IN, "-") : text;
  }

  private Place place(Event event) {
    Optional<Mark> mark = event.getStartMark();
    return mark.isPresent()
        ? new Place(file, mark.get().getLine() + 1, mark.get().getColumn() + 1)
        : new Place(file, 1, 1);
  }
}
