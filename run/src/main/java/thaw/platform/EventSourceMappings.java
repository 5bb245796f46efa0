package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import thaw.function.constraint.LambdaRules;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;

/**
 * Event source mappings: kept and described. Who polls their sources watches them, and reports the
 * state that they are in.
 *
 * <p>Thread-safe; {@code lock} guards what follows it.
 */
public final class EventSourceMappings {
  private static final String KIND = "event-source-mapping";

  private final Records records;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, EventSourceMapping> mappings = new TreeMap<>();
  private final Map<String, Status> statuses = new HashMap<>();
  private Optional<Watcher> watcher = Optional.empty();

  /** The state of a mapping as clients see it. */
  public enum State {
    CREATING("Creating"),
    ENABLING("Enabling"),
    ENABLED("Enabled"),
    DISABLING("Disabling"),
    DISABLED("Disabled"),
    UPDATING("Updating"),
    DELETING("Deleting");

    private final String lambdaName;

    State(String lambdaName) {
      this.lambdaName = lambdaName;
    }

    public String lambdaName() {
      return lambdaName;
    }
  }

  /**
   * The status of a mapping.
   *
   * @param lastResult what came of the last batch of a stream
   */
  public record Status(State state, String lastResult) {
    static final String NOTHING_PROCESSED = "No records processed";
  }

  /** Polls the sources. Its methods are called one at a time and must be quick. */
  public interface Watcher {
    /**
     * Checks a mapping before it is taken.
     *
     * @param timeout of the function
     * @throws Refused when its source is not there, or does not fit the function
     */
    void check(EventSourceMapping mapping, Duration timeout);

    /** A mapping is there, or is another now; {@link #report} tells when it is so. */
    void changed(EventSourceMapping mapping);

    /** A mapping is to go; {@link #gone} tells when it is. */
    void removed(EventSourceMapping mapping);
  }

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
    EventSourceMapping withTags(Map<String, String> other) {
      return new EventSourceMapping(uuid, function, enabled, settings, other, modifiedMillis);
    }
  }

  public EventSourceMappings(Records records) {
    this.records = records;
    records
        .all(KIND, EventSourceMapping.class)
        .forEach(mapping -> mappings.put(mapping.uuid(), mapping));
  }

  /** Tells the watcher of mappings from now on, at first of all that are there. */
  public void watch(Watcher newWatcher) {
    lock.lock();
    try {
      watcher = Optional.of(newWatcher);
      mappings.values().forEach(mapping -> announce(mapping, beginning(mapping)));
    } finally {
      lock.unlock();
    }
  }

  /** Forgets the watcher: from now on nobody polls. */
  public void unwatch() {
    lock.lock();
    try {
      watcher = Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void announce(EventSourceMapping mapping, State passing) {
    watcher.ifPresent(watching -> {
      statuses.put(mapping.uuid(), new Status(passing, status(mapping).lastResult()));
      watching.changed(mapping);
    });
  }

  /** One of the template: it is there again at each start, as the template says. */
  public void declare(EventSourceMapping mapping) {
    lock.lock();
    try {
      mappings.put(mapping.uuid(), mapping);
      announce(mapping, beginning(mapping));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Checks whether a mapping could be taken, where its source is at hand.
   *
   * @param timeout of the function
   */
  public void check(EventSourceMapping mapping, Duration timeout) {
    watcher().ifPresent(watching -> watching.check(mapping, timeout));
  }

  /**
   * @param timeout of the function
   */
  public void create(EventSourceMapping mapping, Duration timeout) {
    check(mapping, timeout);
    lock.lock();
    try {
      for (EventSourceMapping other : mappings.values()) {
        requireOther(mapping, other);
      }
      keep(mapping);
      announce(mapping, beginning(mapping));
    } finally {
      lock.unlock();
    }
  }

  private Optional<Watcher> watcher() {
    lock.lock();
    try {
      return watcher;
    } finally {
      lock.unlock();
    }
  }

  public Status status(EventSourceMapping mapping) {
    lock.lock();
    try {
      State settled = mapping.enabled() ? State.ENABLED : State.DISABLED;
      return statuses.getOrDefault(mapping.uuid(), new Status(settled, Status.NOTHING_PROCESSED));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes for the watcher that a mapping is in this state now, unless it has been changed
   * meanwhile.
   */
  public void report(EventSourceMapping mapping, State state) {
    lock.lock();
    try {
      if (mapping.equals(mappings.get(mapping.uuid()))) {
        statuses.put(mapping.uuid(), new Status(state, status(mapping).lastResult()));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Notes for the watcher what came of a batch. */
  public void report(EventSourceMapping mapping, String lastResult) {
    lock.lock();
    try {
      if (mappings.containsKey(mapping.uuid())) {
        statuses.put(mapping.uuid(), new Status(status(mapping).state(), lastResult));
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes for the watcher that nothing polls the source any more of a mapping that is to be
   * removed.
   */
  public void gone(EventSourceMapping mapping) {
    lock.lock();
    try {
      mappings.remove(mapping.uuid());
      statuses.remove(mapping.uuid());
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
      throw Refused.conflict(
          (LambdaRules.STREAMS.contains(service)
                      ? "The event source arn (\" %s \") and function (\" %s \") provided mapping already exists."
                      : "An event source mapping with "
                          + kind(service)
                          + " arn (\" %s \") and function (\" %s \") already exists.")
                  .formatted(arn, name(mapping.function()))
              + " Please update or delete the existing mapping with UUID "
              + other.uuid());
    }
  }

  private static String kind(String service) {
    return service.equals("sqs") ? "SQS" : service;
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
      EventSourceMapping before = get(uuid);
      EventSourceMapping changed = change.apply(before);
      keep(changed);
      if (!changed.withTags(before.tags()).equals(before)) {
        announce(changed, passing(before, changed));
      }
      return changed;
    } finally {
      lock.unlock();
    }
  }

  /** The state of a new one: that of one that nobody is to poll is settled at once. */
  public static State beginning(EventSourceMapping mapping) {
    return mapping.enabled() ? State.CREATING : State.DISABLED;
  }

  /** The state between two. */
  public static State passing(EventSourceMapping before, EventSourceMapping after) {
    if (before.enabled() == after.enabled()) {
      return State.UPDATING;
    }
    return after.enabled() ? State.ENABLING : State.DISABLING;
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
      if (watcher.isPresent()) {
        statuses.put(uuid, new Status(State.DELETING, status(mapping).lastResult()));
        watcher.get().removed(mapping);
      } else {
        gone(mapping);
      }
      return mapping;
    } finally {
      lock.unlock();
    }
  }
}
