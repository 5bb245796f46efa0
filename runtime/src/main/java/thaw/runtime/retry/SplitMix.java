package thaw.runtime.retry;

/**
 * Random numbers that need neither entropy nor classes: nothing secret depends on when a caller
 * comes back. The moment is mixed into each number, so that copies of one snapshot differ.
 *
 * @see <a href="https://doi.org/10.1145/2660193.2660195">Steele, Lea, Flood: Fast Splittable
 *     Pseudorandom Number Generators</a>
 */
final class SplitMix implements Jitter {
  @Override
  public long below(long bound) {
    long z = System.nanoTime() * 0x9e3779b97f4a7c15L + System.identityHashCode(this);
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return ((z ^ (z >>> 31)) >>> 1) % bound;
  }
}
