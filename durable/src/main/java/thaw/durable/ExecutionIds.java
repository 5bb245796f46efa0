package thaw.durable;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes ids that grow with time: UUIDs of version 7.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7">RFC 9562</a>
 */
final class ExecutionIds {
  private final AtomicLong last = new AtomicLong();

  String next(long nowMillis) {
    long tick = last.updateAndGet(before -> Math.max(before + 1, nowMillis << 12));
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = (tick >>> 12) << 16 | 0x7000 | tick & 0xfff;
    long low = random.nextLong() & ~(3L << 62) | 1L << 63;
    return new UUID(high, low).toString();
  }
}
