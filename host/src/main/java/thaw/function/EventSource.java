package thaw.function;

/**
 * What feeds a function with events.
 *
 * @param function the name of the function that gets them
 */
public record EventSource(String function) {}
