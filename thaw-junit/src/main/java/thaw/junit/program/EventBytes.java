package thaw.junit.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import thaw.program.ThawException;

/** An event as the JSON that the function gets. */
public final class EventBytes {
  private EventBytes() {}

  /**
   * Returns the bytes that a function gets as its event.
   *
   * @throws ThawException when it is a file or a stream that cannot be read, or an object that
   *     Lambda's serialiser does not write
   */
  public static byte[] of(Object event) {
    if (event instanceof byte[] bytes) {
      return bytes;
    }
    if (event instanceof CharSequence json) {
      return json.toString().getBytes(StandardCharsets.UTF_8);
    }
    try {
      if (event instanceof Path file) {
        return Files.readAllBytes(file);
      }
      if (event instanceof InputStream stream) {
        try (stream) {
          return stream.readAllBytes();
        }
      }
      return HandlerJson.write(event);
    } catch (IOException | UncheckedIOException e) {
      throw new ThawException(
          "the event could not be read or written as JSON: " + e,
          "give a file that is there, or an object that a handler could take as its input",
          e);
    }
  }
}
