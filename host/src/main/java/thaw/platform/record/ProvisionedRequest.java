package thaw.platform.record;

/**
 * How many environments are to be kept started for a version or an alias.
 *
 * @param modifiedMillis since 1970
 */
public record ProvisionedRequest(int requested, long modifiedMillis) {}
