package thaw.load;

import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.function.LongSupplier;

/** Moments, until there is none any more. */
final class Arrivals implements PrimitiveIterator.OfLong {
  private final LongSupplier moments;
  private long next;

  /**
   * @param moments negative at its end
   */
  Arrivals(LongSupplier moments) {
    this.moments = moments;
    this.next = moments.getAsLong();
  }

  @Override
  public boolean hasNext() {
    return next >= 0;
  }

  @Override
  public long nextLong() {
    if (next < 0) {
      throw new NoSuchElementException();
    }
    long moment = next;
    next = moments.getAsLong();
    return moment;
  }
}
