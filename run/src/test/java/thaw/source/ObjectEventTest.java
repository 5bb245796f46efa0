package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.service.ObjectChange;

class ObjectEventTest {
  @ParameterizedTest
  @CsvSource({
    "ObjectCreated:Put, PutObject",
    "ObjectCreated:Copy, CopyObject",
    "ObjectCreated:Post, POST Object",
    "ObjectCreated:Other, PutObject",
    "ObjectRemoved:Delete, DeleteObject",
    "ObjectRemoved:DeleteMarkerCreated, DeleteObject"
  })
  void the_reason_is_an_operation_of_the_events_kind(String event, String reason) {
    ObjectChange change =
        new ObjectChange(
            event, "b", "k", 1, "e", Optional.empty(), "1", Instant.EPOCH, "127.0.0.1", "r");
    assertEquals(reason, ObjectEvent.of(change).detail().path("reason").asText());
  }
}
