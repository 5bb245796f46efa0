package thaw.function;

/**
 * An API key that a usage plan joins to an API's stage.
 *
 * @param id its name in the template
 * @param value what clients send
 */
public record ApiKey(String id, String value) {}
