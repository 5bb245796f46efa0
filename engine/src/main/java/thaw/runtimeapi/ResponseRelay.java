package thaw.runtimeapi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import thaw.http.FieldSection;

/**
 * A response that the runtime streams, on its way to the caller. An error that the function meets
 * when it has begun to respond comes in the trailers.
 */
final class ResponseRelay {
  static final String MODE_FIELD = "lambda-runtime-function-response-mode";

  /** Lambda's limit of a streamed response: 200 MB. */
  private static final long LARGEST_BYTES = 200L * 1024 * 1024;

  private static final String ERROR_TYPE = "lambda-runtime-function-error-type";
  private static final String ERROR_BODY = "lambda-runtime-function-error-body";
  private static final int PIECE_BYTES = 32 * 1024;

  private final StreamPace pace = new StreamPace(System::nanoTime);
  private @Nullable ResponseStream target;
  private long bytes;

  ResponseRelay(ResponseStream target) {
    this.target = target;
  }

  /**
   * @param contentType the function's
   * @return whether all of it was taken; false when it is larger than Lambda allows
   */
  boolean copy(String contentType, InputStream from) throws IOException, InterruptedException {
    give(to -> to.begin(contentType));
    byte[] piece = new byte[PIECE_BYTES];
    for (int read = from.read(piece); read >= 0; read = from.read(piece)) {
      int length = read;
      if (bytes + length > LARGEST_BYTES) {
        return false;
      }
      TimeUnit.NANOSECONDS.sleep(pace.delayNanos(length));
      give(to -> to.write(piece, length));
      bytes += length;
    }
    return true;
  }

  private interface Gift {
    void to(ResponseStream target) throws IOException;
  }

  /** A caller who has gone away does not end the function. */
  private void give(Gift gift) {
    if (target != null) {
      try {
        gift.to(target);
      } catch (IOException e) {
        target = null;
      }
    }
  }

  long bytes() {
    return bytes;
  }

  /** The error that came after the response had begun. */
  static Optional<InvocationOutcome.Failure> error(FieldSection trailers) {
    String type = trailers.joined(ERROR_TYPE);
    if (type == null) {
      return Optional.empty();
    }
    String body = trailers.first(ERROR_BODY).orElse("");
    return Optional.of(FunctionError.of(type, decoded(body)));
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return base64.getBytes(StandardCharsets.UTF_8);
    }
  }
}
