package thaw.app.run.worker;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * The door at which a clock that several workers share tells that a schedule is due. Any thread may
 * ask.
 */
public final class OutsideClock implements HttpHandler {
  /** With the schedule's name: {@code ?name=NAME}. */
  public static final String PATH = "/_thaw/schedule";

  private volatile @Nullable Predicate<String> due;

  /**
   * From now on it is passed on.
   *
   * @param due gets a schedule's name; false when there is no such schedule
   */
  public void tells(Predicate<String> due) {
    this.due = due;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> caller) {
    caller.accept(answer(exchange));
  }

  private Response answer(Exchange exchange) {
    Predicate<String> told = due;
    Optional<String> name = exchange.query("name");
    if (!exchange.method().equals("POST") || name.isEmpty()) {
      return answer(405, "POST " + PATH + "?name=NAME");
    }
    if (told == null) {
      return answer(503, "starting");
    }
    return told.test(name.get())
        ? answer(202, "accepted")
        : answer(404, "no --outside-schedule " + name.get());
  }

  @Override
  public Response failed(Exception reason) {
    return answer(503, "not accepted: " + reason);
  }

  private static Response answer(int status, String text) {
    return new Response(
        status,
        Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store"),
        (text + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
