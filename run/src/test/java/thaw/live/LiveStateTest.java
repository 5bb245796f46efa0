package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.json.Json;
import thaw.runtimeapi.log.HostLimit;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformEvent.Phase;
import thaw.runtimeapi.log.PlatformEvent.Status;

/** What the events of environments make of the state, without a platform. */
class LiveStateTest {
  private final List<RequestLife> ended = new ArrayList<>();
  private final List<RuntimeException> problems = new ArrayList<>();
  private final LiveState state = new LiveState(ended::add, _ -> {}, problems::add);
  private final ToldObservations told = new ToldObservations();

  private void take() {
    state.accept(told.taken());
  }

  private JsonNode since(long change) {
    return json(state.read(view -> StateJson.since(view, change)));
  }

  private JsonNode all() {
    return json(state.read(StateJson::all));
  }

  private static JsonNode json(Object view) {
    return Json.read(StateJson.text(view).getBytes(StandardCharsets.UTF_8)).orElseThrow();
  }

  private boolean canTellSince(long change) {
    return state.read(view -> StateJson.canTellSince(view, change));
  }

  private long change() {
    return state.read(LiveState.View::change);
  }

  private JsonNode detail(String id) {
    return json(
        state.read(view ->
            view.requests()
                .find(id)
                .map(found ->
                    RequestJson.detail(found, Bar.of(found, Optional.empty()), Optional.empty()))
                .orElseThrow()));
  }

  @Test
  void an_event_that_fails_costs_the_others_of_its_batch_nothing() {
    RuntimeException fault = new IllegalArgumentException("Negative increment");
    LiveState failing =
        new LiveState(
            request -> {
              ended.add(request);
              if (request.id().equals("r1")) {
                throw fault;
              }
            },
            _ -> {},
            problems::add);
    told.cold("pets", "e1", "r1").warm("pets", "e1", "r2").start("pets", "e1", "r3");
    failing.accept(told.taken());
    assertEquals(List.of(fault), problems);
    assertEquals(List.of("r1", "r2"), ended.stream().map(RequestLife::id).toList());
    assertTrue(failing.request("r1").orElseThrow().report().isPresent(), "it has ended");
    assertEquals(1, failing.<Integer>read(view -> view.lives().size()));
    assertEquals("r3", failing.request("r3").orElseThrow().id());
  }

  @Test
  void a_request_that_waited_for_its_environment_is_cold_and_counts_from_the_start_of_the_init() {
    told.cold("pets", "e1", "r1").after(50).warm("pets", "e1", "r2");
    take();
    JsonNode cold = detail("r1");
    assertEquals("init", cold.get("start").asText());
    assertEquals(105, cold.get("totalMs").asDouble(), 0.1);
    assertEquals(5, cold.get("durationMs").asDouble());
    assertEquals(100, cold.get("initMs").asDouble());
    assertEquals("warm", detail("r2").get("start").asText());
    assertEquals(3, detail("r2").get("totalMs").asDouble(), 0.1);
  }

  @Test
  void requests_of_one_environment_at_the_same_time_end_each_with_the_lines_that_name_it() {
    told.init("pets", "e1", "lambda-managed-instances", 100)
        .start("pets", "e1", "r1")
        .start("pets", "e1", "r2")
        .say("pets", "e1", "{\"requestId\":\"r1\"}")
        .say("pets", "e1", "of nobody")
        .end("pets", "e1", "r1", 4, Status.SUCCESS, Optional.empty())
        .end("pets", "e1", "r2", 5, Status.FAILURE, Optional.empty());
    take();
    assertEquals(List.of("r1", "r2"), ended.stream().map(RequestLife::id).toList());
    assertEquals(
        List.of(),
        state.read(view -> view.requests().since(-1)).stream()
            .filter(life -> life.report().isEmpty())
            .toList());
    List<String> lines = ended.getFirst().log().lines().stream().map(LogLines.Line::text).toList();
    assertEquals(3, lines.size(), lines.toString());
    assertTrue(lines.get(0).startsWith("START RequestId: r1"), lines.toString());
    assertEquals("{\"requestId\":\"r1\"}", lines.get(1));
    assertEquals(2, ended.getLast().log().lines().size());
    assertTrue(ended.getLast().hasFailed());
  }

