package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.runtimeapi.log.PlatformEvent;

class TracesTest {
  private static final String TRACE = "5759e988bd862e3fe1be46a994272793";
  private static final String ROOT = "Root=1-5759e988-bd862e3fe1be46a994272793";
  private static final String CALLER = "c".repeat(16);
  private static final String TOLD = "a".repeat(16);
  private static final String HEADER = ROOT + ";Parent=" + TOLD + ";Sampled=1";
  private static final PlatformEvent.Status SUCCESS = PlatformEvent.Status.SUCCESS;

  private final List<String> ended = new ArrayList<>();
  private final Traces traces = new Traces(ended::add, 100, 1 << 20);
  private final Happenings world = new Happenings(traces);

  private Trace trace(String request) {
    Trace trace = traces.ofRequest(request).orElseThrow();
    Tiles.assertWhole(trace);
    return trace;
  }

  /** Cold: 0 to 10 waits, init to 110, thaw to 112, handler to 162, answered at 165. */
  private void coldStart() {
    world.arrives("r", 0, ROOT + ";Parent=" + CALLER);
    world.init("e", "on-demand", 10, 110);
    world.starts("e", "r", 111, HEADER);
    world.thaws("e", 112);
    world.ends("e", "r", SUCCESS, 111, 162, 170, 171);
    world.answered("r", 200, 165);
  }

  @Test
  void every_moment_of_a_cold_start_has_a_name() {
    coldStart();
    Trace trace = trace("r");
    assertEquals(
        Map.of(
            "preparing an environment", 10.0,
            "Initialization", 100.0,
            "event on its way", 1.0,
            "thaw", 1.0,
            "Invocation", 50.0,
            "response", 3.0,
            "next event asked for", 5.0,
            "report", 2.0),
        Tiles.leaves(trace));
    assertEquals(TRACE, trace.traceId());
    Span root = trace.spans().getFirst();
    assertEquals("POST /f", root.name());
    assertEquals(Optional.of(CALLER), root.parent());
    assertEquals("200", root.attributes().get("http.response.status_code"));
    assertEquals(
        "true", Tiles.named(trace, "AWS::Lambda::Function").attributes().get("faas.coldstart"));
    assertEquals(TOLD, Tiles.named(trace, "Invocation").id());
  }

  @Test
  void a_request_that_waits_for_the_build_says_so_and_the_next_one_does_not() {
    world.arrives("r", 0, "");
    traces.built("orders", world.nanos(7));
    world.init("e", "on-demand", 10, 110);
    world.starts("e", "r", 111, HEADER);
    world.ends("e", "r", SUCCESS, 111, 112, 113, 113);
    world.answered("r", 200, 112);
    Map<String, Double> leaves = Tiles.leaves(trace("r"));
    assertEquals(7.0, leaves.get("building the function"));
    assertEquals(3.0, leaves.get("preparing an environment"));
    world.arrives("s", 1000, "");
    world.starts("e", "s", 1001, HEADER);
    world.ends("e", "s", SUCCESS, 1001, 1002, 1003, 1003);
    world.answered("s", 200, 1002);
    assertFalse(Tiles.leaves(trace("s")).containsKey("building the function"));
  }

  @Test
  void milliseconds_of_a_function_s_clock_are_no_difference_of_clocks() {
    coldStart();
    world.receives(world.span(TRACE, "1".repeat(16), TOLD, 111.5, 162.2));
    Span span = Tiles.named(trace("r"), "1".repeat(16));
    assertFalse(span.attributes().containsKey(SpanCorrelation.MARK));
    assertEquals(world.epochNanos(112), span.startEpochNanos(), 100_000);
  }

  @Test
  void a_warm_request_waits_for_nothing_but_its_environment() {
    coldStart();
    world.arrives("s", 1000, "");
    world.starts("e", "s", 1001, HEADER.replace(TOLD, "b".repeat(16)));
    world.ends("e", "s", SUCCESS, 1001, 1002, 1003, 1004);
    world.answered("s", 200, 1002.5);
    assertEquals(
        Map.of(
            "finding an environment", 1.0,
            "Invocation", 1.0,
            "response", 0.5,
            "next event asked for", 0.5,
            "report", 2.0),
        Tiles.leaves(trace("s")));
  }

