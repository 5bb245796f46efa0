package thaw.durable;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which executions of a function are asked for.
 *
 * @param version absent for all
 * @param statuses empty for all
 * @param afterMillis those that have started later
 * @param beforeMillis those that have started earlier
 * @param oldestFirst otherwise the newest
 * @param marker of the page before
 * @param maxItems 0 for the default
 */
public record ListRequest(
    String function,
    Optional<String> version,
    Optional<String> name,
    Set<ExecutionStatus> statuses,
    OptionalLong afterMillis,
    OptionalLong beforeMillis,
    boolean oldestFirst,
    @Nullable String marker,
    int maxItems) {
  boolean takes(ExecutionHead head) {
    return version.stream().allMatch(head.arn().version()::equals)
        && name.stream().allMatch(head.arn().name()::equals)
        && (statuses.isEmpty() || statuses.contains(head.status()))
        && head.startMillis() > afterMillis.orElse(Long.MIN_VALUE)
        && head.startMillis() < beforeMillis.orElse(Long.MAX_VALUE);
  }
}
