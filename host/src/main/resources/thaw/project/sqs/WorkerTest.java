package {{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The events are those that {@code thaw invoke . --event events/...} sends. */
class WorkerTest {
  @Test
  void a_batch_of_orders_is_done() throws IOException {
    assertEquals("{\"batchItemFailures\":[]}", answer("events/event.json"));
  }

  @Test
  void only_the_message_that_failed_comes_again() throws IOException {
    assertEquals(
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"059f36b4-87a3-44ab-83d2-661975030002\"}]}",
        answer("events/one-bad.json"));
  }

  @Test
  void an_order_of_nothing_is_none() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Orders().process(Map.of("order", "1", "quantity", 0)));
  }

  private static String answer(String file) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (InputStream event = Files.newInputStream(Path.of(file))) {
      new Worker().handleRequest(event, answer, null);
    }
    return answer.toString(StandardCharsets.UTF_8);
  }
}