  @Test
  void the_parts_of_a_waterfall_follow_each_other_without_a_gap_and_are_the_whole() {
    told.init("pets", "e1", "on-demand", 100)
        .start("pets", "e1", "r1")
        .event("pets", "e1", new PlatformEvent.Thawed())
        .end("pets", "e1", "r1", 7, Status.SUCCESS, Optional.of(Duration.ofMillis(100)));
    take();
    JsonNode bars = detail("r1").get("waterfall");
    assertEquals("request", bars.get(0).get("name").asText());
    double end = 0;
    List<String> names = new ArrayList<>();
    for (int i = 1; i < bars.size(); i++) {
      assertEquals(end, bars.get(i).get("startMs").asDouble(), 1e-6, bars.toString());
      end += bars.get(i).get("ms").asDouble();
      names.add(bars.get(i).get("name").asText());
    }
    assertEquals(bars.get(0).get("ms").asDouble(), end, 1e-6);
    assertTrue(
        names.containsAll(List.of("init", "event on its way", "thaw", "handler", "report")),
        names.toString());
  }

  @Test
  void an_environment_that_was_ready_long_before_is_no_part_of_the_waterfall() {
    told.init("pets", "e1", "on-demand", 100)
        .after(60_000)
        .start("pets", "e1", "r1")
        .end("pets", "e1", "r1", 5, Status.SUCCESS, Optional.of(Duration.ofMillis(100)));
    take();
    JsonNode request = detail("r1");
    assertEquals(5, request.get("totalMs").asDouble(), 0.1);
    assertEquals("init", request.get("start").asText()); // as Lambda bills it
  }

  @Test
  void a_cold_start_that_the_host_made_longer_is_marked_and_counted_with_its_share() {
    PlatformEvent limit =
        new PlatformEvent.HostWasLimit(
            new HostLimit(Duration.ofMillis(60), Duration.ofMillis(100)));
    state.know(List.of(ToldObservations.facts("pets")));
    told.init("pets", "e1", "on-demand", 100)
        .event("pets", "e1", limit)
        .start("pets", "e1", "r1")
        .end("pets", "e1", "r1", 5, Status.SUCCESS, Optional.of(Duration.ofMillis(100)))
        .warm("pets", "e1", "r2")
        .cold("pets", "e2", "r3");
    take();
    assertEquals(60, detail("r1").get("hostWaitedMs").asDouble());
    assertTrue(
        detail("r1").get("log").toString().contains("the host was the limit for 60 %"),
        detail("r1")::toString);
    assertFalse(detail("r2").has("hostWaitedMs"));
    assertFalse(detail("r3").has("hostWaitedMs"));
    JsonNode function = since(0).get("functions").get(0);
    assertEquals(1, function.get("hostLimited").asInt());
    assertEquals(60, function.get("hostWaitedMs").asInt());
    assertEquals(100, function.get("hostLimitedMs").asInt());
  }

  @Test
  void a_provisioned_environment_gives_no_cold_start() {
    told.init("pets", "e1", "provisioned-concurrency", 100)
        .start("pets", "e1", "r1")
        .end("pets", "e1", "r1", 5, Status.SUCCESS, Optional.of(Duration.ofMillis(100)));
    take();
    assertEquals("warm", detail("r1").get("start").asText());
  }

  @Test
  void an_init_that_is_repeated_within_a_request_is_a_cold_start_with_a_row_of_its_own() {
    told.cold("pets", "e1", "r1").start("pets", "e1", "r2");
    told.event("pets", "e1", ToldObservations.initStart("pets", "on-demand", Phase.INVOKE))
        .after(40);
    told.event(
        "pets",
        "e1",
        new PlatformEvent.InitRuntimeDone(
            "on-demand", Phase.INVOKE, Status.SUCCESS, Optional.empty()));
    told.end("pets", "e1", "r2", 45, Status.SUCCESS, Optional.empty());
    take();
    JsonNode request = detail("r2");
    assertEquals("init", request.get("start").asText());
    assertTrue(request.get("waterfall").toString().contains("\"init\""));
  }

