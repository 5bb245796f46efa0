package thaw.live;

/**
 * The page as it is sent, the same for all.
 *
 * @param policy its content security policy
 */
public record Page(String html, String policy) {}
