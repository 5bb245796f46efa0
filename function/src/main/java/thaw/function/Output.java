package thaw.function;

/**
 * One of the template's {@code Outputs}, with the address or name that it would have when deployed.
 */
public record Output(String name, String value) {}
