package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.http.HttpServer;
import thaw.http.OwnPages;

/** The HTTP handler for a clock of several workers, over a real connection. */
class OutsideClockTest {
  private static String asked(HttpServer server, String method, String query) throws Exception {
    URI uri =
        URI.create("http://127.0.0.1:%d%s%s".formatted(server.port(), OutsideClock.PATH, query));
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(uri)
                  .method(method, HttpRequest.BodyPublishers.noBody())
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return response.statusCode() + " " + response.body().strip();
    }
  }

  @Test
  void a_schedule_that_it_has_is_accepted_and_others_and_other_requests_are_not() throws Exception {
    List<String> due = new ArrayList<>();
    OutsideClock clock = new OutsideClock();
    try (HttpServer server =
        HttpServer.open(
            "127.0.0.1",
            0,
            clock,
            OwnPages.of(),
            () -> "id",
            HttpServer.TRANSFER_LIMIT,
            problem -> {
              throw new AssertionError(problem);
            })) {
      assertEquals("503 starting", asked(server, "POST", "?name=tick"));
      clock.tells(
          (name, at) -> name.equals("tick") && due.add(at.map(Instant::toString).orElse("now")));
      assertEquals("202 accepted", asked(server, "POST", "?name=tick"));
      assertEquals("202 accepted", asked(server, "POST", "?name=tick&at=2026-01-01T12:00:00Z"));
      assertEquals(
          "400 at must be a time such as 2026-01-01T12:00:00Z",
          asked(server, "POST", "?name=tick&at=noon"));
      assertEquals("404 no --outside-schedule tock", asked(server, "POST", "?name=tock"));
      assertEquals("405 POST /_thaw/schedule?name=NAME", asked(server, "GET", "?name=tick"));
      assertEquals("405 POST /_thaw/schedule?name=NAME", asked(server, "POST", ""));
    }
    assertEquals(List.of("now", "2026-01-01T12:00:00Z"), due);
  }
}
