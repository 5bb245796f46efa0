package thaw.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * So much of a Kubernetes API server as commands ask it: discovery, access reviews, server-side
 * apply with its dry run, creation, lists and watches by label, logs. It keeps objects by their
 * paths.
 */
final class SmallApiServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As "PATCH /apis/apps/v1/... dryRun=All". */
  final List<String> changes = new CopyOnWriteArrayList<>();

  final Map<String, JsonNode> objects = new ConcurrentHashMap<>();
  final Map<String, String> logs = new ConcurrentHashMap<>();

  /** As "create deployments". */
  final Set<String> denied = new TreeSet<>();

  /** Message by the end of a path, of what admission refuses. */
  final Map<String, String> refused = new ConcurrentHashMap<>();

  /** Ends of paths that nobody may read. */
  final Set<String> forbidden = new TreeSet<>();

  /** Status by the end of a path, of what is applied. */
  final Map<String, String> status = new ConcurrentHashMap<>();

  /** Whether it refuses all who name no token. */
  volatile boolean wantsToken;

  final Set<String> groups = new TreeSet<>(Set.of("apps"));

  /** Learns of each object that a client has created. */
  volatile Consumer<JsonNode> created = _ -> {};

  /** Learns of each list that a client asks for, by its path, before it is answered. */
  volatile Consumer<String> listed = _ -> {};

  private final List<Watching> watching = new CopyOnWriteArrayList<>();
  private final AtomicLong version = new AtomicLong();
  private final HttpServer server;

  private record Watching(String path, String query, BlockingQueue<String> events) {}

  SmallApiServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor()); // a watch keeps its thread
    server.start();
    objects.put("/api/v1/namespaces/default", JSON.createObjectNode());
  }

  /** One whose current context is this server. */
  Path kubeconfig(Path folder) throws IOException {
    return kubeconfig(folder, server.getAddress().getPort());
  }

  static Path kubeconfig(Path folder, int port) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: here, cluster: {server: "http://127.0.0.1:%d"}}]
        users: [{name: me, user: {token: abc}}]
        contexts: [{name: here, context: {cluster: here, user: me}}]
        current-context: here
        """
            .formatted(port));
  }

  void put(String path, String json) throws IOException {
    put(path, JSON.readTree(json));
  }

  private void put(String path, JsonNode object) {
    ((ObjectNode) object.withObject("/metadata"))
        .put("resourceVersion", "" + version.incrementAndGet());
    tell(objects.put(path, object) == null ? "ADDED" : "MODIFIED", path, object);
  }

  /** As if somebody had deleted it. */
  void remove(String path) {
    JsonNode last = objects.remove(path);
    if (last != null) {
      tell("DELETED", path, last);
    }
  }

  private void tell(String type, String path, JsonNode object) {
    for (Watching each : watching) {
      if (isListed(path, object, each.path(), each.query())) {
        each.events().add(event(type, object));
      }
    }
  }

  private static String event(String type, JsonNode object) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, object);
  }

  /** What has changed since the list that the watch goes on from. */
  private List<JsonNode> missed(String path, String query) {
    long known =
        Stream.of(query.split("&"))
            .filter(each -> each.matches("resourceVersion=\\d+"))
            .mapToLong(each -> Long.parseLong(each.substring("resourceVersion=".length())))
            .findFirst()
            .orElse(Long.MAX_VALUE);
    return objects.entrySet().stream()
        .filter(each -> isListed(each.getKey(), each.getValue(), path, query))
        .map(Map.Entry::getValue)
        .filter(each -> each.path("metadata").path("resourceVersion").asLong() > known)
        .toList();
  }

  private void watch(HttpExchange exchange, String path, String query) throws IOException {
    Watching mine = new Watching(path, query, new LinkedBlockingQueue<>());
    watching.add(mine);
    missed(path, query).forEach(each -> mine.events().add(event("ADDED", each)));
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try {
      while (true) {
        exchange.getResponseBody().write(mine.events().take().getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watching.remove(mine);
    }
  }

  /** Returns whether somebody is told of changes below this path. */
  boolean isWatched(String path) {
    return watching.stream().anyMatch(each -> each.path().endsWith(path));
  }

  private void create(HttpExchange exchange, String path, String query, byte[] body)
      throws IOException {
    ObjectNode object = (ObjectNode) JSON.readTree(body);
    String target = path + "/" + object.path("metadata").path("name").asText();
    for (Map.Entry<String, String> each : refused.entrySet()) {
      if (target.endsWith(each.getKey())) {
        status(exchange, 400, each.getValue());
        return;
      }
    }
    if (objects.containsKey(target)) {
      status(exchange, 409, "already exists");
      return;
    }
    boolean dry = query.contains("dryRun=All");
    changes.add((dry ? "dry " : "create ") + target.replaceAll(".*/namespaces/", ""));
    if (!dry) {
      ((ObjectNode) object.get("metadata")).put("uid", "uid-" + version.get());
      put(target, object);
    }
    answer(exchange, 201, object.toString());
    if (!dry) {
      created.accept(object);
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String query = String.valueOf(exchange.getRequestURI().getQuery());
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (wantsToken && exchange.getRequestHeaders().getFirst("Authorization") == null) {
        status(exchange, 401, "Unauthorized");
        return;
      }
      switch (exchange.getRequestMethod()) {
        case "GET" -> get(exchange, path, query);
        case "POST" -> {
          if (path.contains("/namespaces/")) {
            create(exchange, path, query, body);
          } else {
            review(exchange, body);
          }
        }
        case "PATCH" -> patch(exchange, path, query, body);
        case "DELETE" -> delete(exchange, path);
        default -> status(exchange, 405, "not here");
      }
    }
  }

  private void get(HttpExchange exchange, String path, String query) throws IOException {
    if (forbidden.stream().anyMatch(path::endsWith)) {
      status(exchange, 403, "forbidden");
    } else if (path.equals("/version")) {
      answer(exchange, 200, "{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.3\"}");
    } else if (path.equals("/apis")) {
      ObjectNode list = JSON.createObjectNode().put("kind", "APIGroupList");
      for (String group : groups) {
        list.withArray("groups").addObject().put("name", group);
      }
      answer(exchange, 200, list.toString());
    } else if (path.matches("/apis/[^/]+") && groups.contains(path.substring(6))) {
      answer(exchange, 200, "{\"kind\":\"APIGroup\",\"name\":\"" + path.substring(6) + "\"}");
    } else if (path.matches("/apis/(serving.knative.dev|keda.sh)/v1(alpha1)?")) {
      boolean knative = path.contains("knative");
      answer(
          exchange,
          200,
          "{\"kind\":\"APIResourceList\",\"groupVersion\":\"%s\",\"resources\":[{\"name\":\"%s\",\"kind\":\"%s\",\"namespaced\":true}]}"
              .formatted(
                  path.substring(6),
                  knative ? "services" : "scaledobjects",
                  knative ? "Service" : "ScaledObject"));
    } else if (path.endsWith("/log")) {
      answer(exchange, 200, logs.getOrDefault(path, ""));
    } else if (objects.containsKey(path)) {
      answer(exchange, 200, objects.get(path).toString());
    } else if (query.contains("watch=true")) {
      watch(exchange, path, query);
    } else if (path.equals("/api/v1/nodes")) {
      list(exchange, path, query);
    } else if (path.matches(".*/namespaces/[^/]+/[^/]+")) {
      list(exchange, path, query);
    } else {
      status(exchange, 404, "not found");
    }
  }

  private void list(HttpExchange exchange, String path, String query) throws IOException {
    listed.accept(path);
    ObjectNode list = JSON.createObjectNode().put("kind", "List").put("apiVersion", "v1");
    list.putObject("metadata").put("resourceVersion", "" + version.get());
    list.putArray("items");
    for (Map.Entry<String, JsonNode> each : new java.util.TreeMap<>(objects).entrySet()) {
      if (isListed(each.getKey(), each.getValue(), path, query)) {
        list.withArray("items").add(each.getValue());
      }
    }
    answer(exchange, 200, list.toString());
  }

  /** Returns whether a list or watch of this path, with this query, has the object. */
  private static boolean isListed(String path, JsonNode object, String listed, String query) {
    return path.startsWith(listed + "/") && hasLabels(object, query);
  }

  private static boolean hasLabels(JsonNode object, String query) {
    JsonNode labels = object.path("metadata").path("labels");
    for (String part : query.split("&")) {
      if (part.startsWith("labelSelector=")) {
        for (String wanted : part.substring("labelSelector=".length()).split(",")) {
          String[] pair = wanted.split("=", 2);
          if (!labels.path(pair[0]).asText().equals(pair[1])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private void review(HttpExchange exchange, byte[] body) throws IOException {
    JsonNode asked = JSON.readTree(body);
    JsonNode what = asked.path("spec").path("resourceAttributes");
    boolean allowed =
        !denied.contains(what.path("verb").asText() + " " + what.path("resource").asText());
    ((ObjectNode) asked).putObject("status").put("allowed", allowed);
    answer(exchange, 201, asked.toString());
  }

  private void patch(HttpExchange exchange, String path, String query, byte[] body)
      throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (!type.startsWith("application/apply-patch+yaml") || !query.contains("fieldManager=thaw")) {
      status(exchange, 415, type + " " + query);
      return;
    }
    boolean dry = query.contains("dryRun=All");
    for (Map.Entry<String, String> each : refused.entrySet()) {
      if (path.endsWith(each.getKey())) {
        status(exchange, 400, each.getValue());
        return;
      }
    }
    changes.add((dry ? "dry " : "") + path.replaceAll(".*/namespaces/", ""));
    JsonNode object = JSON.readTree(body);
    for (Map.Entry<String, String> each : status.entrySet()) {
      if (path.endsWith(each.getKey())) {
        ((ObjectNode) object).set("status", JSON.readTree(each.getValue()));
      }
    }
    JsonNode before = objects.getOrDefault(path, JSON.createObjectNode());
    int further = before.path("spec").equals(object.path("spec")) ? 0 : 1;
    ((ObjectNode) object.withObject("/metadata"))
        .put("generation", before.path("metadata").path("generation").asInt() + further);
    if (!dry) {
      objects.put(path, object);
    }
    answer(exchange, 200, object.toString());
  }

  private void delete(HttpExchange exchange, String path) throws IOException {
    changes.add("delete " + path.replaceAll(".*/namespaces/", ""));
    remove(path);
    status(exchange, 200, "deleted");
  }

  private static void status(HttpExchange exchange, int code, String message) throws IOException {
    ObjectNode status = JSON.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1");
    status.put("status", code < 300 ? "Success" : "Failure");
    status.put("message", message).put("code", code);
    answer(exchange, code, status.toString());
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
