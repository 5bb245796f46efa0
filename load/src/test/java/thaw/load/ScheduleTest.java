package thaw.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleTest {
  private static final Duration LENGTH = Duration.ofSeconds(20);

  private static long[] all(Schedule schedule) {
    return all(schedule.due());
  }

  private static long[] all(PrimitiveIterator.OfLong due) {
    LongStream.Builder moments = LongStream.builder();
    due.forEachRemaining((long each) -> moments.add(each));
    return moments.build().toArray();
  }

  static Stream<Schedule> schedules() {
    RateProfile steps = RateProfile.steps(List.of(10.0, 0.0, 200.0, 3.0), LENGTH);
    return Stream.of(
        new Schedule.Even(RateProfile.constant(50, LENGTH)),
        new Schedule.Even(RateProfile.ramp(100, 1, LENGTH)),
        new Schedule.Even(steps),
        new Schedule.Poisson(RateProfile.ramp(0, 100, LENGTH), 42),
        new Schedule.Poisson(steps, 7));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void it_is_the_same_each_time_and_ascends(Schedule schedule) {
    long[] moments = all(schedule);
    assertArrayEquals(moments, all(schedule));
    assertEquals(moments.length, schedule.count());
    assertArrayEquals(LongStream.of(moments).sorted().toArray(), moments);
    assertTrue(moments[moments.length - 1] <= schedule.length().toNanos());
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void parts_add_up_to_the_whole(Schedule schedule) {
    for (int millis : new int[] {1000, 700, 333, 20_001}) {
      LongStream.Builder joined = LongStream.builder();
      for (long from = 0; from <= LENGTH.toMillis(); from += millis) {
        Duration begin = Duration.ofMillis(from);
        long[] part = all(schedule.dueBetween(begin, begin.plusMillis(millis)));
        LongStream.of(part).forEach(each -> joined.add(begin.toNanos() + each));
      }
      assertArrayEquals(all(schedule), joined.build().toArray(), "parts of " + millis + " ms");
    }
  }

  @Test
  void a_part_without_requests_is_empty() {
    Schedule schedule = new Schedule.Even(RateProfile.constant(1, Duration.ofSeconds(3)));
    assertFalse(schedule.dueBetween(Duration.ofMillis(100), Duration.ofMillis(900)).hasNext());
    assertFalse(schedule.dueBetween(Duration.ofSeconds(5), Duration.ofSeconds(9)).hasNext());
  }

  @Test
  void gaps_of_poisson_arrivals_are_exponential() {
    long seed = 20;
    double rate = 1000;
    long[] moments =
        all(new Schedule.Poisson(RateProfile.constant(rate, Duration.ofSeconds(100)), seed));
    // 100,000 expected, standard deviation 316
    assertEquals(100_000, moments.length, 5 * 316, "seed " + seed);
    int longer = 0;
    double squares = 0;
    for (int i = 1; i < moments.length; i++) {
      double gap = (moments[i] - moments[i - 1]) / 1e9 * rate;
      longer += gap > 1 ? 1 : 0;
      squares += gap * gap;
    }
    assertEquals(Math.exp(-1), (double) longer / moments.length, 0.01, "seed " + seed);
    assertEquals(2, squares / moments.length, 0.1, "seed " + seed); // E[X²] of mean 1
  }

  @Test
  void poisson_arrivals_follow_the_profile_and_another_seed_gives_others() {
    RateProfile profile = RateProfile.steps(List.of(100.0, 1000.0), Duration.ofSeconds(40));
    long[] moments = all(new Schedule.Poisson(profile, 5));
    long early = LongStream.of(moments).filter(each -> each < 20_000_000_000L).count();
    assertEquals(2000, early, 5 * Math.sqrt(2000), "seed 5");
    assertEquals(20_000, moments.length - early, 5 * Math.sqrt(20_000), "seed 5");
    assertTrue(moments[0] != all(new Schedule.Poisson(profile, 6))[0]);
  }

  @Test
  void after_the_last_one_there_is_no_other() {
    PrimitiveIterator.OfLong due =
        new Schedule.Even(RateProfile.constant(1, Duration.ofSeconds(1))).due();
    due.nextLong();
    assertThrows(NoSuchElementException.class, due::nextLong);
  }
}
