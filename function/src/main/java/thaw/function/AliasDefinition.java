package thaw.function;

import java.util.Optional;

/**
 * An alias that the template declares. It leads to the version that is published of the function.
 *
 * @param url the HTTP address that it has of its own
 * @param events how events are treated that the alias gets and nobody waits for
 */
public record AliasDefinition(String name, Optional<FunctionUrl> url, EventInvokeConfig events) {}
