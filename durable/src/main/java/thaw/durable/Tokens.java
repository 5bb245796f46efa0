package thaw.durable;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * Callback ids and checkpoint tokens. They are Base64 of letters, digits, {@code -} and {@code _}
 * with dots between the parts: so none has a {@code +} or a {@code /}, which a path would have to
 * escape.
 */
final class Tokens {
  private Tokens() {}

  /** Makes a token that is never made again, also by a program that starts anew. */
  static String checkpointToken(String executionId, long sequence) {
    return encoded(executionId + "." + sequence + "." + UUID.randomUUID());
  }

  /** Returns the execution that a checkpoint token is of; empty when it is none of ours. */
  static Optional<String> executionOf(String checkpointToken) {
    return parts(checkpointToken, 3).map(parts -> parts[0]);
  }

  /** Tells which callback is meant. */
  record Callback(String function, String executionId, String operationId) {}

  static String callbackId(Callback callback) {
    return encoded(
        callback.function() + "." + callback.executionId() + "." + callback.operationId());
  }

  static Optional<Callback> callback(String id) {
    return parts(id, 3).map(parts -> new Callback(parts[0], parts[1], parts[2]));
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static Optional<String[]> parts(String token, int count) {
    try {
      String text = new String(Base64.getDecoder().decode(token), StandardCharsets.US_ASCII);
      String[] parts = text.split("\\.", -1);
      return parts.length == count ? Optional.of(parts) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
