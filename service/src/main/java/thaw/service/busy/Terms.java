package thaw.service.busy;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How an operation is answered.
 *
 * @param times multiplies the operation's published time; 0 for none
 * @param states multiplies the time that resources take to be created, changed and deleted; 0 for
 *     at once
 * @param limits whether AWS's limits hold
 * @param stale how old an eventually consistent read may be
 * @param throttled share of requests that get a throttling error
 * @param error share that get status 500
 * @param reset share whose connection breaks, half of them when all is done
 * @param slow share whose first byte comes late
 * @param expired share that are told that their token has expired; SDKs do not retry these
 * @param slowFor how much later a late first byte comes
 * @param inARow the most faults for one call after the other: SDKs try three times
 * @param median of the operation's time in milliseconds, in place of the published one
 */
@RecordBuilder
public record Terms(
    double times,
    double states,
    boolean limits,
    Duration stale,
    double throttled,
    double error,
    double reset,
    double slow,
    double expired,
    Duration slowFor,
    int inARow,
    OptionalDouble median)
    implements TermsBuilder.With {
  /** At once, always. */
  public static final Terms FAST =
      new Terms(
          0,
          0,
          false,
          Duration.ZERO,
          0,
          0,
          0,
          0,
          0,
          Duration.ofSeconds(2),
          2,
          OptionalDouble.empty());

  /** As late as AWS, with its limits. */
  public static final Terms REAL =
      FAST.with().times(1).states(1).limits(true).stale(Duration.ofSeconds(1)).build();

  /** The same on a bad day, which the standard retries of SDKs get over. */
  public static final Terms BUSY =
      REAL.with().throttled(0.1).error(0.03).reset(0.02).slow(0.02).build();

  /** The share of requests that something is done to. */
  public double faults() {
    return throttled + error + reset + slow + expired;
  }
}