  @Test
  void a_restore_and_an_init_ahead_of_requests_are_told_apart() {
    world.arrives("r", 0, "");
    world.restore("e", 5, 25);
    world.starts("e", "r", 26, HEADER);
    world.ends("e", "r", SUCCESS, 26, 36, 37, 37);
    world.answered("r", 200, 36.5);
    assertEquals(20.0, Tiles.leaves(trace("r")).get("Restore"));

    world.init("p", "provisioned-concurrency", 0, 100);
    world.arrives("s", 1000, "");
    world.starts("p", "s", 1001, HEADER);
    world.ends("p", "s", SUCCESS, 1001, 1002, 1003, 1003);
    world.answered("s", 200, 1003);
    assertFalse(Tiles.leaves(trace("s")).containsKey("Initialization"));
  }

  @Test
  void an_init_that_is_repeated_in_the_invocation_is_in_its_place() {
    world.arrives("r", 0, "");
    world.init("e", "on-demand", 1, 11);
    world.starts("e", "r", 12, HEADER);
    world.initStart("e", "on-demand", PlatformEvent.Phase.INVOKE, 13);
    world.initReport("e", "on-demand", PlatformEvent.Phase.INVOKE, 33);
    world.ends("e", "r", SUCCESS, 12, 43, 44, 44);
    world.answered("r", 200, 43);
    Map<String, Double> leaves = Tiles.leaves(trace("r"));
    assertEquals(30.0, leaves.get("Initialization"));
    assertEquals(10.0, leaves.get("Invocation"));
  }

  @Test
  void a_timeout_has_a_handler_without_a_response() {
    world.arrives("r", 0, "");
    world.starts("e", "r", 1, HEADER);
    world.thaws("e", 2);
    world.ends("e", "r", PlatformEvent.Status.TIMEOUT, 1, -1, 1001, 1100);
    world.answered("r", 200, 1002);
    Trace trace = trace("r");
    assertEquals(999.0, Tiles.leaves(trace).get("Invocation"));
    assertTrue(Tiles.named(trace, "Invocation").error());
    assertTrue(trace.spans().getFirst().error());
  }

  @Test
  void attempts_of_an_event_and_the_waits_before_them_are_one_trace() {
    world.isQueued("r", 0);
    world.starts("e", "r", 100, HEADER);
    world.answered("r", 202, 105); // later than its event was taken up
    world.ends("e", "r", PlatformEvent.Status.FAILURE, 100, 110, 111, 111);
    world.starts("f", "r", 1111, ROOT + ";Parent=" + "b".repeat(16) + ";Sampled=1");
    world.ends("f", "r", SUCCESS, 1111, 1121, 1122, 1122);
    Trace trace = trace("r");
    Map<String, Double> leaves = Tiles.leaves(trace);
    assertEquals(100.0, leaves.get("Dwell Time"));
    assertEquals(999.0, leaves.get("waiting for the next attempt"));
    assertEquals(20.0, leaves.get("Invocation"));
    assertFalse(trace.spans().getFirst().error(), "it succeeded in the end");
  }

  @Test
  void what_a_function_records_is_in_its_handler_whatever_its_order_of_arrival() {
    world.receives(world.span(TRACE, "2".repeat(16), "1".repeat(16), 121, 131)); // a child first
    coldStart();
    world.receives(world.span(TRACE, "1".repeat(16), TOLD, 120, 140));
    Trace trace = trace("r");
    assertEquals(Optional.of(TOLD), Tiles.named(trace, "1".repeat(16)).parent());
    assertEquals(Optional.of("1".repeat(16)), Tiles.named(trace, "2".repeat(16)).parent());
    assertEquals(
        world.epochNanos(120), Tiles.named(trace, "1".repeat(16)).startEpochNanos(), 100_000);
  }

  @Test
  void a_span_in_progress_is_replaced_by_its_end_and_else_lasts_as_long_as_the_handler() {
    coldStart();
    Received ended = world.span(TRACE, "1".repeat(16), TOLD, 120, 140);
    Received begun = new Received(ended.span(), true, Optional.empty(), Optional.empty());
    world.receives(begun);
    Span never = Tiles.named(trace("r"), "1".repeat(16));
    assertEquals("never ended", never.attributes().get("thaw.state"));
    assertEquals(world.epochNanos(162), never.endEpochNanos(), 100_000);
    world.receives(ended);
    world.receives(begun); // overtaken
    assertFalse(Tiles.named(trace("r"), "1".repeat(16)).attributes().containsKey("thaw.state"));
  }

