package thaw.live;

/**
 * An address to which somebody on this machine sends something, so that a function runs.
 *
 * @param kind such as {@code queue}
 * @param name what is there, for people
 * @param command for a shell, which sends something there
 */
public record RequestAddress(String kind, String name, String url, String command) {}
