package thaw.lambdaapi.url;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The beginning of a response that a function streams to its URL:
 *
 * <pre>
 *   {"statusCode":200,"headers":{...},"cookies":[...]}  00 00 00 00 00 00 00 00  body
 * </pre>
 *
 * <p>Not thread-safe.
 */
final class UrlPrelude {
  static final String CONTENT_TYPE = "application/vnd.awslambda.http-integration-response";
  static final int DELIMITER_BYTES = 8;

  /**
   * The most bytes that may come before a prelude has ended: far more than clients accept as
   * headers.
   */
  private static final int LARGEST_BYTES = 64 * 1024;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /**
   * @param json without the delimiter
   * @param body as much of it as has come
   */
  record Split(byte[] json, byte[] body) {}

  /** Takes a piece; empty until the delimiter has come. */
  Optional<Split> add(byte[] piece) {
    bytes.writeBytes(piece);
    byte[] all = bytes.toByteArray();
    OptionalInt end = end(all);
    if (end.isEmpty()) {
      return Optional.empty();
    }
    int at = end.getAsInt();
    return Optional.of(
        new Split(
            Arrays.copyOf(all, at), Arrays.copyOfRange(all, at + DELIMITER_BYTES, all.length)));
  }

  boolean isTooLarge() {
    return bytes.size() > LARGEST_BYTES;
  }

  /** Returns the index at which the delimiter begins; JSON has no such bytes. */
  static OptionalInt end(byte[] bytes) {
    int zeros = 0;
    for (int i = 0; i < bytes.length; i++) {
      zeros = bytes[i] == 0 ? zeros + 1 : 0;
      if (zeros == DELIMITER_BYTES) {
        return OptionalInt.of(i + 1 - DELIMITER_BYTES);
      }
    }
    return OptionalInt.empty();
  }
}
