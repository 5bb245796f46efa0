package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import thaw.trace.Span;
import thaw.trace.Trace;

/** Spans become the rows of a waterfall. */
class BarTest {
  private static Span span(String id, String parent, Span.Origin origin, long start, long end) {
    return new Span(
        "0".repeat(32),
        id,
        Optional.of(parent).filter(name -> !name.isEmpty()),
        "span " + id,
        origin,
        1_000_000 + start,
        1_000_000 + end,
        id.equals("c"),
        Map.of("key", id));
  }

  private static RequestLife request() {
    LiveState state =
        new LiveState(
            _ -> {},
            _ -> {},
            problem -> {
              throw problem;
            });
    state.accept(new ToldObservations().cold("pets", "e1", "r1").taken());
    return state.request("r1").orElseThrow();
  }

  private static String rows(Span... spans) {
    return Bar.of(request(), Optional.of(new Trace("r1", "0".repeat(32), List.of(spans)))).stream()
        .map(bar ->
            "%d %s %d+%d %s"
                .formatted(bar.depth(), bar.name(), bar.startNanos(), bar.nanos(), bar.origin()))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void children_stand_below_their_parents_in_the_order_of_their_starts() {
    assertEquals(
        """
        0 span a 0+100 platform
        1 span b 10+20 platform
        2 span d 12+5 xray
        1 span c 40+30 open_telemetry\
        """,
        rows(
            span("a", "", Span.Origin.PLATFORM, 0, 100),
            span("b", "a", Span.Origin.PLATFORM, 10, 30),
            span("d", "b", Span.Origin.XRAY, 12, 17),
            span("c", "a", Span.Origin.OPEN_TELEMETRY, 40, 70)));
  }

  @Test
  void a_span_whose_parent_is_unknown_or_itself_is_at_the_top_and_circles_are_left_out() {
    assertEquals(
        """
        0 span a 0+100 platform
        0 span b 10+20 xray
        0 span s 11+1 xray\
        """,
        rows(
            span("a", "", Span.Origin.PLATFORM, 0, 100),
            span("b", "never came", Span.Origin.XRAY, 10, 30),
            span("s", "s", Span.Origin.XRAY, 11, 12),
            span("x", "y", Span.Origin.XRAY, 20, 30),
            span("y", "x", Span.Origin.XRAY, 20, 30)));
  }

  @Test
  void without_the_platforms_spans_the_requests_own_steps_are_shown() {
    String own = "request";
    assertEquals(own, Bar.of(request(), Optional.empty()).getFirst().name());
    Trace trace = new Trace("r1", "0".repeat(32), List.of(span("b", "", Span.Origin.XRAY, 10, 30)));
    assertEquals(own, Bar.of(request(), Optional.of(trace)).getFirst().name());
  }
}
