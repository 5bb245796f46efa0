package thaw.service.own;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A stream from its creation to its end. Thread-safe. */
final class KinesisStream {
  /** As a description names it; what is deleted has none. */
  enum Status {
    CREATING,
    ACTIVE,
    DELETING,
    DELETED
  }

  private final String name;
  private final List<KinesisShard> shards;
  private final Instant created;
  private final Instant active;
  private final AtomicReference<Instant> deleted = new AtomicReference<>(Instant.MAX);
  private volatile boolean deleting;

  /**
   * @param active from when on it is written and read
   */
  KinesisStream(String name, List<KinesisShard> shards, Instant created, Instant active) {
    this.name = name;
    this.shards = List.copyOf(shards);
    this.created = created;
    this.active = active;
  }

  String name() {
    return name;
  }

  List<KinesisShard> shards() {
    return shards;
  }

  Instant created() {
    return created;
  }

  /**
   * @param end from when on it is not there any more
   */
  void delete(Instant end) {
    deleted.set(end);
    deleting = true;
  }

  Status status(Instant now) {
    if (deleting) {
      return now.isBefore(deleted.get()) ? Status.DELETING : Status.DELETED;
    }
    return now.isBefore(active) ? Status.CREATING : Status.ACTIVE;
  }
}
