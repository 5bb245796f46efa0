package thaw.durable;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What starts an execution.
 *
 * @param target the version that it runs to its end, with its terms
 * @param name by which it is not started twice; absent for one that is made up
 * @param input JSON; absent for none
 * @param synchronous whether somebody waits for its end
 */
public record StartRequest(
    Functions.Target target,
    Optional<String> name,
    @Nullable String input,
    boolean synchronous,
    @Nullable String tenant,
    @Nullable String trace) {}
