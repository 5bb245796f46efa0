package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import thaw.load.http.Expectation;
import thaw.problem.UserMistake;

/** What is made of what was recorded: distributions, whether they are valid, the tax of a layer. */
class FiguresTest {
  private static final LatencyDistribution NONE = millis();
  private static final GeneratorUse IDLE =
      new GeneratorUse(
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ZERO,
          HostUse.UNKNOWN);

  private static LatencyDistribution millis(double... values) {
    DurationCounts recorder = new DurationCounts();
    for (double value : values) {
      recorder.record(Math.round(value * 1e6));
    }
    return LatencyDistribution.of(recorder);
  }

  private static double[] repeat(int count, double value) {
    double[] all = new double[count];
    Arrays.fill(all, value);
    return all;
  }

  private static LoadSecond second(
      int index, LatencyDistribution lag, LatencyDistribution response) {
    long count = lag.count();
    return new LoadSecond(
        index,
        count,
        count,
        response.count(),
        0,
        OptionalInt.empty(),
        lag,
        lag,
        response,
        response,
        NONE,
        Optional.empty());
  }

  private static LoadResult result(
      boolean complete, GeneratorUse use, int planned, List<LoadSecond> seconds) {
    Schedule schedule = new Schedule.Even(RateProfile.constant(planned, Duration.ofSeconds(1)));
    LoadPlan plan = new LoadPlan("run", "target", schedule, Duration.ofSeconds(1));
    return LoadResult.of(
        plan, Instant.EPOCH, complete, planned, seconds, Map.of(), List.of(), 0, use);
  }

  private static LoadResult lag(double lag, double response) {
    return result(
        true,
        IDLE,
        1000,
        List.of(second(0, millis(repeat(1000, lag)), millis(repeat(1000, response)))));
  }

  @Test
  void a_run_whose_generator_was_in_time_is_valid() {
    assertEquals(List.of(), lag(0.9, 1).reasons());
    assertEquals(List.of(), lag(4, 50).reasons());
    assertEquals(
        List.of(),
        result(
                true,
                IDLE,
                1000,
                List.of(
                    second(
                        0,
                        millis(
                            DoubleStream.concat(
                                    DoubleStream.of(repeat(991, 0.1)),
                                    DoubleStream.of(repeat(9, 50)))
                                .toArray()),
                        millis(1))))
            .reasons());
  }

  @Test
  void a_late_generator_makes_a_run_invalid() {
    assertTrue(
        lag(1.1, 1).reasons().getFirst().startsWith("the generator was late by 1.10 ms at p99"));
    assertEquals(1, lag(6, 50).reasons().size());
  }

  @Test
  void a_run_of_which_a_part_was_not_sent_is_invalid() {
    List<LoadSecond> most = List.of(second(0, millis(repeat(998, 0.1)), millis(1)));
    assertEquals(
        List.of("it ended early: 998 of 1,000 scheduled requests came due"),
        result(false, IDLE, 1000, most).reasons());
    assertEquals(
        List.of(
            "only 500 of 1,000 requests were sent: the others waited for a free connection to the"
                + " end"),
        result(true, IDLE, 1000, List.of(unsent(1000, 500))).reasons());
    assertEquals(List.of(), result(true, IDLE, 1000, List.of(unsent(1000, 999))).reasons());
  }

  /** A second in which not all that was due has left. */
  private static LoadSecond unsent(long due, long sent) {
    return new LoadSecond(
        0,
        due,
        sent,
        sent,
        due - sent,
        OptionalInt.empty(),
        NONE,
        NONE,
        NONE,
        NONE,
        NONE,
        Optional.empty());
  }

  @Test
  void a_thread_without_room_makes_a_run_invalid() {
    GeneratorUse busy =
        new GeneratorUse(
            Duration.ofSeconds(10),
            Duration.ofMillis(9100),
            Duration.ofSeconds(10),
            Duration.ZERO,
            HostUse.UNKNOWN);
    LoadResult result =
        result(true, busy, 1000, List.of(second(0, millis(repeat(1000, 0.1)), millis(1))));
    assertEquals(
        List.of(
            "a thread of the generator needed 91 % of a CPU: the rate is more than it can send"),
        result.reasons());
  }

  @Test
  void a_run_without_answers_is_judged_all_the_same() {
    LoadResult result = result(true, IDLE, 10, List.of(second(0, millis(repeat(10, 0.1)), NONE)));
    assertEquals(List.of(), result.reasons());
    assertTrue(result.response().isEmpty());
  }

