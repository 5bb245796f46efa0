package thaw.live;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import thaw.http.Exchange;

/**
 * Has what the page shows of the application around the functions, which the platform does not
 * know.
 *
 * @param addresses where requests can be sent; none before all are open
 * @param hosts where requests of functions go, likewise
 * @param seesContents whether a caller may see what functions get and write
 * @param events of a function, by its name: those that somebody has written, and what would send it
 *     some
 * @param executions the durable ones
 */
public record LiveSurroundings(
    Supplier<List<RequestAddress>> addresses,
    Supplier<List<HostRoute>> hosts,
    Predicate<Exchange> seesContents,
    Function<String, List<OfferedEvent>> events,
    LiveExecutions executions) {}
