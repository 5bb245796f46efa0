package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.load.LoadRecording;
import thaw.load.Shot;
import thaw.load.ShotLog;
import thaw.load.http.ConnectionPool.Turn;

class ConnectionPoolTest {
  private final LoadRecording recording = new LoadRecording(new ShotLog(0));
  private final ConnectionPool<String> pool = new ConnectionPool<>(2);
  private long number;

  private Shot shot() {
    return new Shot(number++, 0, 0, recording);
  }

  @Test
  void the_connection_used_last_is_taken_first() {
    pool.opens();
    pool.opens();
    assertTrue(pool.isOpening());
    assertEquals(Optional.empty(), pool.opened("a"));
    assertEquals(Optional.empty(), pool.opened("b"));
    assertFalse(pool.isOpening());
    assertEquals(new Turn.Free<>("b"), pool.take(shot()));
    assertEquals(new Turn.Free<>("a"), pool.take(shot()));
    pool.release("b");
    assertEquals(new Turn.Free<>("b"), pool.take(shot()));
  }

  @Test
  void those_in_line_are_served_in_order_and_one_is_opened_for_each_up_to_the_limit() {
    Shot first = shot();
    Shot second = shot();
    Shot third = shot();
    assertEquals(new Turn.InLine<String>(true, false), pool.take(first));
    assertEquals(new Turn.InLine<String>(true, false), pool.take(second));
    assertEquals(new Turn.InLine<String>(false, true), pool.take(third));
    assertSame(first, pool.opened("a").orElseThrow());
    assertSame(second, pool.release("a").orElseThrow());
    assertSame(third, pool.opened("b").orElseThrow());
  }

  @Test
  void one_that_comes_back_is_the_first_in_line() {
    Shot early = shot();
    Shot late = shot();
    pool.take(shot());
    pool.take(late);
    pool.opened("a");
    pool.retake(early);
    assertSame(early, pool.release("a").orElseThrow());
    assertSame(late, pool.release("a").orElseThrow());
  }

  @Test
  void a_connection_that_is_gone_makes_room_even_when_the_line_is_short() {
    pool.opens();
    pool.opens();
    pool.opened("a");
    pool.opened("b");
    pool.take(shot());
    pool.take(shot());
    assertEquals(new Turn.InLine<String>(false, true), pool.take(shot()));
    assertFalse(pool.wantsMore());
    pool.gone("a");
    pool.gone("a");
    assertTrue(pool.wantsMore());
    assertFalse(pool.wantsMore());
  }

  @Test
  void a_closed_pool_gives_back_the_line_and_takes_nobody() {
    Shot waiting = shot();
    pool.take(waiting);
    assertEquals(List.of(waiting), pool.close());
    assertEquals(new Turn.TooLate<String>(), pool.take(shot()));
    assertFalse(pool.wantsMore());
    assertEquals(Optional.empty(), pool.opened("a"));
    assertEquals(List.of("a"), pool.all());
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatever_happens_each_request_is_carried_or_fails_and_the_limit_holds(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int most = random.nextInt(1, 6);
    ConnectionPool<Integer> all = new ConnectionPool<>(most);
    List<Integer> busy = new ArrayList<>();
    int opening = 0;
    int ended = 0;
    int taken = 0;
    int names = 0;
    for (int step = 0; step < 5000 || ended < taken; step++) {
      int next = random.nextInt(step < 4000 ? 10 : 6);
      if (next >= 6 && taken < 3000) {
        taken++;
        switch (all.take(shot())) {
          case Turn.Free<Integer>(Integer connection) -> busy.add(connection);
          case Turn.InLine<Integer>(boolean opens, boolean _) -> opening += opens ? 1 : 0;
          case Turn.TooLate<Integer>() -> throw new AssertionError("not closed");
        }
      } else if (next >= 4 && opening > 0) {
        opening--;
        int connection = names++;
        if (all.opened(connection).isPresent()) {
          busy.add(connection);
        }
      } else if (next == 3 && opening > 0) {
        opening--;
        ended += all.refused().isPresent() ? 1 : 0;
        opening += all.wantsMore() ? 1 : 0;
      } else if (next >= 1 && !busy.isEmpty()) {
        int connection = busy.remove(random.nextInt(busy.size()));
        ended++;
        if (all.release(connection).isPresent()) {
          busy.add(connection);
        }
      } else if (!busy.isEmpty()) {
        ended++;
        all.gone(busy.remove(random.nextInt(busy.size())));
        opening += all.wantsMore() ? 1 : 0;
      }
      assertTrue(opening + all.all().size() <= most, "seed " + seed);
      assertTrue(step < 100_000, "a request stands in line for ever: seed " + seed);
    }
    assertEquals(taken, ended, "seed " + seed);
  }
}
