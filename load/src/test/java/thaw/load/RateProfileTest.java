package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateProfileTest {
  private static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  @ParameterizedTest
  @CsvSource({
    "50, 50, 60, 3000",
    "1, 100, 60, 3030",
    "100, 1, 60, 3030",
    "0, 100, 10, 500",
    "100, 0, 10, 500",
    "20000, 20000, 60, 1200000",
    "0.1, 0.1, 100, 10",
    "3, 3, 0.1, 1",
    "0.3, 0.3, 10, 3",
    "7, 7, 0.7, 5",
    "0, 0, 10, 0",
  })
  void a_phase_has_as_many_requests_as_its_mean_rate_says(
      double from, double to, double length, int count) {
    RateProfile profile = RateProfile.ramp(from, to, seconds(length));
    assertEquals(count, new Schedule.Even(profile).count());
  }

  @Test
  void requests_of_a_constant_rate_are_equally_far_apart() {
    RateProfile profile = RateProfile.constant(8, seconds(2));
    for (int i = 0; i < 16; i++) {
      assertEquals(i * 125_000_000L, profile.nanosUntil(i));
    }
    assertEquals(-1, profile.nanosUntil(16));
  }

  @Test
  void the_integral_of_a_ramp_up_to_a_requests_moment_is_its_number() {
    RateProfile profile = RateProfile.ramp(1, 100, seconds(60));
    for (int i = 0; i < 3030; i++) {
      double at = profile.nanosUntil(i) / 1e9;
      assertEquals(i, at + 99 * at * at / 120, 1e-4, "request " + i);
    }
  }

  @Test
  void after_a_pause_the_next_request_comes_with_the_next_phase() {
    RateProfile profile = RateProfile.steps(List.of(2.0, 0.0, 4.0), seconds(3));
    assertEquals(0, profile.nanosUntil(0));
    assertEquals(500_000_000, profile.nanosUntil(1));
    assertEquals(2_000_000_000, profile.nanosUntil(2));
    assertEquals(2_750_000_000L, profile.nanosUntil(5));
    assertEquals(-1, profile.nanosUntil(6));
  }

  @Test
  void a_spike_replaces_what_was_there() {
    RateProfile profile =
        RateProfile.constant(10, seconds(10)).withSpike(100, seconds(4), seconds(2));
    assertEquals(seconds(10), profile.length());
    assertEquals(280, profile.requests(), 1e-9);
    assertEquals(100, profile.highest());
    assertEquals("10/s for 4 s, 100/s for 2 s, 10/s for 4 s", profile.toString());
  }

  @Test
  void a_spike_that_does_not_fit_is_cut_and_one_outside_is_refused() {
    RateProfile profile = RateProfile.constant(10, seconds(10));
    assertEquals(seconds(10), profile.withSpike(100, seconds(9), seconds(5)).length());
    assertThrows(
        IllegalArgumentException.class, () -> profile.withSpike(100, seconds(10), seconds(1)));
    assertThrows(
        IllegalArgumentException.class, () -> profile.withSpike(100, seconds(-1), seconds(1)));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void moments_ascend_and_a_cut_ramp_loses_nothing(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 50; round++) {
      double from = random.nextInt(4) == 0 ? 0 : random.nextDouble(300);
      double to = random.nextInt(4) == 0 ? 0 : random.nextDouble(300);
      RateProfile ramp =
          RateProfile.ramp(from, to, Duration.ofNanos(random.nextLong(1, 20_000_000_000L)));
      Duration begin = Duration.ofNanos(random.nextLong(ramp.length().toNanos()));
      double rate = random.nextDouble(500);
      Duration length = Duration.ofNanos(random.nextLong(1, 5_000_000_000L));
      RateProfile profile = ramp.withSpike(rate, begin, length);
      assertEquals(ramp.length(), profile.length());
      long count = new Schedule.Even(profile).count();
      assertTrue(Math.abs(count - Math.ceil(profile.requests())) <= 1, profile + ": " + count);
      long last = 0;
      for (long i = 0; i < count; i++) {
        long at = profile.nanosUntil(i);
        assertTrue(at >= last && at <= profile.length().toNanos(), profile + ": request " + i);
        last = at;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, 1, 1", "1, -1, 1", "NaN, 1, 1", "1, 1000001, 1", "1, 1, 0", "1, 1, -1"})
  void what_is_no_rate_and_no_length_is_refused(double from, double to, double length) {
    assertThrows(IllegalArgumentException.class, () -> RateProfile.ramp(from, to, seconds(length)));
  }
}
