package thaw.platform.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import thaw.function.EventInvokeConfig;
import thaw.function.LogSettings;
import thaw.platform.record.FunctionSettingsBuilder;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;

/** What comes next for an event that the platform refuses. */
class EventStepTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String DESTINATION = "arn:aws:sqs:us-east-1:123456789012:failed";
  private static final String LETTERS = "arn:aws:sqs:us-east-1:123456789012:letters";
  private static final PendingEvent EVENT =
      new PendingEvent(
          "id",
          "pets",
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          NOW,
          0,
          0,
          Optional.empty());

  private static EventStep after(Refused refused) {
    AsyncTerms terms =
        new AsyncTerms(
            new EventInvokeConfig(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.of(DESTINATION)),
            Optional.of(LETTERS),
            false);
    return EventStep.afterRefusal(
        EVENT, refused, terms, Pace.REAL, NOW, "{}".getBytes(StandardCharsets.UTF_8));
  }

  private static Refused withoutTenant() {
    FunctionVersion version =
        new FunctionVersion(
            FunctionVersion.LATEST,
            FunctionSettingsBuilder.builder()
                .runtime("java25")
                .handler("a.B")
                .role("r")
                .description("")
                .tracing("PassThrough")
                .snapStart("None")
                .logging(LogSettings.DEFAULT)
                .architecture("x86_64")
                .inert(Map.of())
                .tenantIsolation("PER_TENANT")
                .build(),
            null,
            "r",
            0,
            FunctionVersion.Life.ACTIVE,
            null);
    try {
      version.requireTenant(Optional.empty());
      throw new AssertionError("a function that separates tenants takes an event of none");
    } catch (Refused e) {
      return e;
    }
  }

  @Test
  void an_event_that_is_for_no_tenant_where_one_is_needed_ends_at_once() {
    EventStep.Ended ended = assertInstanceOf(EventStep.Ended.class, after(withoutTenant()));
    assertEquals(
        List.of(DESTINATION, LETTERS),
        ended.told().stream().map(told -> told.notice().target()).toList());
    Notice.DeadLetter letter = ended.told().getLast().notice().deadLetter().orElseThrow();
    assertEquals(400, letter.errorCode());
    assertTrue(letter.errorMessage().contains("Add a valid tenant ID"), letter.errorMessage());
  }

  @Test
  void an_event_for_what_is_not_there_yet_is_tried_again() {
    EventStep.Again again =
        assertInstanceOf(EventStep.Again.class, after(Refused.functionNotFound("arn")));
    assertEquals(NOW.plus(Duration.ofSeconds(1)), again.due());
  }
}
