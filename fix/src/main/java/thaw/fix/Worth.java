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
   * Of the start, in the median: of two results that gain the same, one is the higher by chance.
   */
  private static final double LEAST_MORE = 0.01;

  /**
   * The share of the start that is gained.
   *
   * @param low end of its interval
   * @param high likewise
   */
  public record Share(double low, double median, double high) {
    private boolean isAbove(Share other) {
      return low > other.high;
    }

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
   * was measured more fully is believed in place of what was less. Fewer starts have wider
   * intervals, which allow more: so they have to gain more in the median as well, and no less in
   * the other way.
   */
  public boolean isBelow(Worth other) {
    int more = proof.compareTo(other.proof);
    if (more > 0) {
      return false;
    }
    return isBelow(deployed, other.deployed)
        || isBelow(packaged, other.packaged)
        || (more < 0 && !isMore(other));
  }

  private boolean isMore(Worth other) {
    double more = median(deployed) - median(other.deployed);
    double morePackaged = median(packaged) - median(other.packaged);
    return more >= 0 && morePackaged >= 0 && Math.max(more, morePackaged) >= LEAST_MORE;
  }

  private static double median(Optional<Share> share) {
    return share.map(Share::median).orElse(0.0);
  }

  private static boolean isBelow(Optional<Share> one, Optional<Share> other) {
    return other.isPresent() && (one.isEmpty() || one.get().high() < other.get().median());
  }

  /**
   * Returns in words by how much it gains more than another one, in the way in which that is the
   * most.
   */
  public String moreThan(Worth other) {
    boolean isDeployed =
        median(deployed) - median(other.deployed) >= median(packaged) - median(other.packaged);
    Optional<Share> one = isDeployed ? deployed : packaged;
    Optional<Share> before = isDeployed ? other.deployed : other.packaged;
    boolean isProven = one.isPresent() && before.filter(one.get()::isAbove).isPresent();
    return "%s of the start %s in place of %s%s"
        .formatted(
            percent(one),
            isDeployed ? "as it is deployed" : "in a package",
            percent(before),
            before.isEmpty() || isProven ? "" : ", though the intervals overlap");
  }

  private static String percent(Optional<Share> share) {
    return Math.round(median(share) * 100) + " %";
  }
}
