package thaw.live;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.problem.UserMistake;

/**
 * The page on a real server, without a platform: its events are told by the test.
 *
 * @param seesContents whether callers may see what functions get and write
 * @param executions the list of durable executions, as JSON
 */
record Watched(
    Live live,
    ToldObservations told,
    HttpServer server,
    AtomicBoolean seesContents,
    AtomicReference<String> executions,
    List<Exception> problems)
    implements AutoCloseable {
  static final String BEHIND = "the handler behind";

  static Watched open() {
    return open(
        0,
        10_000,
        new StatePage(() -> "<!DOCTYPE html><title>page</title>", () -> "default-src 'none'"));
  }

  private static String known(String execution) {
    if (execution.equals("none")) {
      throw new UserMistake("no execution none", "take another one");
    }
    return execution;
  }

  /** On this port, or on any with 0. */
  static Watched open(int port, long viewerPatienceMillis, StatePage page) {
    List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
    Live live = new Live(_ -> Optional.empty(), problems::add, viewerPatienceMillis);
    live.ask(() -> List.of(ToldObservations.facts("pets"), ToldObservations.facts("other")));
    AtomicBoolean seesContents = new AtomicBoolean(true);
    AtomicReference<String> executions = new AtomicReference<>("{\"now\":0,\"executions\":[]}");
    HttpServer server =
        HttpServer.open(
            "127.0.0.1",
            port,
            live.before(
                new Behind(),
                page,
                new LiveSurroundings(
                    () ->
                        List.of(
                            new RequestAddress(
                                "queue", "orders", "http://sqs/orders", "aws sqs send-message")),
                    () -> List.of(new HostRoute("sqs.*.amazonaws.com", "ElasticMQ", "http://sqs")),
                    _ -> seesContents.get(),
                    function -> List.of(new OfferedEvent("events/" + function + ".json", "{}")),
                    new LiveExecutions(
                        executions::get,
                        text -> "{\"name\":\"" + known(text) + "\"}",
                        text -> "<!DOCTYPE html><title>" + known(text) + "</title>",
                        () -> "default-src 'none'"))),
            OwnPages.of(),
            () -> "id",
            HttpServer.TRANSFER_LIMIT,
            problems::add);
    return new Watched(live, new ToldObservations(), server, seesContents, executions, problems);
  }

  private record Behind() implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      onResponse.accept(new Response(200, Map.of(), BEHIND.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Response failed(Exception reason) {
      return new Response(500, Map.of(), reason.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Lets the page know what was told. */
  void tell() {
    told.taken().forEach(live::observe);
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30)).build(),
          BodyHandlers.ofString());
    }
  }

  /** Sends a request as it is written, and gives the status line and all that comes after. */
  String raw(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    try (server;
        live) {
      // The server first.
    }
  }
}
