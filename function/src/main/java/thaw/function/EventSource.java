package thaw.function;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A source that feeds a function with events. */
public sealed interface EventSource {
  /** Returns the receiver of the events. */
  Target target();

  /**
   * A function.
   *
   * @param qualifier the alias that the template publishes; empty for none
   */
  record Target(String function, String qualifier) {}

  /**
   * Something that is polled: a queue or a stream.
   *
   * @param id differs from those of the function's other sources
   * @param sourceArn of the queue or the stream
   * @param settings members of Lambda's CreateEventSourceMapping request (maps, lists, strings,
   *     numbers, booleans) without source, function and {@code Enabled}
   * @param place where it stands, for messages
   */
  record Mapping(
      Target target,
      String id,
      String sourceArn,
      boolean enabled,
      Map<String, Object> settings,
      String place)
      implements EventSource {
    public Mapping {
      settings = Map.copyOf(settings);
    }
  }

  /**
   * Changes of objects in a bucket.
   *
   * @param id shown to the function as {@code configurationId}
   * @param events such as {@code s3:ObjectCreated:*}
   * @param prefix of the object's key; empty for any
   * @param suffix of the object's key; empty for any
   */
  record ObjectChanges(
      Target target, String id, String bucket, List<String> events, String prefix, String suffix)
      implements EventSource {
    public ObjectChanges {
      events = List.copyOf(events);
    }
  }

  /**
   * Events of a bus.
   *
   * @param rule its name
   * @param bus its name
   * @param pattern JSON
   * @param place where it stands, for messages
   */
  record BusRule(
      Target target,
      String rule,
      String bus,
      String pattern,
      Input input,
      boolean enabled,
      String place)
      implements EventSource {}

  /**
   * The time.
   *
   * @param name of the rule or schedule
   * @param expression {@code rate(...)}, {@code cron(...)} or, of a scheduler's, {@code at(...)}
   * @param scheduler present when it is one of EventBridge Scheduler's; absent for a rule of
   *     EventBridge
   * @param place where it stands, for messages
   */
  record Schedule(
      Target target,
      String name,
      String expression,
      Optional<Scheduler> scheduler,
      Input input,
      boolean enabled,
      String place)
      implements EventSource {}

  /**
   * The settings that only schedules of EventBridge Scheduler have.
   *
   * @param group its name
   * @param timezone for example {@code Europe/Vienna}
   */
  record Scheduler(
      String group, String timezone, Optional<String> startDate, Optional<String> endDate) {}

  /** The part of an event that the function gets. */
  sealed interface Input {
    /** All of it. */
    record Whole() implements Input {}

    /**
     * A constant, the same for each event.
     *
     * @param json as it is written
     */
    record Constant(String json) implements Input {}

    /**
     * A part.
     *
     * @param path JSONPath, such as {@code $.detail}
     */
    record Part(String path) implements Input {}

    /**
     * A text with parts of it.
     *
     * @param paths JSONPath by name
     * @param template with names in angle brackets
     */
    record Transformed(Map<String, String> paths, String template) implements Input {
      public Transformed {
        paths = Map.copyOf(paths);
      }
    }
  }
}