  @Test
  void what_is_outside_of_the_request_is_cut_off_and_marked() {
    coldStart();
    world.receives(
        world.span(TRACE, "1".repeat(16), TOLD, -500, 120),
        world.span(TRACE, "2".repeat(16), TOLD, 150, 400),
        world.span(TRACE, "3".repeat(16), TOLD, 5000, 6000),
        world.span(TRACE, "4".repeat(16), TOLD, -6000, -5000));
    Trace trace = trace("r");
    String mark = SpanCorrelation.MARK;
    assertTrue(
        Tiles.named(trace, "1".repeat(16)).attributes().get(mark).contains("before the handler"));
    Span late = Tiles.named(trace, "2".repeat(16));
    assertTrue(late.attributes().get(mark).matches("ended 22\\d\\.\\d+ ms after the request"));
    assertEquals(trace.spans().getFirst().endEpochNanos(), late.endEpochNanos());
    assertTrue(Tiles.named(trace, "3".repeat(16)).attributes().get(mark).startsWith("began 4,8"));
    assertTrue(Tiles.named(trace, "4".repeat(16)).attributes().containsKey(mark));
  }

  @Test
  void two_requests_of_one_trace_keep_their_spans_apart() {
    String other = "b".repeat(16);
    for (String request : List.of("r", "s")) {
      double at = request.equals("r") ? 0 : 1000;
      world.arrives(request, at, ROOT + ";Parent=" + CALLER);
      world.starts(request + "e", request, at + 1, ROOT + ";Parent=" + (at == 0 ? TOLD : other));
      world.ends(request + "e", request, SUCCESS, at + 1, at + 11, at + 12, at + 12);
      world.answered(request, 200, at + 11);
    }
    world.receives(
        world.span(TRACE, "1".repeat(16), TOLD, 2, 3),
        world.span(TRACE, "2".repeat(16), other, 1002, 1003),
        world.span(TRACE, "3".repeat(16), "f".repeat(16), 1004, 1005)); // of a lost parent
    assertEquals(List.of("1".repeat(16)), names(trace("r"), Span.Origin.XRAY));
    assertEquals(List.of("2".repeat(16), "3".repeat(16)), names(trace("s"), Span.Origin.XRAY));
  }

  @Test
  void requests_that_were_told_the_same_parent_are_told_apart_by_time() {
    for (String request : List.of("r", "s")) {
      double at = request.equals("r") ? 0 : 1000;
      world.arrives(request, at, ROOT + ";Parent=" + CALLER);
      world.starts(request + "e", request, at + 1, ROOT + ";Parent=" + CALLER);
      world.ends(request + "e", request, SUCCESS, at + 1, at + 11, at + 12, at + 12);
      world.answered(request, 200, at + 11);
    }
    world.receives(world.span(TRACE, "1".repeat(16), CALLER, 1002, 1003));
    assertEquals(List.of(), names(trace("r"), Span.Origin.XRAY));
    Trace second = trace("s");
    assertEquals(List.of("1".repeat(16)), names(second, Span.Origin.XRAY));
    assertFalse(Tiles.named(second, "Invocation").id().equals(CALLER), "an id of the caller's own");
  }

  @Test
  void a_trace_of_the_function_s_own_is_found_by_the_request_that_it_names() {
    coldStart();
    String own = "1".repeat(32);
    Received span = world.span(own, "1".repeat(16), null, 120, 130);
    world.receives(
        new Received(span.span(), false, Optional.of("r"), Optional.empty()),
        world.span(own, "2".repeat(16), "1".repeat(16), 121, 122));
    assertEquals(List.of("1".repeat(16), "2".repeat(16)), names(trace("r"), Span.Origin.XRAY));
  }

  @Test
  void a_trace_of_the_function_s_own_is_found_while_it_has_one_request() {
    world.arrives("r", 0, "");
    world.starts("e", "r", 1, HEADER);
    Received span = world.span("1".repeat(32), "1".repeat(16), null, 2, 3);
    world.receives(new Received(span.span(), false, Optional.empty(), Optional.of("orders")));
    world.ends("e", "r", SUCCESS, 1, 11, 12, 12);
    world.answered("r", 200, 11);
    assertEquals(List.of("1".repeat(16)), names(trace("r"), Span.Origin.XRAY));
  }

