package thaw.function;

import java.util.List;
import java.util.OptionalInt;

/**
 * Tells what an HTTP API lets scripts of other origins do.
 *
 * @param allowOrigins {@code *}, origins, or {@code https://*}
 */
public record ApiCors(
    boolean allowCredentials,
    List<String> allowHeaders,
    List<String> allowMethods,
    List<String> allowOrigins,
    List<String> exposeHeaders,
    OptionalInt maxAgeSeconds) {
  public ApiCors {
    allowHeaders = List.copyOf(allowHeaders);
    allowMethods = List.copyOf(allowMethods);
    allowOrigins = List.copyOf(allowOrigins);
    exposeHeaders = List.copyOf(exposeHeaders);
  }
}
