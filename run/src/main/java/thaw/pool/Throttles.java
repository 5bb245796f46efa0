package thaw.pool;

/** Requests that one limit refused to one function. */
public record Throttles(String function, ThrottleReason reason) {}
