package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The events are those that {@code thaw invoke . --event events/...} sends. */
class HelloTest {
  @Test
  void greets_by_name() throws IOException {
    assertEquals("{\"greeting\":\"Hello, Pepper\"}", answer("events/event.json"));
  }

  @Test
  void greets_who_has_no_name() throws IOException {
    assertEquals("{\"greeting\":\"Hello, world\"}", answer("events/nobody.json"));
  }

  private static String answer(String file) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] event = Files.readAllBytes(Path.of(file));
    new Hello().handleRequest(new ByteArrayInputStream(event), answer, null);
    return answer.toString(StandardCharsets.UTF_8);
  }
}
