package thaw.durable;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How large a payload may be.
 *
 * @param what AWS's words for it
 */
record PayloadLimit(String what, int bytes) {
  private static final int LARGEST_BYTES = 1024 * 1024;

  /** For the result of an execution that somebody waits for. */
  private static final int LARGEST_SYNCHRONOUS_BYTES = 6 * 1024 * 1024;

  static PayloadLimit of(String what) {
    return new PayloadLimit(what, LARGEST_BYTES);
  }

  static PayloadLimit ofResult(ExecutionHead head) {
    return new PayloadLimit(
        "Execution output", head.synchronous() ? LARGEST_SYNCHRONOUS_BYTES : LARGEST_BYTES);
  }

  boolean isExceeded(@Nullable String payload) {
    return payload != null && payload.getBytes(StandardCharsets.UTF_8).length > bytes;
  }

  void require(@Nullable String payload) {
    if (isExceeded(payload)) {
      throw Rejected.invalid(refusal());
    }
  }

  String refusal() {
    return "%s payload size must be less than or equal to %d bytes.".formatted(what, bytes);
  }

  /** An error counts with all its fields. */
  static void require(ErrorObject error) {
    if (error.bytes() >= LARGEST_BYTES) {
      throw Rejected.invalid("Error object size must be less than " + LARGEST_BYTES + " bytes.");
    }
  }
}
