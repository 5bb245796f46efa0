package thaw.junit.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.junit.functions.Pets;
import thaw.program.ThawException;

class EventBytesTest {
  @TempDir Path folder;

  private static String text(Object event) {
    return new String(EventBytes.of(event), StandardCharsets.UTF_8);
  }

  @Test
  void text_bytes_streams_and_files_are_json_as_they_stand() throws IOException {
    Path file = Files.writeString(folder.resolve("event.json"), "{ }");
    assertEquals("{ }", text("{ }"));
    assertEquals("{ }", text("{ }".getBytes(StandardCharsets.UTF_8)));
    assertEquals("{ }", text(new ByteArrayInputStream("{ }".getBytes(StandardCharsets.UTF_8))));
    assertEquals("{ }", text(file));
  }

  @Test
  void other_objects_are_written_as_json() {
    assertEquals("{\"name\":\"Tom\",\"legs\":4}", text(new Pets.Order("Tom", 4)));
    assertEquals("{\"id\":7}", text(Map.of("id", 7)));
  }

  @Test
  void events_have_the_names_that_lambda_sends() {
    SQSEvent.SQSMessage message = new SQSEvent.SQSMessage();
    message.setMessageId("1");
    message.setEventSourceArn("arn");
    SQSEvent event = new SQSEvent();
    event.setRecords(List.of(message));
    Map<?, ?> record =
        (Map<?, ?>) HandlerJson.list(HandlerJson.object(text(event)).get("Records")).get(0);
    assertEquals("arn", record.get("eventSourceARN"));
  }

  @Test
  void a_file_that_is_not_there_has_a_remedy() {
    ThawException refused =
        assertThrows(ThawException.class, () -> EventBytes.of(folder.resolve("none.json")));
    assertTrue(refused.getMessage().contains("none.json"), refused.getMessage());
  }
}
