package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InitLimitTest {
  private static final long SECOND = 1_000_000_000;

  private final List<Long> deadlines = new ArrayList<>();
  private final AtomicLong lost = new AtomicLong();

  private @Nullable String nothing(long deadline) {
    deadlines.add(deadline);
    return null;
  }

  @Test
  void time_in_which_the_host_had_no_CPU_does_not_count() throws Exception {
    InitLimit limit = new InitLimit(10 * SECOND, lost::get);
    @Nullable String came =
        limit.<@Nullable String>await(
            deadline -> {
              nothing(deadline);
              lost.set(deadlines.size() < 3 ? deadlines.size() * 4 * SECOND : 8 * SECOND);
              return null;
            },
            Objects::nonNull);
    assertEquals(null, came);
    assertEquals(List.of(10 * SECOND, 14 * SECOND, 18 * SECOND), deadlines);
  }

  @Test
  void what_comes_in_the_time_lost_is_taken() throws Exception {
    InitLimit limit = new InitLimit(10 * SECOND, () -> SECOND);
    assertEquals(
        "ready",
        limit.<@Nullable String>await(
            deadline -> deadline > 10 * SECOND ? "ready" : nothing(deadline), Objects::nonNull));
  }

  @Test
  void on_an_idle_host_time_is_up_at_the_limit() throws Exception {
    InitLimit.at(10 * SECOND).<@Nullable String>await(this::nothing, Objects::nonNull);
    new InitLimit(10 * SECOND, () -> 3_000_000)
        .<@Nullable String>await(this::nothing, Objects::nonNull);
    assertEquals(List.of(10 * SECOND, 10 * SECOND), deadlines);
  }
}
