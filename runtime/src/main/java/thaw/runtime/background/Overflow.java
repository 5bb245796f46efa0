package thaw.runtime.background;

/**
 * Tells what becomes of an event that finds the buffer full. All events that are dropped are
 * counted.
 */
public enum Overflow {
  /**
   * Whoever publishes sends batches himself, or waits while another thread does, for a limited
   * time; when there is no room then, or the destination fails, the new event is dropped.
   */
  BLOCK,
  /** The oldest events that are not on their way are dropped. */
  DROP_OLDEST,
  /** The new event is dropped. */
  REJECT
}
