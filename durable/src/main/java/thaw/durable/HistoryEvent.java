package thaw.durable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An event of an execution's history.
 *
 * @param id 1 for the first, without gaps
 * @param millis since 1970, by the engine's clock
 * @param operation what it is about; absent for the execution's own
 * @param details the API's member of the same name as the type, times in seconds
 */
public record HistoryEvent(
    long id,
    EventType type,
    long millis,
    @Nullable String operation,
    @Nullable String parentId,
    @Nullable String name,
    @Nullable String subType,
    ObjectNode details) {}
