package thaw.load;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One second of a run.
 *
 * @param index from 0
 * @param scheduled requests that were due in it
 * @param sent requests whose first byte left in it
 * @param answered whole answers, as expected, that came in it
 * @param failed requests that failed in it
 * @param environments execution environments that were alive, the most at once; empty where that is
 *     not known
 * @param lag of the requests due in it: how late the generator came to them, its own fault
 * @param send of these: from due to their first byte; with the wait for a free connection
 * @param service of those answered: from the first byte to the whole answer
 * @param response of those answered: from due to the whole answer, which is what a user waits
 * @param failedResponse of those that failed: from due to their end
 * @param cpu how busy this machine was; empty where nobody looked in that second
 */
public record LoadSecond(
    int index,
    long scheduled,
    long sent,
    long answered,
    long failed,
    OptionalInt environments,
    LatencyDistribution lag,
    LatencyDistribution send,
    LatencyDistribution service,
    LatencyDistribution response,
    LatencyDistribution failedResponse,
    Optional<CpuSecond> cpu) {}
