package thaw.service.own;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A shard of a stream: records in the order in which they came, the latest of them, in memory. */
final class KinesisShard {
  /**
   * The most bytes that are kept; older records are gone, as they are after AWS's retention period.
   */
  private static final long MOST_BYTES = 64L * 1024 * 1024;

  /** The bytes that a record costs besides its data. */
  private static final int RECORD_BYTES = 200;

  /**
   * @param position from 0, in the shard
   */
  record Record(long position, String sequenceNumber, String key, byte[] data, Instant arrived) {}

  private final int number;
  private final BigInteger first;
  private final BigInteger last;
  private final ReentrantLock lock = new ReentrantLock(); // of what follows
  private final Deque<Record> records = new ArrayDeque<>();
  private long next;
  private long bytes;

  /**
   * @param first of the hash keys that lead here
   * @param last of them
   */
  KinesisShard(int number, BigInteger first, BigInteger last) {
    this.number = number;
    this.first = first;
    this.last = last;
  }

  String id() {
    return "shardId-%012d".formatted(number);
  }

  BigInteger first() {
    return first;
  }

  BigInteger last() {
    return last;
  }

  boolean has(BigInteger hash) {
    return hash.compareTo(first) >= 0 && hash.compareTo(last) <= 0;
  }

  /** 56 digits as on AWS, where they grow as well; those of two shards differ. */
  String sequenceNumber(long position) {
    return "4966%040d%012d".formatted(position, number);
  }

  /** The reverse. */
  static long position(String sequenceNumber) throws AwsError {
    if (!sequenceNumber.matches("4966\\d{52}")) {
      throw new AwsError(
          "InvalidArgumentException", "Invalid StartingSequenceNumber: " + sequenceNumber);
    }
    return new BigInteger(sequenceNumber.substring(4, 44)).longValueExact();
  }

  Record add(String key, byte[] data, Instant now) {
    lock.lock();
    try {
      Record record = new Record(next, sequenceNumber(next), key, data, now);
      next++;
      records.addLast(record);
      bytes += data.length + RECORD_BYTES;
      while (bytes > MOST_BYTES) {
        bytes -= records.removeFirst().data().length + RECORD_BYTES;
      }
      return record;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the index that the next record will have. */
  long end() {
    lock.lock();
    try {
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the records from a position on, or from the oldest one on where that is gone. */
  List<Record> from(long position, int most, long mostBytes) {
    lock.lock();
    try {
      List<Record> found = new ArrayList<>();
      long size = 0;
      for (Record record : records) {
        if (record.position() >= position) {
          size += record.data().length;
          if (found.size() == most || !found.isEmpty() && size > mostBytes) {
            break;
          }
          found.add(record);
        }
      }
      return found;
    } finally {
      lock.unlock();
    }
  }
}
