package thaw.platform.record;

/**
 * The customer-managed runtime of a function: {@code RuntimeConfig} of the API.
 *
 * @param arn of the runtime
 * @param alias of it, which leads to a version
 */
public record RuntimeUse(String arn, String alias) {}
