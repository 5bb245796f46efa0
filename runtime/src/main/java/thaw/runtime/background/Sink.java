package thaw.runtime.background;

import java.io.IOException;

/**
 * The destination of batches. It is called by one thread at a time, though not always the same one:
 * the handler's, the extension's, the one that watches size and age, or a shutdown hook.
 */
public interface Sink {
  /**
   * Delivers a batch, and returns when it has arrived.
   *
   * @param batch the same one again, with the same {@link Batch#key}, after an {@link IOException}:
   *     it may have arrived then
   * @param withinNanos how long this may take; more than 0. It is to be kept as well as possible
   * @throws RefusedException when it will never be taken: its events are dropped, counted and
   *     reported
   * @throws IOException when it has not arrived, or nobody knows whether it has; it is kept
   * @throws InterruptedException when the thread is interrupted; it is kept
   */
  void deliver(Batch batch, long withinNanos) throws IOException, InterruptedException;
}
