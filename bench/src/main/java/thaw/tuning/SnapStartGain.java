package thaw.tuning;

import thaw.experiment.Distribution;

/**
 * Tells what restores save against plain starts of the same function. Negative figures are losses.
 *
 * @param name of the restored variant
 * @param start how its processes came to life
 * @param invokedBefore whether its snapshot was taken after an invocation with the event
 * @param priming what was done before its snapshot
 * @param primed whether that did something of the first request, as far as is known: what the
 *     function's own hooks do is not, and not every generated priming can call something
 * @param restoredMillis from start to response
 * @param reportedMillis restore and first invocation, as Lambda's REPORT has them, the median; from
 *     start to response where the samples have no such parts
 * @param verdict by time alone
 * @param savedMillis of a cold start
 * @param savedUsdOfMillion of a million cold starts, the price of their restores subtracted
 */
public record SnapStartGain(
    String name,
    String start,
    boolean invokedBefore,
    SnapStartPriming priming,
    boolean primed,
    Distribution restoredMillis,
    double reportedMillis,
    SnapStartVerdict verdict,
    MedianRange savedMillis,
    MedianRange savedUsdOfMillion) {}
