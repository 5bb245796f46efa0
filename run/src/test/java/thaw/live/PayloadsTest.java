package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.pool.PayloadObservation.Came;
import thaw.pool.PayloadObservation.Left;
import thaw.pool.PayloadObservation.TurnedAway;

class PayloadsTest {
  private final Payloads payloads = new Payloads();

  private void exchange(String id, int eventBytes, int responseBytes) {
    payloads.accept(new Came(id, "pets", new byte[eventBytes]));
    payloads.accept(new Left(id, new byte[responseBytes], false, false));
  }

  @Test
  void a_long_payload_is_cut_and_its_length_is_known() {
    exchange("a", Payloads.MOST_BYTES_OF_ONE + 1, Payloads.MOST_BYTES_OF_ONE);
    Payloads.Exchanged found = payloads.find("a").orElseThrow();
    assertEquals(Payloads.MOST_BYTES_OF_ONE, found.event().bytes().length);
    assertEquals(Payloads.MOST_BYTES_OF_ONE + 1, found.event().length());
    assertFalse(found.event().isWhole());
    assertTrue(found.response().orElseThrow().isWhole());
    assertEquals(Optional.empty(), payloads.lastEvent("pets"));
  }

  @Test
  void the_oldest_go_when_memory_is_full() {
    long fit = Payloads.MOST_BYTES / (2 * Payloads.MOST_BYTES_OF_ONE);
    for (int i = 0; i <= fit; i++) {
      exchange("r" + i, Payloads.MOST_BYTES_OF_ONE, Payloads.MOST_BYTES_OF_ONE);
    }
    assertTrue(payloads.find("r0").isEmpty());
    assertTrue(payloads.find("r1").isPresent());
    assertTrue(payloads.find("r" + fit).isPresent());
  }

  @Test
  void small_ones_are_bounded_in_number() {
    for (int i = 0; i <= 2 * LiveState.MOST_REQUESTS; i++) {
      exchange("r" + i, 1, 1);
    }
    assertTrue(payloads.find("r0").isEmpty());
    assertTrue(payloads.find("r1").isPresent());
  }

  @Test
  void nothing_is_left_of_a_request_that_was_turned_away_or_is_forgotten() {
    payloads.accept(new Came("throttled", "pets", new byte[1]));
    payloads.accept(new TurnedAway("throttled"));
    assertTrue(payloads.find("throttled").isEmpty());
    exchange("old", 1, 1);
    payloads.forget("old");
    assertTrue(payloads.find("old").isEmpty());
    payloads.accept(new Left("unknown", new byte[1], false, false));
    assertTrue(payloads.find("unknown").isEmpty());
  }

  @Test
  void the_last_event_is_the_last_that_came_whichever_ended_last() {
    payloads.accept(new Came("slow", "pets", new byte[1]));
    exchange("quick", 2, 1);
    payloads.accept(new Left("slow", new byte[1], false, false));
    assertEquals(2, payloads.lastEvent("pets").orElseThrow().length());
  }

  @Test
  void a_second_attempt_leaves_what_the_first_got_until_it_has_got_something_itself() {
    payloads.accept(new Came("again", "pets", new byte[3]));
    payloads.accept(new Left("again", new byte[7], false, false));
    payloads.accept(new Came("again", "pets", new byte[3]));
    assertEquals(7, payloads.find("again").orElseThrow().response().orElseThrow().length());
    payloads.accept(new TurnedAway("again"));
    Payloads.Exchanged first = payloads.find("again").orElseThrow();
    assertEquals(3, first.event().length());
    assertEquals(7, first.response().orElseThrow().length());
    payloads.accept(new Came("again", "pets", new byte[3]));
    payloads.accept(new Left("again", new byte[9], false, false));
    assertEquals(9, payloads.find("again").orElseThrow().response().orElseThrow().length());
  }

  @Test
  void memory_is_counted_once_however_often_a_request_is_tried() {
    exchange("other", 1, 1);
    for (int i = 0; i < 2 * Payloads.MOST_BYTES / Payloads.MOST_BYTES_OF_ONE; i++) {
      exchange("again", Payloads.MOST_BYTES_OF_ONE, Payloads.MOST_BYTES_OF_ONE);
      payloads.accept(new Came("again", "pets", new byte[Payloads.MOST_BYTES_OF_ONE]));
      payloads.accept(new TurnedAway("again"));
    }
    assertTrue(payloads.find("other").isPresent());
  }
}
