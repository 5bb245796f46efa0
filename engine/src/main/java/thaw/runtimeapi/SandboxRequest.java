package thaw.runtimeapi;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import thaw.http.FieldSection;
import thaw.http.RequestHead;

/**
 * A request of a process in the box to one of the APIs that it has there.
 *
 * @param head its content is read by one thread, before the reply
 * @param path without query, as it was sent
 */
public record SandboxRequest(RequestHead head, String path) {
  public String method() {
    return head.method();
  }

  public Optional<String> field(String name) {
    return Optional.ofNullable(head.fields().joined(name));
  }

  InputStream content() {
    return head.content();
  }

  /** Header fields behind the body, when all of it has been read. */
  FieldSection trailers() {
    return head.content().trailers();
  }

  /** The body, or of a larger one so much that it is seen to be larger. */
  public byte[] content(int largest) throws IOException {
    return head.content().readNBytes(largest + 1);
  }
}
