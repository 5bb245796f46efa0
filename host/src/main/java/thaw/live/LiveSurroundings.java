package thaw.live;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the page shows of the application around the functions, which the platform does not know.
 *
 * @param addresses where requests can be sent; none before all are open
 * @param events of a function, by its name: those that somebody has written, and what would send it
 *     some
 */
public record LiveSurroundings(
    Supplier<List<RequestAddress>> addresses, Function<String, List<OfferedEvent>> events) {
  static final LiveSurroundings NONE = new LiveSurroundings(List::of, _ -> List.of());
}
