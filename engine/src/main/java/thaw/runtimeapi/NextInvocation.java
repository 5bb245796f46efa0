package thaw.runtimeapi;

import java.util.function.Consumer;

/**
 * The response to a runtime that has asked for its next invocation.
 *
 * @param invocation the event
 * @param deadlineEpochMillis when it times out, for the runtime's {@code getRemainingTime}
 * @param traceId X-Ray's header
 * @param onBody gets the body of a small response at once, by the thread that brings it
 */
public record NextInvocation(
    Invocation invocation, long deadlineEpochMillis, String traceId, Consumer<byte[]> onBody) {}
