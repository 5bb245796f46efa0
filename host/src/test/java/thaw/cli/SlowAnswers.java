package thaw.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A peer that answers {@code GET /?afterMillis=N} after N milliseconds, as the sample's does. */
record SlowAnswers(HttpServer server, ExecutorService threads) implements AutoCloseable {
  static SlowAnswers open() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String query = exchange.getRequestURI().getQuery();
            TimeUnit.MILLISECONDS.sleep(Long.parseLong(query.substring("afterMillis=".length())));
            exchange.sendResponseHeaders(204, -1);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
    return new SlowAnswers(server, threads);
  }

  /** {@code 127.0.0.1:PORT}. */
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
