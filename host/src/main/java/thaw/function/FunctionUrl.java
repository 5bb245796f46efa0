package thaw.function;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The HTTP address that a template gives to a function.
 *
 * @param authType {@code NONE} or {@code AWS_IAM}
 * @param invokeMode {@code BUFFERED} or {@code RESPONSE_STREAM}
 */
public record FunctionUrl(String authType, Optional<Cors> cors, Optional<String> invokeMode) {
  /** The settings for scripts of other origins; what is absent is not configured. */
  public record Cors(
      Optional<Boolean> allowCredentials,
      Optional<List<String>> allowHeaders,
      Optional<List<String>> allowMethods,
      Optional<List<String>> allowOrigins,
      Optional<List<String>> exposeHeaders,
      OptionalInt maxAgeSeconds) {}
}
