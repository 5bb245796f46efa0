package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;

class RecentFailureTest {
  private final AtomicLong clock = new AtomicLong(5);
  private final RecentFailure failure = new RecentFailure(clock::get);
  private final AtomicInteger tries = new AtomicInteger();

  private String made() throws InterruptedException {
    return failure.unlessRecent(() -> {
      if (tries.incrementAndGet() == 1) {
        throw new UserMistake("its hook hangs", "mend it");
      }
      return "made";
    });
  }

  private String said() {
    return assertThrows(UserMistake.class, this::made).getMessage();
  }

  @Test
  void who_asks_again_is_told_at_once_and_later_it_is_tried_again() throws Exception {
    assertEquals("its hook hangs", said());
    clock.addAndGet(RecentFailure.KEPT.toNanos() / 2);
    assertEquals("its hook hangs (30 s ago; it is tried again after 60 s)", said());
    assertEquals(1, tries.get());
    clock.addAndGet(RecentFailure.KEPT.toNanos() / 2);
    assertEquals("made", made());
  }
}