  @Test
  void a_request_has_the_lines_from_the_start_of_its_environment_on_and_no_others() {
    told.init("pets", "e1", "on-demand", 10).say("pets", "e1", "from init");
    told.start("pets", "e1", "r1").say("pets", "e1", "from the handler");
    told.end("pets", "e1", "r1", 5, Status.SUCCESS, Optional.empty());
    told.start("pets", "e1", "r2").say("pets", "e1", "from the second");
    take();
    String first = detail("r1").get("log").toString();
    assertTrue(first.contains("from init") && first.contains("from the handler"), first);
    assertTrue(first.contains("REPORT RequestId: r1"), first);
    assertFalse(first.contains("from the second"), first);
    String second = detail("r2").get("log").toString();
    assertTrue(second.contains("from the second"), second);
    assertEquals("running", detail("r2").get("status").asText());
  }

  @Test
  void a_chatty_request_keeps_its_last_lines_and_says_how_many_are_gone() {
    told.cold("pets", "e1", "r0").start("pets", "e1", "r1");
    for (int i = 0; i < 2_000; i++) {
      told.say("pets", "e1", "line " + i + " " + "x".repeat(100));
    }
    told.say("pets", "e1", "y".repeat(1_000_000));
    told.end("pets", "e1", "r1", 5, Status.SUCCESS, Optional.empty());
    take();
    JsonNode request = detail("r1");
    assertTrue(request.get("droppedLogLines").asInt() > 1_000, request.toString());
    assertTrue(request.get("log").toString().length() < 60_000);
    assertTrue(request.get("log").toString().contains("REPORT RequestId: r1"));
  }

  @Test
  void what_a_viewer_has_seen_does_not_come_again_and_what_it_missed_comes_once() {
    state.know(List.of(ToldObservations.facts("pets"), ToldObservations.facts("other")));
    told.cold("pets", "e1", "r1");
    take();
    long seen = change();
    assertEquals(0, since(seen).get("requests").size());
    assertEquals(0, since(seen).get("functions").size());
    told.start("pets", "e1", "r2");
    take();
    told.end("pets", "e1", "r2", 5, Status.FAILURE, Optional.empty());
    take();
    JsonNode missed = since(seen);
    assertEquals(1, missed.get("requests").size(), missed.toString());
    assertEquals("failure", missed.at("/requests/0/status").asText());
    assertEquals(1, missed.get("functions").size());
    assertEquals("pets", missed.at("/functions/0/name").asText());
    assertEquals(1, missed.at("/functions/0/failed").asInt());
    assertEquals(1, missed.get("environments").size());
    assertFalse(missed.has("names"));
  }

  @Test
  void environments_that_end_are_told_to_those_who_knew_them() {
    told.cold("pets", "e1", "r1");
    take();
    long seen = change();
    told.event("pets", "e1", new PlatformEvent.Ended("spindown"));
    take();
    assertEquals("[\"e1\"]", since(seen).get("gone").toString());
    assertEquals(0, all().get("environments").size());
  }

  @Test
  void an_environment_that_ends_with_its_request_ends_the_request() {
    told.cold("pets", "e1", "r1").start("pets", "e1", "r2").after(10);
    told.event("pets", "e1", new PlatformEvent.Ended("failure"));
    take();
    assertEquals("error", detail("r2").get("status").asText());
    assertEquals(2, ended.size());
  }

  @Test
  void a_viewer_from_before_more_ends_than_are_remembered_gets_all() {
    told.cold("pets", "e0", "r0");
    take();
    long seen = change();
    for (int i = 1; i <= 1_002; i++) {
      told.init("pets", "e" + i, "on-demand", 1);
      told.event("pets", "e" + i, new PlatformEvent.Ended("spindown"));
      take();
    }
    assertFalse(canTellSince(seen));
    assertTrue(canTellSince(change() - 10));
  }

  @Test
  void the_last_thousand_requests_are_kept_and_cold_and_failed_ones_for_longer() {
    told.cold("pets", "e1", "cold");
    told.start("pets", "e1", "failed")
        .end("pets", "e1", "failed", 5, Status.TIMEOUT, Optional.empty());
    for (int i = 0; i < 3_000; i++) {
      told.warm("pets", "e1", "r" + i);
    }
    take();
    int kept = state.read(view -> view.requests().since(-1).size());
    assertEquals(1_000, kept);
    long gone = state.read(view -> view.requests().gone());
    assertEquals(3_002 - 1_000, gone);
    detail("cold");
    detail("failed");
    detail("r2999");
    assertTrue(state.request("r0").isEmpty());
  }

