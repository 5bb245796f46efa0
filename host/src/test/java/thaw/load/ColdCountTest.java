package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;

class ColdCountTest {
  private static final Schedule TEN_A_SECOND =
      new Schedule.Even(RateProfile.constant(10, Duration.ofSeconds(10)));

  @Test
  void one_environment_is_enough_while_each_request_ends_before_the_next() {
    assertEquals(1, ColdCount.of(TEN_A_SECOND, 5, 50));
  }

  @Test
  void as_many_are_cold_as_come_while_the_first_start_lasts() {
    assertEquals(10, ColdCount.of(TEN_A_SECOND, 5, 950));
  }

  @Test
  void slow_warm_requests_need_environments_of_their_own() {
    assertTrue(ColdCount.of(TEN_A_SECOND, 450, 50) > ColdCount.of(TEN_A_SECOND, 5, 50));
  }

  @Test
  void a_burst_is_cold_as_a_whole_and_the_next_one_is_not() {
    Schedule bursts = new Schedule.Replay("bursts", 0, 0, 0, 2_000_000_000L, 2_000_000_000L);
    assertEquals(3, ColdCount.of(bursts, 5, 900));
    assertEquals(5, ColdCount.of(bursts, 5, 2_500));
  }
}