  @Test
  void quantiles_are_those_of_the_sorted_values_to_three_digits() {
    SplittableRandom random = new SplittableRandom(3);
    double[] values = random.doubles(5000).map(each -> Math.exp(12 * each - 6)).toArray();
    LatencyDistribution distribution = millis(values);
    Arrays.sort(values);
    for (double share : new double[] {0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1}) {
      double exact = values[(int) Math.ceil(share * values.length) - 1];
      assertEquals(exact, distribution.at(share), exact / 900, "seed 3, at " + share);
    }
    assertEquals(
        values[values.length - 1], distribution.maxMillis(), values[values.length - 1] / 900);
    assertEquals(values[0], distribution.minMillis(), values[0] / 900);
    assertEquals(DoubleStream.of(values).average().orElseThrow(), distribution.meanMillis(), 0.1);
  }

  @Test
  void buckets_follow_each_other_without_a_gap_and_are_narrow() {
    long next = 0;
    for (int i = 0; i <= DurationCounts.index(LatencyDistribution.HIGHEST_NANOS); i++) {
      assertEquals(next, DurationCounts.lowest(i));
      assertEquals(i, DurationCounts.index(next));
      next += DurationCounts.width(i);
      assertEquals(i, DurationCounts.index(next - 1));
      assertTrue(DurationCounts.width(i) == 1 || 1000 * DurationCounts.width(i) < next);
    }
  }

