package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.trace.SpanCollector.Told;

/** The spans of two runs. */
class RecordedSpansTest {
  private static final Told ROOT =
      new Told("aws-lambda handle SERVER", "", Map.of("faas.trigger", "http", "thread.id", "1"));
  private static final Told CALL =
      new Told("aws-sdk PutItem CLIENT", ROOT.name(), Map.of("server.port", "8000"));
  private static final Told CALL_AT_ANOTHER_PORT =
      new Told("aws-sdk PutItem CLIENT", ROOT.name(), Map.of("server.port", "8001"));

  @Test
  void spans_that_are_the_same_in_another_order_do_not_differ() {
    Told elsewhere = new Told(ROOT.name(), "", Map.of("faas.trigger", "http", "thread.id", "7"));

    assertEquals(
        Optional.empty(),
        RecordedSpans.difference(
            List.of(ROOT, CALL), List.of(ROOT, CALL), List.of(CALL, elsewhere)));
  }

  @Test
  void a_span_that_is_missing_is_named() {
    assertEquals(
        Optional.of(
            "rejected: the spans changed: 0 in place of 1 of aws-sdk PutItem CLIENT in"
                + " \"aws-lambda handle SERVER\" {server.port=8000}"),
        RecordedSpans.difference(List.of(ROOT, CALL), List.of(ROOT, CALL), List.of(ROOT)));
  }

  @Test
  void a_span_below_another_one_and_an_attribute_less_are_differences() {
    Told moved = new Told(CALL.name(), "", CALL.attributes());
    Told poorer = new Told(CALL.name(), ROOT.name(), Map.of());
    for (Told changed : List.of(moved, poorer, CALL_AT_ANOTHER_PORT)) {
      assertTrue(
          RecordedSpans.difference(List.of(ROOT, CALL), List.of(ROOT, CALL), List.of(ROOT, changed))
              .isPresent());
    }
  }

  @Test
  void what_differs_from_run_to_run_of_the_same_function_is_no_difference() {
    Told third = new Told(CALL.name(), ROOT.name(), Map.of("server.port", "8002"));

    assertEquals(
        Optional.empty(),
        RecordedSpans.difference(
            List.of(ROOT, CALL), List.of(ROOT, CALL_AT_ANOTHER_PORT), List.of(ROOT, third)));
  }

  @Test
  void without_spans_nothing_is_shown() {
    assertTrue(
        RecordedSpans.difference(List.of(), List.of(), List.of())
            .orElseThrow()
            .contains("no spans"));
    assertTrue(
        RecordedSpans.difference(List.of(ROOT), List.of(ROOT, CALL), List.of(ROOT))
            .orElseThrow()
            .contains("other spans in each run"));
  }
}
