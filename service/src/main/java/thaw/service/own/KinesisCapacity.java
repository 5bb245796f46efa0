package thaw.service.own;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import thaw.service.busy.Capacity;

/**
 * How much shards take and give.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html">Quotas
 *     and limits</a>
 */
sealed interface KinesisCapacity {
  /** Returns whether a shard takes another record. */
  boolean takes(KinesisStream stream, KinesisShard shard, long bytes, String operation);

  /** Returns whether a shard may be read once more. */
  boolean gives(KinesisStream stream, KinesisShard shard);

  /** Counts what a read has brought. */
  void given(KinesisStream stream, KinesisShard shard, long bytes);

  /** As much as anybody wants. */
  record Boundless() implements KinesisCapacity {
    @Override
    public boolean takes(KinesisStream stream, KinesisShard shard, long bytes, String operation) {
      return true;
    }

    @Override
    public boolean gives(KinesisStream stream, KinesisShard shard) {
      return true;
    }

    @Override
    public void given(KinesisStream stream, KinesisShard shard, long bytes) {}
  }

  /** As on AWS: 1 MiB and 1,000 records in, 2 MiB and 5 reads out, each a second. */
  final class OfShards implements KinesisCapacity {
    private static final double RECORDS_IN = 1000;
    private static final double BYTES_IN = 1024 * 1024;
    private static final double READS = 5;
    private static final double BYTES_OUT = 2 * 1024 * 1024;

    private final InstantSource clock;
    private final Kinesis.Refusals refusals;
    private final Map<KinesisShard, Rates> rates = new ConcurrentHashMap<>();

    OfShards(InstantSource clock, Kinesis.Refusals refusals) {
      this.clock = clock;
      this.refusals = refusals;
    }

    @Override
    public boolean takes(KinesisStream stream, KinesisShard shard, long bytes, String operation) {
      boolean taken = rates(shard).take(bytes, clock.instant());
      if (!taken) {
        refusals.refused(operation, stream.name(), shard.id());
      }
      return taken;
    }

    @Override
    public boolean gives(KinesisStream stream, KinesisShard shard) {
      boolean given = rates(shard).read(clock.instant());
      if (!given) {
        refusals.refused("GetRecords", stream.name(), shard.id());
      }
      return given;
    }

    @Override
    public void given(KinesisStream stream, KinesisShard shard, long bytes) {
      rates(shard).given(bytes);
    }

    private Rates rates(KinesisShard shard) {
      return rates.computeIfAbsent(shard, _ -> new Rates(clock.instant()));
    }

    /** What is left of each rate; never more than that of one second. */
    private static final class Rates {
      private final ReentrantLock lock = new ReentrantLock(); // of the first two: both or none
      private final Capacity recordsIn;
      private final Capacity bytesIn;
      private final Capacity reads;
      private final Capacity bytesOut;

      Rates(Instant now) {
        this.recordsIn = new Capacity(RECORDS_IN, now);
        this.bytesIn = new Capacity(BYTES_IN, now);
        this.reads = new Capacity(READS, now);
        this.bytesOut = new Capacity(BYTES_OUT, now);
      }

      boolean take(long bytes, Instant now) {
        lock.lock();
        try {
          boolean there = recordsIn.has(1, now) && bytesIn.has(Math.min(bytes, BYTES_IN), now);
          if (there) {
            recordsIn.use(1);
            bytesIn.use(bytes);
          }
          return there;
        } finally {
          lock.unlock();
        }
      }

      boolean read(Instant now) {
        return bytesOut.has(0, now) && reads.take(1, now);
      }

      /** A read of 10 MiB uses up the next seconds, too. */
      void given(long bytes) {
        bytesOut.use(bytes);
      }
    }
  }
}
