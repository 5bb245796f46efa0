package thaw.platform;

/** Requests that one limit refused to one function. */
public record Throttles(String function, ThrottleReason reason) {}
