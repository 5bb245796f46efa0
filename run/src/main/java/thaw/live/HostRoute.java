package thaw.live;

/**
 * Where requests of functions go that name a host of AWS.
 *
 * @param hosts a name with {@code *} for the region, or words
 * @param server who answers
 * @param url where, on this machine; empty: at AWS
 */
public record HostRoute(String hosts, String server, String url) {}
