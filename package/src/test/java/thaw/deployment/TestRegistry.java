package thaw.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import thaw.function.packaging.Sha256;

/**
 * A container registry in memory.
 *
 * @see <a href="https://github.com/opencontainers/distribution-spec/blob/main/spec.md">OCI
 *     distribution</a>
 */
public final class TestRegistry implements AutoCloseable {
  private static final int TLS_HANDSHAKE = 22;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] UNKNOWN =
      "{\"errors\":[{\"code\":\"MANIFEST_UNKNOWN\"}]}".getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final ServerSocket front;
  private final boolean refuses;

  /** By their digests, and manifests by their tags. */
  private final Map<String, byte[]> blobs = new ConcurrentHashMap<>();

  private final Map<String, byte[]> manifests = new ConcurrentHashMap<>();

  public TestRegistry(boolean refuses) throws IOException {
    this.refuses = refuses;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor()); // layers come side by side
    server.start();
    front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = front.accept();
        Thread.ofVirtual().start(() -> pass(client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  /** Who tries TLS first is told at once that there is none, as by other servers. */
  private void pass(Socket client) {
    try (client;
        Socket behind =
            new Socket(server.getAddress().getAddress(), server.getAddress().getPort())) {
      int first = client.getInputStream().read();
      if (first == TLS_HANDSHAKE || first < 0) {
        return;
      }
      behind.getOutputStream().write(first);
      Thread back =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  behind.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException e) {
                  // gone
                }
              });
      client.getInputStream().transferTo(behind.getOutputStream());
      behind.shutdownOutput();
      back.join();
    } catch (IOException e) {
      // gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public String address() {
    return "localhost:" + front.getLocalPort();
  }

  public Map<String, byte[]> blobs() {
    return blobs;
  }

  public Map<String, byte[]> manifests() {
    return manifests;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      String name = path.substring(path.lastIndexOf('/') + 1);
      String method = exchange.getRequestMethod();
      if (refuses && !path.equals("/v2/")) {
        exchange.sendResponseHeaders(403, -1);
      } else if (path.equals("/v2/")) {
        exchange.sendResponseHeaders(200, -1);
      } else if (method.equals("HEAD")) {
        byte[] known = stored(path).get(name);
        if (known != null) {
          describe(exchange, path, known);
          exchange.getResponseHeaders().set("Content-Length", "" + known.length);
        }
        exchange.sendResponseHeaders(known != null ? 200 : 404, -1);
      } else if (method.equals("GET")) {
        byte[] known = stored(path).get(name);
        if (known != null) {
          describe(exchange, path, known);
        }
        byte[] said = known != null ? known : UNKNOWN;
        exchange.sendResponseHeaders(known != null ? 200 : 404, said.length);
        exchange.getResponseBody().write(said);
      } else if (method.equals("POST")) {
        exchange.getResponseHeaders().set("Location", path + "upload");
        exchange.sendResponseHeaders(202, -1);
      } else if (method.equals("PATCH")) {
        blobs.put("upload", body);
        blobs.put("sha256:" + Sha256.of(out -> out.write(body)).hex(), body);
        exchange.getResponseHeaders().set("Location", path);
        exchange.sendResponseHeaders(202, -1);
      } else if (path.contains("/manifests/")) {
        manifests.put(name, body);
        manifests.put("sha256:" + Sha256.of(out -> out.write(body)).hex(), body);
        exchange.sendResponseHeaders(201, -1);
      } else {
        exchange.sendResponseHeaders(201, -1);
      }
    }
  }

  private Map<String, byte[]> stored(String path) {
    return path.contains("/blobs/") ? blobs : manifests;
  }

  private static void describe(HttpExchange exchange, String path, byte[] content)
      throws IOException {
    exchange
        .getResponseHeaders()
        .set("Docker-Content-Digest", "sha256:" + Sha256.of(out -> out.write(content)).hex());
    if (path.contains("/manifests/")) {
      exchange
          .getResponseHeaders()
          .set("Content-Type", JSON.readTree(content).path("mediaType").asText());
    }
  }

  /**
   * Puts the files of an image into a folder, layer upon layer, as a node does for a volume.
   *
   * @param tag or digest
   */
  public void mount(String tag, Path folder) throws IOException {
    for (JsonNode layer : JSON.readTree(manifests.get(tag)).path("layers")) {
      byte[] content = blobs.get(layer.path("digest").asText());
      try (TarArchiveInputStream tar =
          new TarArchiveInputStream(new GZIPInputStream(new ByteArrayInputStream(content)))) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          Path target = folder.resolve(entry.getName());
          if (entry.isFile()) {
            Files.createDirectories(target.getParent());
            Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    front.close();
    server.stop(0);
  }
}
