package thaw.runtime.background;

/**
 * Counts what became of all events since the start. {@code accepted = delivered + refused +
 * displaced + pending}.
 *
 * @param accepted for which {@link BackgroundWork#publish} said true
 * @param delivered taken by the sink
 * @param refused accepted, and never taken by the destination
 * @param displaced accepted, and dropped later for newer ones ({@link Overflow#DROP_OLDEST})
 * @param rejected not accepted: for want of room, or larger than all room there is
 * @param pending in the buffer or on their way
 */
public record Counts(
    long accepted, long delivered, long refused, long displaced, long rejected, long pending) {
  /** All that will never arrive. */
  public long lost() {
    return refused + displaced + rejected;
  }
}
