package thaw.service.busy;

import java.nio.charset.StandardCharsets;

/**
 * Numbers that look random and follow from a seed, a subject and a number: in each run, on each
 * machine and JDK.
 *
 * @see <a href="https://doi.org/10.1145/2714064.2660195">Steele, Lea, Flood: Fast splittable
 *     pseudorandom number generators</a>
 */
record Draws(long seed) {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  /**
   * Returns a number from 0 on, below 1.
   *
   * @param subject what it is drawn for
   * @param number how many were drawn for it before
   * @param which of several numbers for the same
   */
  double unit(String subject, long number, int which) {
    long state = seed;
    for (byte each : subject.getBytes(StandardCharsets.UTF_8)) {
      state = mix(state + GOLDEN + each);
    }
    state = mix(state + GOLDEN * (number + 1));
    return (mix(state + GOLDEN * (which + 1)) >>> 11) * UNIT;
  }

  private static long mix(long state) {
    long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
