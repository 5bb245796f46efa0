package thaw.apigateway;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import thaw.http.Response;

/** A client's one answer: the first that comes. */
final class Reply {
  private final Consumer<Response> client;
  private final AtomicBoolean given = new AtomicBoolean();

  Reply(Consumer<Response> client) {
    this.client = client;
  }

  /** Gives the client the answer unless it has one already; any thread may do so. */
  void give(Response answer) {
    if (given.compareAndSet(false, true)) {
      client.accept(answer);
    }
  }

  boolean isGiven() {
    return given.get();
  }
}
