package thaw.course.firstuse;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Answers every request with two letters. For training only: who measures asks another process. */
final class LocalServer implements HttpHandler, AutoCloseable {
  private final HttpServer server;

  LocalServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 2);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(new byte[] {'o', 'k'});
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