  @Test
  void all_figures_are_those_of_hdr_histogram() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    Histogram theirs =
        new Histogram(1, LatencyDistribution.HIGHEST_NANOS, LatencyDistribution.DIGITS);
    DurationCounts recorder = new DurationCounts();
    for (int i = 0; i < 20_000; i++) {
      long nanos = (long) Math.exp(28 * random.nextDouble());
      theirs.recordValue(nanos);
      recorder.record(nanos);
    }
    LatencyDistribution ours = LatencyDistribution.of(recorder);
    for (double share = 0; share <= 1; share += 0.001) {
      double value = theirs.getValueAtPercentile(100 * share) / 1e6;
      assertEquals(value, ours.at(share), value / 500, "seed 11, at " + share);
    }
    assertEquals(theirs.getTotalCount(), ours.count());
    assertEquals(theirs.getMaxValue() / 1e6, ours.maxMillis());
    assertEquals(theirs.getMinValue() / 1e6, ours.minMillis());
    assertEquals(theirs.getMean() / 1e6, ours.meanMillis(), 1e-6 * ours.meanMillis());
    assertEquals(
        theirs.getStdDeviation() / 1e6, ours.deviationMillis(), 1e-6 * ours.deviationMillis());
    Histogram read =
        Histogram.decodeFromCompressedByteBuffer(
            java.nio.ByteBuffer.wrap(java.util.Base64.getDecoder().decode(ours.encoded())), 0);
    for (double share : new double[] {0, 0.5, 0.99, 1}) {
      assertEquals(
          theirs.getValueAtPercentile(100 * share), read.getValueAtPercentile(100 * share));
    }
  }

  @Test
  void a_value_out_of_range_counts_at_its_end() {
    DurationCounts recorder = new DurationCounts();
    recorder.record(-5);
    recorder.record(Long.MAX_VALUE);
    LatencyDistribution distribution = LatencyDistribution.of(recorder);
    assertEquals(2, distribution.count());
    assertEquals(0, distribution.minMillis());
    assertEquals(3_600_000, distribution.maxMillis(), 3600);
  }

  @Test
  void sums_and_differences_are_of_the_values() {
    LatencyDistribution sum = LatencyDistribution.sum(List.of(millis(1, 2), millis(3), NONE));
    assertEquals(3, sum.count());
    assertEquals(2, sum.at(0.5), 0.002);
    LatencyDistribution rest = sum.without(millis(3));
    assertEquals(2, rest.count());
    assertEquals(2, rest.maxMillis(), 0.002);
    assertThrows(IllegalArgumentException.class, () -> sum.without(millis(4)));
    assertTrue(LatencyDistribution.sum(List.of()).isEmpty());
  }

  @Test
  void what_is_recorded_later_is_not_in_an_earlier_distribution() {
    DurationCounts recorder = new DurationCounts();
    recorder.record(5);
    LatencyDistribution early = LatencyDistribution.of(recorder);
    recorder.record(6);
    assertEquals(1, early.count());
  }

  @Test
  void libraries_of_hdrhistogram_read_what_is_encoded() throws Exception {
    Histogram read =
        Histogram.decodeFromCompressedByteBuffer(
            ByteBuffer.wrap(
                Base64.getDecoder().decode(millis(0.001, 1, 1, 50, 3_000_000).encoded())),
            LatencyDistribution.HIGHEST_NANOS);
    assertEquals(5, read.getTotalCount());
    assertEquals(1e6, read.getValueAtPercentile(50), 1e3);
    assertEquals(3e12, read.getMaxValue(), 3e9);
  }

  @Test
  void goals_are_read_as_people_write_them() {
    assertEquals(new LoadGoal(LoadGoal.Kind.RESPONSE, 0.99, 50), LoadGoal.of("p99<50ms"));
    assertEquals(new LoadGoal(LoadGoal.Kind.RESPONSE, 0.999, 1500), LoadGoal.of(" P99.9 <= 1.5 s"));
    assertEquals(new LoadGoal(LoadGoal.Kind.FAILED, 0, 0.01), LoadGoal.of("failed<1%"));
    for (String wrong : List.of("", "p99", "p101<5ms", "p99<5", "failed<101%", "p99<1.2.3ms")) {
      UserMistake mistake = assertThrows(UserMistake.class, () -> LoadGoal.of(wrong));
      assertEquals("use for example p99<50ms or failed<1%", mistake.remedy());
    }
  }

  /** So many seconds, each with 100 answers from this time on. */
  private static LoadResult steady(int seconds, double millis) {
    List<LoadSecond> all = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      double[] values = new double[100];
      for (int j = 0; j < 100; j++) {
        values[j] = millis + 0.01 * j + 0.001 * i;
      }
      all.add(second(i, millis(repeat(100, 0.1)), millis(values)));
    }
    return result(true, IDLE, 100 * seconds, all);
  }

  @Test
  void the_tax_of_a_layer_is_the_difference_of_the_quantiles() {
    LayerTax tax = LayerTax.of("gateway", steady(12, 3), steady(12, 1), Duration.ofSeconds(2));
    for (double difference : tax.atMillis()) {
      assertEquals(2, difference, 0.01);
    }
    assertEquals(2, tax.median().orElseThrow().low(), 0.01);
    assertEquals(2, tax.median().orElseThrow().high(), 0.01);
    assertEquals("run", tax.with());
  }

  @Test
  void with_few_blocks_or_none_in_common_there_is_no_interval() {
    assertEquals(
        Optional.empty(),
        LayerTax.of("gateway", steady(11, 3), steady(12, 1), Duration.ofSeconds(2)).median());
    LoadResult none = result(true, IDLE, 1, List.of(second(0, millis(1), NONE)));
    LayerTax tax = LayerTax.of("gateway", none, steady(12, 1), Duration.ofSeconds(1));
    assertTrue(tax.atMillis().stream().allMatch(each -> each.isNaN()));
    assertEquals(Optional.empty(), tax.median());
  }

  @Test
  void every_2xx_is_right_unless_others_are_asked_for() {
    byte[] none = {};
    assertTrue(Expectation.SUCCESS.check(200, Optional.empty(), none).isEmpty());
    assertTrue(Expectation.SUCCESS.check(299, Optional.empty(), none).isEmpty());
    assertFalse(Expectation.SUCCESS.check(302, Optional.empty(), none).isEmpty());
    assertFalse(Expectation.SUCCESS.check(101, Optional.empty(), none).isEmpty());
    Expectation notFound = new Expectation(Set.of(404), Optional.empty());
    assertTrue(notFound.check(404, Optional.empty(), none).isEmpty());
    assertEquals(
        Optional.of(new Failure(Failure.Kind.STATUS, "status 200")),
        notFound.check(200, Optional.empty(), none));
    assertFalse(notFound.readsBody());
  }

  @Test
  void a_functions_error_comes_before_its_body() {
    Expectation both = new Expectation(Set.of(), Optional.of(Pattern.compile("\u00e4")));
    byte[] right = "x\u00e4x".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertTrue(both.readsBody());
    assertTrue(both.check(200, Optional.empty(), right).isEmpty());
    assertEquals(
        Failure.Kind.BODY,
        both.check(200, Optional.empty(), new byte[] {'x'}).orElseThrow().kind());
    assertEquals(
        Failure.Kind.FUNCTION_ERROR,
        both.check(200, Optional.of("Handled"), right).orElseThrow().kind());
  }
}
