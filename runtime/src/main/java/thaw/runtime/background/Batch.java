package thaw.runtime.background;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Events that are sent together, in the order of their publication. Does not change. */
public final class Batch {
  private static final String KERNELS = "/proc/sys/kernel/random/uuid";
  private static final int UUID_LENGTH = 36;

  private final byte[][] events;
  private final int bytes;
  private @Nullable String key;

  Batch(byte[][] events, int bytes) {
    this.events = events;
    this.bytes = bytes;
  }

  /** Returns the number of events; it is at least 1. */
  public int size() {
    return events.length;
  }

  /** All events together. */
  public int bytes() {
    return bytes;
  }

  /**
   * An event as it was published; not to be changed.
   *
   * @param index 0 to {@link #size} - 1
   */
  public byte[] event(int index) {
    return events[index];
  }

  /**
   * Returns a key that tells this batch from all others, of other environments too: a random UUID.
   * It is drawn when it is asked for first, from the kernel: clones of a snapshot must not draw
   * alike, and a generator of our own would be part of the snapshot.
   */
  public synchronized String key() {
    if (key == null) {
      key = drawn();
    }
    return key;
  }

  private static String drawn() {
    byte[] uuid = new byte[UUID_LENGTH];
    try (FileInputStream file = new FileInputStream(KERNELS)) {
      if (file.readNBytes(uuid, 0, UUID_LENGTH) == UUID_LENGTH) {
        return new String(uuid, StandardCharsets.ISO_8859_1);
      }
    } catch (IOException e) {
      // not Linux, or no /proc
    }
    return UUID.randomUUID().toString();
  }
}
