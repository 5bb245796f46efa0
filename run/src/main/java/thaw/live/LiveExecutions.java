package thaw.live;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Has what the page shows of durable executions.
 *
 * @param list the newest ones, as JSON
 * @param timeline of the one with an id, a name or an ARN, as JSON; it may throw a {@link
 *     thaw.problem.UserMistake}
 * @param page likewise, as HTML
 * @param policy the page's content security policy
 */
public record LiveExecutions(
    Supplier<String> list,
    Function<String, String> timeline,
    Function<String, String> page,
    Supplier<String> policy) {}
