package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What eventually consistent reads of a table may still see. An item has three copies: one is
 * always up to date, the others follow within the bound. Thread-safe.
 */
final class StaleItems {
  private static final int COPIES = 3;
  private static final int MOST = 10_000;

  /**
   * A write that not all copies have.
   *
   * @param before the item as it was, where there was one
   */
  private record Write(Optional<JsonNode> before, Instant at, long number) {}

  private final String table;
  private final List<String> keys;
  private final Duration bound;
  private final Draws draws;
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock(); // of what follows
  private final Map<String, Write> recent = new LinkedHashMap<>();

  /**
   * @param keys names of the attributes that make an item's key
   * @param bound the longest time that a copy lags behind
   */
  StaleItems(String table, List<String> keys, Duration bound, Draws draws) {
    this.table = table;
    this.keys = List.copyOf(keys);
    this.bound = bound;
    this.draws = draws;
  }

  /**
   * @param item or its key
   */
  void written(JsonNode item, Optional<JsonNode> before, Instant now) {
    lock.lock();
    try {
      String key = key(item);
      recent.remove(key); // to be the last
      recent.put(key, new Write(before, now, writes.getAndIncrement()));
      var oldest = recent.values().iterator();
      while (oldest.hasNext()
          && (oldest.next().at().plus(bound).isBefore(now) || recent.size() > MOST)) {
        oldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Puts the older item into an answer to GetItem; returns whether it has. */
  boolean old(JsonNode key, ObjectNode answer, Instant now) {
    Optional<Write> write = hidden(key, copy(), now);
    write.ifPresent(hidden ->
        hidden
            .before()
            .ifPresentOrElse(item -> answer.set("Item", item), () -> answer.remove("Item")));
    return write.isPresent();
  }

  /** Leaves out of an answer to Query or Scan what is new; returns whether there was any. */
  boolean withoutNew(ObjectNode answer, Instant now) {
    if (!(answer.path("Items") instanceof ArrayNode items)) {
      return false;
    }
    int copy = copy();
    List<JsonNode> left = new ArrayList<>();
    items.forEach(item -> {
      if (hidden(item, copy, now).filter(write -> write.before().isEmpty()).isEmpty()) {
        left.add(item);
      }
    });
    boolean lacks = left.size() < items.size();
    items.removeAll();
    items.addAll(left);
    answer.put("Count", left.size());
    return lacks;
  }

  private int copy() {
    return (int) (draws.unit("read " + table, reads.getAndIncrement(), 0) * COPIES);
  }

  private Optional<Write> hidden(JsonNode item, int copy, Instant now) {
    if (copy == 0) {
      return Optional.empty();
    }
    lock.lock();
    try {
      return Optional.ofNullable(recent.get(key(item)))
          .filter(write -> {
            double lag = draws.unit("write " + table, write.number(), copy);
            return now.isBefore(write.at().plusNanos(Math.round(lag * bound.toNanos())));
          });
    } finally {
      lock.unlock();
    }
  }

  private String key(JsonNode item) {
    StringBuilder key = new StringBuilder();
    keys.forEach(name -> key.append(item.path(name)).append(' '));
    return key.toString();
  }
}
