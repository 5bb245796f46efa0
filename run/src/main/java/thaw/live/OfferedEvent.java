package thaw.live;

/**
 * An event to invoke a function with.
 *
 * @param name where it comes from, for people
 */
public record OfferedEvent(String name, String text) {}
