package thaw.platform.async;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PendingEventTest {
  @Test
  void what_is_kept_of_an_event_is_read_again() {
    PendingEvent event =
        new PendingEvent(
            "id",
            "f",
            Optional.of("live"),
            Optional.of("{}"),
            Optional.of("Root=1"),
            Instant.ofEpochMilli(7),
            1,
            2,
            Optional.of("blue"));
    assertEquals(event, PendingEvent.of(event.toBytes()));
    assertEquals(Optional.of("blue"), event.attempted().tenant());
    assertEquals(Optional.of("blue"), event.refused().tenant());
  }

  @Test
  void an_event_of_before_there_were_tenants_has_none() {
    String old =
        "{\"requestId\":\"id\",\"function\":\"f\",\"accepted\":7,\"attempts\":0,\"refusals\":0}";
    PendingEvent event = PendingEvent.of(old.getBytes(StandardCharsets.UTF_8));
    assertEquals(Optional.empty(), event.tenant());
  }
}
