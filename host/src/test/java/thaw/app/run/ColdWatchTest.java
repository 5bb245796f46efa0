package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import thaw.pool.life.EnvironmentObservation;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.Start;

class ColdWatchTest {
  private final ColdWatch watch = new ColdWatch();

  private void started(Start start) {
    watch.accept(
        new EnvironmentObservation(
            "hello",
            "1",
            "stream",
            new PlatformEvent.Stamped(Instant.EPOCH, 1, new PlatformEvent.StartedFrom(start))));
  }

  @Test
  void a_start_in_place_of_a_restore_is_archived_only_where_there_is_an_archive() {
    started(Start.PLAIN);
    assertFalse(watch.hasSeenArchive());
    started(Start.APPCDS);
    assertTrue(watch.hasSeenArchive());
    started(Start.PLAIN);
    assertTrue(watch.hasSeenArchive(), "one is enough");
  }
}
