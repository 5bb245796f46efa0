package thaw.service.busy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import thaw.service.process.LocalService;

class AwsTimesTest {
  private static Call call(LocalService service, String operation) {
    return new Call(
        service, operation, "jobs", Protocol.JSON_1_0, OptionalInt.empty(), Optional.empty());
  }

  private static RunConditions under(Terms terms) {
    return new RunConditions(
        new Conditions("test", 5, terms, Map.of()), _ -> {}, InstantSource.system());
  }

  @Test
  void each_figure_names_its_source_and_date_and_a_service_that_there_is() {
    for (AwsTimes.State each : AwsTimes.published().states()) {
      assertFalse(each.source().isBlank() || each.date().isBlank(), each::toString);
      assertTrue(LocalService.named(each.service()).isPresent(), each::toString);
    }
    for (AwsTimes.Operation each : AwsTimes.published().operations()) {
      assertFalse(each.source().isBlank() || each.date().isBlank(), each::toString);
      assertTrue(LocalService.named(each.service()).isPresent(), each::toString);
    }
  }

  @Test
  void times_go_through_what_was_published() {
    for (AwsTimes.Operation each : AwsTimes.published().operations()) {
      assertEquals(each.median(), each.millis(0.5), each.median() * 0.01);
      assertEquals(each.atQuantile(), each.millis(each.quantile()), each.atQuantile() * 0.01);
    }
  }

  @Test
  void the_median_of_requests_is_near_the_published_one() {
    for (AwsTimes.Operation each : AwsTimes.published().operations()) {
      Fates fates = new Fates(new Conditions("test", 5, Terms.FAST, Map.of()));
      Call call = call(LocalService.named(each.service()).orElseThrow(), each.operation());
      RunConditions real = under(TermsBuilder.builder(Terms.FAST).times(1).build());
      double[] millis = new double[1001];
      for (int i = 0; i < millis.length; i++) {
        millis[i] = real.timeNanos(call, fates.next(call).quantile()) / 1e6;
      }
      Arrays.sort(millis);
      assertEquals(each.median(), millis[500], each.median() * 0.2);
    }
  }

  @Test
  void a_median_of_the_user_comes_first_and_what_nobody_has_published_takes_no_time() {
    Call unknown = call(LocalService.STS, "GetCallerIdentity");
    assertEquals(0, under(Terms.REAL).timeNanos(unknown, 0.5));
    assertEquals(
        8_000_000,
        under(TermsBuilder.builder(Terms.REAL).median(OptionalDouble.of(8)).build())
            .timeNanos(unknown, 0.9));
    assertEquals(0, under(Terms.FAST).timeNanos(call(LocalService.SQS, "SendMessageBatch"), 0.5));
  }

  @Test
  void states_last_as_long_as_on_AWS_or_a_part_of_it() {
    Duration real = under(Terms.REAL).time(LocalService.KINESIS, "CREATING");
    assertTrue(real.compareTo(Duration.ofSeconds(1)) > 0, real::toString);
    assertEquals(
        real.dividedBy(2),
        under(TermsBuilder.builder(Terms.REAL).states(0.5).build())
            .time(LocalService.KINESIS, "CREATING"));
    assertEquals(Duration.ZERO, under(Terms.REAL).time(LocalService.KINESIS, "DELETING"));
  }
}
