package thaw.platform.record;

/**
 * The number of environments that are to be kept started for a version or an alias.
 *
 * @param modifiedMillis since 1970
 */
public record ProvisionedRequest(int requested, long modifiedMillis) {}
