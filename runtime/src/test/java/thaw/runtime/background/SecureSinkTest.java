package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.runtime.retry.Retry;

/** By TLS, to a server whose certificate is for {@code localhost}. */
class SecureSinkTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final long LONG = Duration.ofSeconds(30).toNanos();

  @TempDir Path folder;

  private final List<String> bodies = new CopyOnWriteArrayList<>();

  /** Has this JVM trust it, too. */
  private SSLContext context() throws Exception {
    Path file = folder.resolve("keys.p12");
    String command =
        Path.of(System.getProperty("java.home"), "bin/keytool")
            + " -genkeypair -alias a -keyalg EC -dname CN=localhost -ext san=dns:localhost"
            + " -storetype PKCS12 -storepass changeit -keystore "
            + file;
    assertEquals(0, new ProcessBuilder(command.split(" ")).start().waitFor());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(keys, PASSWORD);
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  @Test
  void batches_go_by_tls_to_whoever_has_a_certificate_of_the_name() throws Exception {
    SSLContext context = context();
    SSLContext.setDefault(context);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      Batch batch = new Batch(new byte[][] {KeepingSink.event("e")}, 1);
      sink("localhost", server).deliver(batch, LONG);
      assertEquals(List.of("e\n"), bodies);
      IOException thrown =
          assertThrows(IOException.class, () -> sink("127.0.0.1", server).deliver(batch, LONG));
      assertTrue(thrown.getCause() instanceof SSLHandshakeException, thrown.toString());
      assertEquals(1, bodies.size());
    } finally {
      server.stop(0);
    }
  }

  private static HttpSink sink(String host, HttpsServer server) {
    return HttpSink.post("https://" + host + ":" + server.getAddress().getPort())
        .retry(Retry.every(Duration.ofMillis(5), Duration.ofSeconds(1)).maxAttempts(1))
        .answerWithin(Duration.ofSeconds(20))
        .build();
  }
}
