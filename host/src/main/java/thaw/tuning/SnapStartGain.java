package thaw.tuning;

import thaw.experiment.Distribution;

/**
 * Tells what restores save against plain starts of the same function. Negative figures are losses.
 *
 * @param name of the restored variant
 * @param start how its processes came to life
 * @param invokedBefore whether its snapshot was taken after an invocation with the event
 * @param priming what was done before its snapshot
 * @param restoredMillis from start to response
 * @param verdict by time alone
 * @param savedMillis of a cold start
 * @param savedUsdOfMillion of a million cold starts, the price of their restores subtracted
 */
public record SnapStartGain(
    String name,
    String start,
    boolean invokedBefore,
    SnapStartPriming priming,
    Distribution restoredMillis,
    SnapStartVerdict verdict,
    MedianRange savedMillis,
    MedianRange savedUsdOfMillion) {}
