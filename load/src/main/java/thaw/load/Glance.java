package thaw.load;

/**
 * Tells someone who watches a run how it goes.
 *
 * @param second the last one that is over
 * @param underWay requests that have been due and have not ended
 * @param answered since the run began
 * @param rate requests that were sent in that second
 * @param failed requests that failed in it
 * @param response of those that were due in it and have been answered
 */
public record Glance(
    int second,
    long underWay,
    long answered,
    long rate,
    long failed,
    LatencyDistribution response) {}