  private static List<String> names(Trace trace, Span.Origin origin) {
    return trace.spans().stream().filter(span -> span.origin() == origin).map(Span::name).toList();
  }

  @Test
  void a_request_that_runs_is_shown_as_far_as_it_is() {
    world.arrives("r", -100, "");
    world.starts("e", "r", -90, HEADER);
    Trace trace = traces.ofRequest("r").orElseThrow();
    Tiles.assertWhole(trace);
    assertEquals(
        "in progress", Tiles.named(trace, "AWS::Lambda::Function").attributes().get("thaw.state"));
    assertEquals(List.of(), ended);
  }

  @Test
  void a_request_has_ended_when_report_and_answer_are_there_and_each_span_is_new_once() {
    world.arrives("r", 0, "");
    world.starts("e", "r", 1, HEADER);
    world.ends("e", "r", SUCCESS, 1, 2, 3, 3);
    assertEquals(List.of(), ended);
    world.answered("r", 200, 10);
    assertEquals(List.of("r"), ended);
    assertEquals(trace("r").spans().size(), traces.newOfPlatform("r").size());
    assertEquals(List.of(), traces.newOfPlatform("r"));
    world.starts("f", "r", 20, HEADER); // another attempt
    world.ends("f", "r", SUCCESS, 20, 21, 22, 22);
    assertEquals(List.of("r", "r"), ended);
    List<String> names = traces.newOfPlatform("r").stream().map(Span::name).toList();
    assertTrue(names.contains("waiting for the next attempt"), names::toString);
    assertFalse(names.contains("AWS::Lambda"), names::toString);
  }

  @Test
  void a_request_without_a_function_leaves_no_trace() {
    world.arrives("r", 0, "");
    world.answered("r", 404, 1);
    assertEquals(Optional.empty(), traces.ofRequest("r"));
  }

  @Test
  void only_the_last_requests_and_spans_are_kept() {
    for (int i = 0; i < 3_000; i++) {
      world.arrives("r" + i, i, "");
      world.starts("e", "r" + i, i, ROOT + ";Parent=%016x".formatted(i + 1));
      world.receives(
          world.span(TRACE, "%016x".formatted(i + 10_000), "%016x".formatted(i + 1), i, i));
      world.ends("e", "r" + i, SUCCESS, i, i, i, i);
      world.answered("r" + i, 200, i);
    }
    Traces.Counts counts = traces.counts();
    assertEquals(1_000, counts.requests());
    assertEquals(100, counts.spans());
    assertEquals(Optional.empty(), traces.ofRequest("r1999"));
    assertEquals("r2999", traces.requestIds().getFirst());
    assertEquals(1, names(trace("r2999"), Span.Origin.XRAY).size());
  }

  /** Whatever comes in whatever order, the tree is whole and spans are bounded. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void any_timeline_is_tiled(long seed) {
    Random random = new Random(seed);
    double at = 0;
    for (int i = 0; i < 200; i++) {
      String request = "r" + random.nextInt(20);
      String environment = "e" + random.nextInt(5);
      at += random.nextDouble();
      switch (random.nextInt(8)) {
        case 0 -> world.arrives(request, at, random.nextBoolean() ? HEADER : "nonsense");
        case 1 -> world.answered(request, 200, at);
        case 2 -> world.init(environment, "on-demand", at, at + random.nextDouble());
        case 3 -> world.starts(environment, request, at, HEADER);
        case 4 -> world.thaws(environment, at);
        case 5 ->
            world.ends(environment, request, SUCCESS, at - 2 * random.nextDouble(), at, at, at);
        case 6 -> world.happens(environment, at, new PlatformEvent.Ended("spindown"));
        default ->
            world.receives(
                world.span(
                    TRACE,
                    "%016x".formatted(random.nextInt(1, 50)),
                    "%016x".formatted(random.nextInt(1, 50)),
                    at - 1,
                    at));
      }
      for (String id : traces.requestIds()) {
        Tiles.assertWhole(traces.ofRequest(id).orElseThrow());
      }
    }
  }
}
