package thaw.app.run;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * The HTTP handler to which a clock that several workers share tells that a schedule is due. Any
 * thread may ask.
 */
public final class OutsideClock implements HttpHandler {
  /**
   * The path. Its query has the schedule's name and, where it is known, its minute: {@code
   * ?name=NAME&at=TIME}.
   */
  public static final String PATH = "/_thaw/schedule";

  private volatile @Nullable BiPredicate<String, Optional<Instant>> due;

  /**
   * Passes on from now on that a schedule is due.
   *
   * @param due gets a schedule's name and its minute; false when there is no such schedule
   */
  void tells(BiPredicate<String, Optional<Instant>> due) {
    this.due = due;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    onResponse.accept(answer(exchange));
  }

  private Response answer(Exchange exchange) {
    BiPredicate<String, Optional<Instant>> told = due;
    Optional<String> name = exchange.query("name");
    if (!exchange.method().equals("POST") || name.isEmpty()) {
      return Response.line(405, "POST " + PATH + "?name=NAME");
    }
    if (told == null) {
      return Response.line(503, "starting");
    }
    Optional<Instant> at;
    try {
      at = exchange.query("at").map(Instant::parse);
    } catch (DateTimeException e) {
      return Response.line(400, "at must be a time such as 2026-01-01T12:00:00Z");
    }
    return told.test(name.get(), at)
        ? Response.line(202, "accepted")
        : Response.line(404, "no --outside-schedule " + name.get());
  }

  @Override
  public Response failed(Exception reason) {
    return Response.line(503, "not accepted: " + reason);
  }
}
