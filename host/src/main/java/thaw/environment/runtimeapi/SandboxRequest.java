package thaw.environment.runtimeapi;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/**
 * A request of a process in the box to one of the APIs that it has there.
 *
 * @param path without query, as it was sent
 * @param fields header fields by lower-case name
 * @param body read by one thread, before the reply
 */
public record SandboxRequest(
    String method, String path, Map<String, String> fields, HttpInput.Body body) {
  public Optional<String> field(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  public InputStream content() {
    return body;
  }

  /** Header fields behind the body, when all of it has been read. */
  Map<String, String> trailers() {
    return body.trailers();
  }

  /** The body, or of a larger one so much that it is seen to be larger. */
  public byte[] content(int largest) throws IOException {
    return body.readNBytes(largest + 1);
  }
}
