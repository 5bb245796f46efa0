package thaw.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A Lambda API that says what a test has it say: what {@code thaw run} never does. */
final class FakeLambda implements AutoCloseable {
  private final HttpServer server;
  private final Function<Request, Reply> replies;

  /** In the order in which they came. */
  final List<Request> requests = new ArrayList<>();

  /**
   * @param operation method and the path's end, for example {@code GET configuration}
   */
  record Request(String operation, String query, String body) {}

  /**
   * @param error its type; empty for a success
   * @param log of an invocation
   */
  record Reply(int status, String error, String body, String log) {
    static Reply ok(String body) {
      return new Reply(200, "", body, "");
    }

    static Reply refused(int status, String error) {
      return new Reply(status, error, "{\"Message\":\"says AWS\",\"message\":\"says AWS\"}", "");
    }
  }

  FakeLambda(Function<Request, Reply> replies) throws IOException {
    this.replies = replies;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  Access access() {
    return new Access(
        Optional.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
        Optional.of("eu-central-1"),
        Optional.empty());
  }

  private void answer(HttpExchange exchange) {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Request request =
          new Request(
              exchange.getRequestMethod() + " " + path.substring(path.lastIndexOf('/') + 1),
              Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse(""),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      Reply reply;
      synchronized (requests) {
        requests.add(request);
        reply = replies.apply(request);
      }
      exchange.getResponseHeaders().set("x-amzn-RequestId", "id-1");
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.getResponseHeaders().set("X-Amz-Executed-Version", "$LATEST");
      if (!reply.error().isEmpty()) {
        exchange.getResponseHeaders().set("x-amzn-ErrorType", reply.error());
      }
      if (!reply.log().isEmpty()) {
        exchange
            .getResponseHeaders()
            .set(
                "X-Amz-Log-Result",
                Base64.getEncoder().encodeToString(reply.log().getBytes(StandardCharsets.UTF_8)));
      }
      byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long count(String operation) {
    synchronized (requests) {
      return requests.stream().filter(each -> each.operation().equals(operation)).count();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
