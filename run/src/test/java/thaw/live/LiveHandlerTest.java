package thaw.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.durable.InvocationRecord;
import thaw.pool.PayloadObservation;
import thaw.runtimeapi.log.PlatformEvent.Status;

/** What is where below {@code /_thaw}, and who may ask. */
class LiveHandlerTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Watched watched;

  @BeforeEach
  void open() {
    watched = Watched.open();
    watched.told().cold("pets", "e1", "r1");
    watched.told().init("other", "e2", "provisioned-concurrency", 1).warm("other", "e2", "r2");
    watched
        .told()
        .start("pets", "e1", "r3")
        .end("pets", "e1", "r3", 5, Status.FAILURE, Optional.empty());
    watched.tell();
  }

  @AfterEach
  void close() {
    watched.close();
    assertEquals("[]", watched.problems().toString());
  }

  private JsonNode json(String path) throws Exception {
    HttpResponse<String> response = watched.get(path);
    assertEquals("application/json", response.headers().firstValue("Content-Type").orElse(""));
    return JSON.readTree(response.body());
  }

  @Test
  void the_page_is_at_its_path_and_neither_kept_nor_framed_by_others() throws Exception {
    for (String path : new String[] {"/_thaw", "/_thaw/"}) {
      HttpResponse<String> page = watched.get(path);
      assertEquals(200, page.statusCode());
      assertTrue(page.body().startsWith("<!DOCTYPE html>"));
      assertEquals("no-store", page.headers().firstValue("Cache-Control").orElse(""));
      assertTrue(page.headers().firstValue("Content-Security-Policy").isPresent());
      assertFalse(page.headers().map().containsKey("access-control-allow-origin"));
    }
  }

  @Test
  void data_is_there_as_json_at_once() throws Exception {
    JsonNode state = json("/_thaw/data/state");
    assertEquals(2, state.get("functions").size());
    assertEquals(3, state.get("requests").size());
    assertEquals(3, json("/_thaw/data/requests").get("requests").size());
    assertEquals(1, json("/_thaw/data/requests?function=other").get("requests").size());
    assertEquals("r1", json("/_thaw/data/requests?cold=true").at("/requests/0/id").asText());
    assertEquals("r3", json("/_thaw/data/requests?failed=true").at("/requests/0/id").asText());
    JsonNode detail = json("/_thaw/data/requests/r1");
    assertEquals("pets", detail.get("function").asText());
    assertTrue(detail.get("waterfall").size() > 3);
    assertTrue(detail.get("log").size() > 2);
  }

  @Test
  void an_invocation_has_the_event_and_the_response_that_were_seen() throws Exception {
    watched.live().observe(new PayloadObservation.Came("r1", "pets", bytes("{\"a\":1}")));
    watched.live().observe(new PayloadObservation.Left("r1", bytes("\"cat\""), false, false));
    watched.live().observe(new PayloadObservation.Came("r2", "other", new byte[40_000]));
    watched.live().observe(new PayloadObservation.Left("r2", new byte[0], true, false));
    JsonNode detail = json("/_thaw/data/requests/r1");
    assertEquals("{\"a\":1}", detail.at("/event/text").asText());
    assertEquals("\"cat\"", detail.at("/response/text").asText());
    assertFalse(detail.at("/event/cut").asBoolean());
    JsonNode streamed = json("/_thaw/data/requests/r2");
    assertTrue(streamed.at("/event/cut").asBoolean());
    assertEquals(40_000, streamed.at("/event/bytes").asInt());
    assertEquals(32 * 1024, streamed.at("/event/text").asText().length());
    assertTrue(streamed.get("responseStreamed").asBoolean());
    assertTrue(streamed.path("response").isMissingNode());
    assertTrue(json("/_thaw/data/requests/r3").path("event").isMissingNode());
  }

  @Test
  void events_to_invoke_with_are_the_last_one_and_those_of_the_project() throws Exception {
    watched.live().observe(new PayloadObservation.Came("r1", "pets", bytes("[1]")));
    JsonNode events = json("/_thaw/data/events/pets").get("events");
    assertEquals("[1]", events.at("/0/text").asText());
    assertEquals("events/pets.json", events.at("/1/name").asText());
    assertEquals(1, json("/_thaw/data/events/other").get("events").size());
    assertEquals(404, watched.get("/_thaw/data/events/none").statusCode());
    assertEquals("queue", json("/_thaw/data/addresses").at("/addresses/0/kind").asText());
    assertEquals(
        "sqs.*.amazonaws.com", json("/_thaw/data/addresses").at("/hosts/0/hosts").asText());
  }

  @Test
  void what_services_have_done_is_told_to_viewers_and_kept_the_newest_first() throws Exception {
    assertEquals(0, json("/_thaw/data/state").path("effects").asLong());
    for (int i = 0; i < ServiceEffects.MOST + 1; i++) {
      watched
          .live()
          .observe(
              new ServiceEffect(
                  i,
                  "dynamodb",
                  "PutItem of orders: throttled",
                  Optional.of("pets"),
                  Optional.of("r" + i)));
    }
    assertEquals(ServiceEffects.MOST + 1, json("/_thaw/data/state").path("effects").asLong());
    JsonNode told = json("/_thaw/data/services");
    assertEquals(ServiceEffects.MOST + 1, told.path("total").asLong());
    assertEquals(ServiceEffects.MOST, told.path("effects").size());
    assertEquals(
        "{\"at\":200,\"service\":\"dynamodb\",\"text\":\"PutItem of orders: throttled\",\"function\":\"pets\",\"request\":\"r200\"}",
        told.at("/effects/0").toString());
  }

  @Test
  void who_may_not_see_what_functions_get_and_write_gets_figures_and_the_reason() throws Exception {
    watched.live().observe(new PayloadObservation.Came("r1", "pets", bytes("{\"a\":1}")));
    watched.live().observe(new PayloadObservation.Left("r1", bytes("\"cat\""), false, false));
    assertTrue(json("/_thaw/data/requests/r1").path("withheld").isMissingNode());
    watched.seesContents().set(false);
    JsonNode detail = json("/_thaw/data/requests/r1");
    assertEquals("pets", detail.get("function").asText());
    assertTrue(detail.get("totalMs").asDouble() > 0);
    assertTrue(detail.get("waterfall").size() > 3); // the platform's own steps
    for (String member : new String[] {"event", "response", "log"}) {
      assertTrue(detail.path(member).isMissingNode(), member);
    }
    assertTrue(
        detail.get("withheld").asText().startsWith("Only the user who runs thaw sees events"));
    JsonNode events = json("/_thaw/data/events/pets");
    assertEquals(0, events.get("events").size());
    assertEquals(detail.get("withheld"), events.get("withheld"));
  }

  @Test
  void durable_executions_are_a_list_and_each_has_its_time_line_and_its_page() throws Exception {
    assertEquals(0, json("/_thaw/data/executions").get("executions").size());
    assertEquals("a/b", json("/_thaw/data/executions/a%2Fb").get("name").asText());
    HttpResponse<String> page = watched.get("/_thaw/executions/order-7");
    assertTrue(page.body().contains("order-7"));
    assertTrue(page.headers().firstValue("Content-Security-Policy").isPresent());
    assertEquals(404, watched.get("/_thaw/executions/none").statusCode());
    assertEquals(404, watched.get("/_thaw/data/executions/none").statusCode());
  }

  @Test
  void who_records_invocations_hears_what_environments_did() {
    Map<String, InvocationRecord.Run> told = new ConcurrentHashMap<>();
    watched.live().tell(told::put);
    watched.told().cold("pets", "e9", "r9");
    watched.tell();
    watched.live().flush();
    InvocationRecord.Run run = told.get("r9");
    assertEquals(InvocationRecord.Start.INIT, run.start());
    assertEquals("e9", run.environment());
    List<InvocationRecord.PartKind> kinds =
        run.parts().stream().map(InvocationRecord.Part::kind).toList();
    assertEquals(InvocationRecord.PartKind.INIT, kinds.getFirst());
    assertTrue(kinds.contains(InvocationRecord.PartKind.HANDLER), kinds::toString);
    for (int i = 1; i < run.parts().size(); i++) { // without a gap
      InvocationRecord.Part before = run.parts().get(i - 1);
      assertEquals(before.fromNanos() + before.nanos(), run.parts().get(i).fromNanos());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/_thaw/data/requests/none",
        "/_thaw/data/requests/%3Cscript%3E",
        "/_thaw/data/else",
        "/_thaw/data/requests/%zz",
        "/_thaw/data/"
      })
  void what_is_not_there_is_told_with_404(String path) throws Exception {
    HttpResponse<String> response = watched.get("/_thaw/data/requests/none");
    assertEquals(404, response.statusCode());
    String answer =
        watched.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 404"), answer);
    assertTrue(answer.contains("\"message\""), answer);
  }

  @Test
  void what_is_not_ours_goes_to_the_door_behind() throws Exception {
    assertEquals(Watched.BEHIND, watched.get("/2015-03-31/functions").body());
    assertEquals(Watched.BEHIND, watched.get("/_thaw/status").body());
    assertEquals(Watched.BEHIND, watched.get("/_thawed").body());
    assertEquals(Watched.BEHIND, watched.get("/_thaw/url/pets/").body());
  }

  @ParameterizedTest(name = "{0} {1} {2} -> {3}")
  @CsvSource({
    "GET, /_thaw/data/state, 127.0.0.1:1, , 200",
    "GET, /_thaw/data/state, localhost:1, , 200",
    "GET, /_thaw/data/state, LOCALHOST, , 200",
    "GET, /_thaw/data/state, thaw.localhost:1, , 200",
    "GET, /_thaw/data/state, [::1]:1, , 200",
    "GET, /_thaw/data/state, host.docker.internal:1, , 200",
    "GET, /_thaw/data/state, evil.example:1, , 403",
    "GET, /_thaw/metrics, evil.example, , 403",
    "GET, /_thaw/stream, evil.example, , 403",
    "GET, /_thaw, localhost.evil.example, , 403",
    "GET, /_thaw/data/requests/r1, evil.example, , 403",
    "GET, /_thaw/data/requests/r1, localhost:1, http://localhost:2, 403",
    "GET, /_thaw/data/events/pets, localhost:1, http://evil.example, 403",
    "GET, /_thaw/data/addresses, evil.example, , 403",
    "GET, /_thaw, notlocalhost, , 403",
    "GET, /_thaw/status, evil.example, , 403",
    "GET, /_thaw/data/state, localhost:1, http://evil.example, 403",
    "GET, /_thaw/data/state, localhost:1, http://localhost:2, 403",
    "GET, /_thaw/data/state, localhost:1, null, 403",
    "GET, /_thaw/data/state, localhost:1, http://localhost:1, 200",
    "POST, /_thaw/data/state, localhost:1, http://localhost:1, 405",
    "POST, /2015-03-31/functions/pets/invocations, localhost:1, http://evil.example, 403",
    "POST, /2015-03-31/functions/pets/invocations, evil.example:1, http://evil.example:1, 403",
    "POST, /2015-03-31/functions/pets/invocations, localhost:1, null, 403",
    "POST, /2015-03-31/functions/pets/invocations, localhost:1, http://localhost:1, 200",
    "POST, /2015-03-31/functions/pets/invocations, localhost:1, , 200",
    "POST, /2015-03-31/functions/pets/invocations, thaw.test:1, , 403",
    "POST, /_thaw/url/pets/, localhost:1, http://evil.example, 403",
    "GET, /_thaw, abc.lambda-url.us-east-1.localhost:1, http://evil.example, 403",
    "GET, /_thaw/traces, x.execute-api.evil.example, , 403",
    "GET, /pets, abc.execute-api.us-east-1.localhost:1, http://evil.example, 403",
    "POST, /pets, x.execute-api.localhost:1, http://evil.example, 403"
  })
  void other_sites_may_neither_read_nor_invoke(
      String method, String path, String host, String origin, int status) throws Exception {
    String answer =
        watched.raw(
            method
                + " "
                + path
                + " HTTP/1.1\r\nHost: "
                + host
                + (origin == null ? "" : "\r\nOrigin: " + origin)
                + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 " + status), answer);
    assertFalse(answer.toLowerCase().contains("access-control"), answer);
    if (status == 403) {
      assertFalse(answer.contains("r1"), answer);
    }
  }

  @Test
  void metrics_have_the_type_of_their_format() throws Exception {
    HttpResponse<String> response = watched.get("/_thaw/metrics");
    assertEquals(
        "text/plain; version=0.0.4; charset=utf-8",
        response.headers().firstValue("Content-Type").orElse(""));
    assertEquals(
        1,
        Scrape.parse(response.body())
            .value("thaw_invocations_total", "function=other,status=success,version=$LATEST"));
  }
}