  @Test
  void many_cold_starts_do_not_drive_out_all_warm_ones() {
    for (int i = 0; i < 2_000; i++) {
      told.cold("pets", "e" + i, "c" + i);
      told.event("pets", "e" + i, new PlatformEvent.Ended("spindown"));
    }
    told.cold("pets", "last", "c");
    for (int i = 0; i < 2_000; i++) {
      told.warm("pets", "last", "w" + i);
    }
    take();
    List<RequestLife> kept = state.read(view -> view.requests().since(-1));
    assertEquals(1_000, kept.size());
    assertTrue(kept.stream().filter(request -> request.start().isCold()).count() >= 300);
    assertTrue(kept.stream().filter(request -> !request.start().isCold()).count() >= 600);
  }

  @Test
  void logs_that_are_large_together_make_old_requests_go_before_their_number_does() {
    told.cold("pets", "e1", "cold");
    for (int i = 0; i < 900; i++) {
      told.start("pets", "e1", "r" + i);
      for (int line = 0; line < 8; line++) {
        told.say("pets", "e1", "x".repeat(4_000));
      }
      told.end("pets", "e1", "r" + i, 1, Status.SUCCESS, Optional.empty());
    }
    take();
    long chars =
        state.read(view ->
            view.requests().since(-1).stream().mapToLong(request -> request.log().chars()).sum());
    assertTrue(chars <= 8L * 1024 * 1024, "" + chars);
    assertTrue(state.request("r899").isPresent());
    assertTrue(state.request("r0").isEmpty());
  }

  @Test
  void a_function_that_is_deleted_and_made_again_begins_anew() {
    state.know(List.of(ToldObservations.facts("pets")));
    told.cold("pets", "e1", "r1");
    take();
    long seen = change();
    state.know(List.of());
    assertEquals("[]", since(seen).get("names").toString());
    state.know(List.of(ToldObservations.facts("pets")));
    assertEquals(0, all().at("/functions/0/requests").asInt());
  }

  @Test
  void figures_are_those_of_the_requests() {
    state.know(List.of(ToldObservations.facts("pets")));
    told.cold("pets", "e1", "r1");
    for (int i = 0; i < 98; i++) {
      told.warm("pets", "e1", "w" + i);
    }
    told.start("pets", "e1", "slow")
        .end("pets", "e1", "slow", 700, Status.FAILURE, Optional.empty());
    take();
    JsonNode function = all().at("/functions/0");
    assertEquals(100, function.get("requests").asInt());
    assertEquals(1, function.get("coldStarts").asInt());
    assertEquals(1, function.get("failed").asInt());
    assertEquals(3, function.get("p50Ms").asDouble(), 0.1);
    assertEquals(105, function.get("coldP50Ms").asDouble(), 2);
    assertEquals(105, function.get("p99Ms").asDouble(), 2);
    assertEquals(60, function.get("maxMemoryMiB").asInt());
    int counted = 0;
    for (JsonNode spell : function.get("spells")) {
      counted += spell.get("requests").asInt();
    }
    assertEquals(100, counted);
  }

