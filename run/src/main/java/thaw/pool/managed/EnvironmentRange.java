package thaw.pool.managed;

import java.util.OptionalDouble;

/**
 * The range of environments that a version is to have.
 *
 * @param cpuTarget with a higher use of their CPUs on average there are to be more, in percent
 */
public record EnvironmentRange(int least, int most, OptionalDouble cpuTarget) {
  /**
   * Returns how many environments would use no more of their CPUs than the target for what these
   * do; at least as many as there are, and never more than {@code most}.
   *
   * @param percent what so many use of their CPUs on average
   */
  int atUse(int number, double percent) {
    int needed =
        cpuTarget.isEmpty() ? 0 : (int) Math.ceil(number * percent / cpuTarget.getAsDouble());
    return Math.min(most, Math.max(number, needed));
  }
}
