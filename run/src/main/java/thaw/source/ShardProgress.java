package thaw.source;

import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps how far the records of a shard are processed, so that a mapping that is disabled and
 * enabled again goes on where it was.
 *
 * <p>Thread-safe; {@code lock} guards what follows it.
 */
final class ShardProgress {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<Long, String> open = new TreeMap<>();
  private String lastRead = "";
  private long count;
  private boolean isClosed;

  /** The position from which a shard is read. */
  record Position(String sequenceNumber, boolean isIncluded) {}

  /** The index of the record that is read next. */
  long next() {
    lock.lock();
    try {
      return count++;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param isOpen whether it is to be processed
   */
  void read(StreamRecord record, boolean isOpen) {
    lock.lock();
    try {
      lastRead = record.sequenceNumber();
      if (isOpen) {
        open.put(record.index(), record.sequenceNumber());
      }
    } finally {
      lock.unlock();
    }
  }

  void done(Iterable<StreamRecord> records) {
    lock.lock();
    try {
      records.forEach(record -> open.remove(record.index()));
    } finally {
      lock.unlock();
    }
  }

  /** All has been read that will ever be in it, and processed. */
  void close() {
    lock.lock();
    try {
      isClosed = true;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the position behind all that was read; absent when nothing was. */
  Optional<Position> afterLastRead() {
    lock.lock();
    try {
      return lastRead.isEmpty() ? Optional.empty() : Optional.of(new Position(lastRead, false));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the position to go on from: that of the first open record, which is read anew; empty
   * when nothing was ever read.
   */
  Optional<Position> resume() {
    lock.lock();
    try {
      Optional<Position> position =
          !open.isEmpty()
              ? Optional.of(new Position(open.firstEntry().getValue(), true))
              : Optional.of(new Position(lastRead, false)).filter(after -> !lastRead.isEmpty());
      open.clear();
      return position;
    } finally {
      lock.unlock();
    }
  }
}