  @Test
  void the_state_has_its_members_in_this_order() {
    state.know(List.of(ToldObservations.facts("pets")));
    told.cold("pets", "e1", "r1").start("pets", "e1", "r2");
    take();
    assertEquals(
        "{'change':2,'now':0,'forgotten':0,'functions':[{'name':'pets','runtime':'java25',"
            + "'handler':'com.example.Handler','memorySizeMiB':512,'timeoutSeconds':20,"
            + "'fromTemplate':true,'queuedEvents':0,'throttled':0,'requests':1,'coldStarts':1,"
            + "'failed':0,'hostLimited':0,'hostWaitedMs':0,'hostLimitedMs':0,'maxMemoryMiB':60,"
            + "'p50Ms':105.471,'p99Ms':105.471,'coldP50Ms':105.471,'spells':[{"
            + "'at':1769853600000,'requests':1,'cold':1,'failed':0,'p50Ms':105.471,"
            + "'p99Ms':105.471,'maxMemoryMiB':60}]}],'environments':[{'id':'e1',"
            + "'function':'pets','version':'$LATEST','initialization':'on-demand',"
            + "'state':'running','since':1769853601105,'begun':1769853601000,'requests':2,"
            + "'maxMemoryMiB':60,'requestId':'r2'}],'requests':[{'id':'r1','function':'pets',"
            + "'version':'$LATEST','environment':'e1','begun':1769853601000,'start':'init',"
            + "'status':'success','totalMs':105.003,'durationMs':5.0,'billedMs':105,"
            + "'initMs':100.0,'memorySizeMiB':512,'maxMemoryMiB':60},{'id':'r2',"
            + "'function':'pets','version':'$LATEST','environment':'e1','begun':1769853601105,"
            + "'start':'warm','status':'running'}],'host':[],'names':['pets'],'effects':0}",
        quoted(all().toString()));
    long seen = change();
    told.end("pets", "e1", "r2", 3, Status.FAILURE, Optional.empty())
        .event("pets", "e1", new PlatformEvent.Ended("spindown"));
    take();
    assertEquals(
        "{'change':3,'now':0,'forgotten':0,'functions':[{'name':'pets','runtime':'java25',"
            + "'handler':'com.example.Handler','memorySizeMiB':512,'timeoutSeconds':20,"
            + "'fromTemplate':true,'queuedEvents':0,'throttled':0,'requests':2,'coldStarts':1,"
            + "'failed':1,'hostLimited':0,'hostWaitedMs':0,'hostLimitedMs':0,'maxMemoryMiB':60,"
            + "'p50Ms':3.007,'p99Ms':105.471,'coldP50Ms':105.471,'spells':[{'at':1769853600000,"
            + "'requests':2,'cold':1,'failed':1,'p50Ms':3.007,'p99Ms':105.471,'maxMemoryMiB':60}]}],"
            + "'environments':[],'requests':[{'id':'r2','function':'pets','version':'$LATEST',"
            + "'environment':'e1','begun':1769853601105,'start':'warm','status':'failure',"
            + "'totalMs':3.0,'errorType':'Some.Error','durationMs':3.0,'billedMs':3,'memorySizeMiB':512,"
            + "'maxMemoryMiB':60}],'host':[],'gone':['e1'],'effects':0}",
        quoted(since(seen).toString()));
    assertEquals(
        "{'id':'r2','function':'pets','version':'$LATEST','environment':'e1','begun':1769853601105,"
            + "'start':'warm','status':'failure','totalMs':3.0,'errorType':'Some.Error',"
            + "'durationMs':3.0,'billedMs':3,'memorySizeMiB':512,'maxMemoryMiB':60,'traceId':'Root=1-2-3',"
            + "'responseBytes':17,'responseStreamed':false,'droppedLogLines':0,'log':[{'atMs':0.0,'by':'platform','text':'START"
            + " RequestId: r2 Version: $LATEST'},{'atMs':3.001,'by':'platform','text':'END"
            + " RequestId: r2'},{'atMs':3.002,'by':'platform','text':'REPORT RequestId:"
            + " r2\\tDuration: 3.00 ms\\tBilled Duration: 3 ms\\tMemory Size: 512 MB\\tMax Memory"
            + " Used: 60 MB\\t'}],"
            + "'waterfall':[{'name':'request','origin':'platform','startMs':0.0,'ms':3.002,"
            + "'depth':0,'failed':true},{'name':'handler','origin':'function','startMs':0.0,'ms':3.0,'depth':1,'failed':true},{'name':'log"
            + " written','origin':'platform',"
            + "'startMs':3.0,'ms':0.001,'depth':1,'failed':false},{'name':'report','origin':'platform',"
            + "'startMs':3.001,'ms':0.001,'depth':1,'failed':false}]}",
        quoted(detail("r2").toString()));
  }

  private static String quoted(String text) {
    return text.replace('"', '\'').replaceFirst("'now':\\d+", "'now':0");
  }
}
