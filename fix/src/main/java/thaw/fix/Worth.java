package thaw.fix;

import java.util.Optional;
import thaw.stats.ShiftInterval;

/**
 * What a result has proven, to compare it with that of another run: shares of the function as it is
 * in each run, for the machine may have been another one meanwhile.
 *
 * @param deployed the function where it is deployed as before; empty where no gain was proven there
 * @param packaged the package with all that was kept, likewise
 */
public record Worth(Proof proof, Optional<Share> deployed, Optional<Share> packaged) {
  /**
   * The share of the start that is gained.
   *
   * @param low end of its interval
   * @param high likewise
   */
  public record Share(double low, double median, double high) {
    private static Optional<Share> of(FixResult.Figures figures, double baseMillis) {
      return figures
          .gain()
          .filter(_ -> figures.isFaster() || figures.takesLessCpu())
          .map((ShiftInterval gain) ->
              new Share(
                  gain.low() / baseMillis, gain.median() / baseMillis, gain.high() / baseMillis));
    }
  }

  public static Worth of(FixResult result) {
    double base = result.base().totalMillis();
    return new Worth(
        result.proof(), Share.of(result.patchedFigures(), base), Share.of(result.result(), base));
  }

  /**
   * Returns whether it is worse than that of another run by more than its own interval allows. What
   * was measured more fully is believed in place of what was less, unless that gains clearly more.
   */
  public boolean isBelow(Worth other) {
    int more = proof.compareTo(other.proof);
    if (more > 0) {
      return false;
    }
    return isBelow(deployed, other.deployed)
        || isBelow(packaged, other.packaged)
        || (more < 0 && !isAbove(deployed, other.deployed) && !isAbove(packaged, other.packaged));
  }

  private static boolean isBelow(Optional<Share> one, Optional<Share> other) {
    return other.isPresent() && (one.isEmpty() || one.get().high() < other.get().median());
  }

  private static boolean isAbove(Optional<Share> one, Optional<Share> other) {
    return one.isPresent() && (other.isEmpty() || one.get().low() > other.get().high());
  }
}
