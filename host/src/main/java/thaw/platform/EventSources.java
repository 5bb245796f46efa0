package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * Event source mappings: kept and described. Nothing polls their sources yet.
 *
 * <p>Thread-safe; {@code lock} guards {@code mappings}.
 */
public final class EventSources {
  private static final String KIND = "event-source-mapping";

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, EventSourceMapping> mappings = new TreeMap<>();
  private final Records records;

  /**
   * @param function ARN with the qualifier that was named
   * @param settings the API's members, as they are shown
   */
  public record EventSourceMapping(
      String uuid,
      String function,
      boolean enabled,
      Map<String, JsonNode> settings,
      Map<String, String> tags,
      long modifiedMillis) {
    public EventSourceMapping withTags(Map<String, String> other) {
      return new EventSourceMapping(uuid, function, enabled, settings, other, modifiedMillis);
    }
  }

  EventSources(Records records) {
    this.records = records;
    records
        .all(KIND, EventSourceMapping.class)
        .forEach(mapping -> mappings.put(mapping.uuid(), mapping));
  }

  public void create(EventSourceMapping mapping) {
    lock.lock();
    try {
      for (EventSourceMapping other : mappings.values()) {
        requireOther(mapping, other);
      }
      keep(mapping);
    } finally {
      lock.unlock();
    }
  }

  private static void requireOther(EventSourceMapping mapping, EventSourceMapping other) {
    JsonNode source = mapping.settings().get("EventSourceArn");
    if (source != null
        && source.equals(other.settings().get("EventSourceArn"))
        && name(mapping.function()).equals(name(other.function()))) {
      String arn = source.asText();
      String service = arn.split(":")[2];
      String kind =
          switch (service) {
            case "sqs" -> "SQS";
            case "kinesis" -> "kinesis";
            case "dynamodb" -> "dynamodb";
            default -> service;
          };
      throw Refused.conflict(
          ("An event source mapping with %s arn (\" %s \") and function (\" %s \") already exists."
                  + " Please update or delete the existing mapping with UUID %s")
              .formatted(kind, arn, name(mapping.function()), other.uuid()));
    }
  }

  /** The function's name in an ARN with or without a qualifier. */
  private static String name(String functionArn) {
    return functionArn.split(":")[6];
  }

  private void keep(EventSourceMapping mapping) {
    records.put(KIND, mapping.uuid(), mapping);
    mappings.put(mapping.uuid(), mapping);
  }

  public Optional<EventSourceMapping> find(String uuid) {
    lock.lock();
    try {
      return Optional.ofNullable(mappings.get(uuid));
    } finally {
      lock.unlock();
    }
  }

  public EventSourceMapping get(String uuid) {
    return find(uuid)
        .orElseThrow(() -> Refused.notFound("The resource you requested does not exist."));
  }

  public List<EventSourceMapping> all() {
    lock.lock();
    try {
      return List.copyOf(mappings.values());
    } finally {
      lock.unlock();
    }
  }

  public EventSourceMapping change(String uuid, UnaryOperator<EventSourceMapping> change) {
    lock.lock();
    try {
      EventSourceMapping changed = change.apply(get(uuid));
      keep(changed);
      return changed;
    } finally {
      lock.unlock();
    }
  }

  public void tag(String uuid, Map<String, String> tags) {
    change(uuid, mapping -> mapping.withTags(Attachments.tagged(mapping.tags(), tags)));
  }

  public void untag(String uuid, List<String> keys) {
    change(uuid, mapping -> mapping.withTags(Attachments.untagged(mapping.tags(), keys)));
  }

  public EventSourceMapping delete(String uuid) {
    lock.lock();
    try {
      EventSourceMapping mapping = get(uuid);
      records.remove(KIND, uuid);
      mappings.remove(uuid);
      return mapping;
    } finally {
      lock.unlock();
    }
  }
}
