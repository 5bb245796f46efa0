package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;

/**
 * Process test: the sample {@code background} publishes 10,000 events in {@code thaw run}, whose
 * environments are frozen between requests, time out, and are killed at any moment, to a collector
 * that fails now and then. What the other policies lose is measured by {@code
 * benchmarks/BackgroundLoss.java}.
 */
@Thorough("It measures what is lost of work after the response; BackgroundWorkTest has its rules")
@SideBySide
class BackgroundLossTest {
  private static final int REQUESTS = 500;
  private static final int EVENTS = 20;
  private static final int CALLERS = 3;
  private static final int TIMEOUT_SECONDS = 2;
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Publishing:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: classes
            Handler: dev.thaw.samples.background.BeforeResponse::handleRequest
            MemorySize: 1024
            Timeout: %d
            Environment: {Variables: {DESTINATION: "http://127.0.0.1:%d/events"}}
      """;

  @TempDir Path folder;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService listeners = Executors.newVirtualThreadPerTaskExecutor();

  /** Which batches have brought an event, by their keys. */
  private final Map<String, Set<String>> keysOf = new ConcurrentHashMap<>();

  private final AtomicInteger posts = new AtomicInteger();
  private final AtomicInteger successes = new AtomicInteger();
  private HttpServer collector;

  @BeforeEach
  void application() throws Exception {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.setExecutor(listeners);
    collector.createContext("/events", this::collect);
    collector.start();
    Path classes =
        copied(Path.of("../runtime/target/classes/thaw"), folder.resolve("classes/thaw"));
    assertTrue(Files.exists(classes.resolve("runtime/background/BackgroundWork.class")));
    Sources.compile(folder.resolve("classes"), sources());
    Files.writeString(
        folder.resolve("template.yaml"),
        TEMPLATE.formatted(TIMEOUT_SECONDS, collector.getAddress().getPort()));
  }

  @AfterEach
  void end() {
    client.shutdownNow();
    collector.stop(0);
    listeners.shutdownNow();
  }

  private static String[] sources() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("../functions/background/src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        texts.add(
            "// public class "
                + file.getFileName().toString().replace(".java", "")
                + "\n"
                + Files.readString(file));
      }
    }
    return texts.toArray(String[]::new);
  }

  private static Path copied(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    return to;
  }

  /**
   * Takes a batch; each tenth answer is an error or none at all, before it has taken it or after.
   */
  private void collect(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    int fault = posts.incrementAndGet() % 40;
    if (fault != 10) {
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      Matcher ids = ID.matcher(body);
      while (ids.find()) {
        keysOf.computeIfAbsent(ids.group(1), id -> new ConcurrentSkipListSet<>()).add(key);
      }
    }
    if (fault == 10 || fault == 20) {
      exchange.sendResponseHeaders(503, -1);
    } else if (fault != 30) {
      exchange.sendResponseHeaders(204, -1);
    }
    exchange.close();
  }

  /** Calls until there are no more requests, with pauses in which environments freeze. */
  private Set<String> call(RunProcess life, AtomicInteger requests, Random random)
      throws Exception {
    Set<String> answered = new TreeSet<>();
    for (int i = requests.getAndIncrement(); i < REQUESTS; i = requests.getAndIncrement()) {
      boolean hangs = i % 50 == 49;
      String event =
          "{\"request\":\"r%d\",\"metrics\":%d,\"busyMillis\":%d}"
              .formatted(i, EVENTS, hangs ? 60_000 : random.nextInt(5));
      HttpResponse<String> answer =
          client.send(
              life.invocation("Publishing", event).build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 200
          && answer.headers().firstValue("X-Amz-Function-Error").isEmpty()) {
        assertEquals("\"" + EVENTS + " published\"", answer.body());
        answered.add("r" + i);
        successes.incrementAndGet();
      }
      Thread.sleep(random.nextInt(40));
    }
    return answered;
  }

  /** An environment's JVM, whether it is frozen, at work or just starting. */
  private static boolean killOne(RunProcess life, Random random) {
    List<ProcessHandle> jvms =
        life.process()
            .descendants()
            .filter(each -> each.info().command().orElse("").endsWith("/java"))
            .toList();
    return !jvms.isEmpty() && jvms.get(random.nextInt(jvms.size())).destroyForcibly();
  }

  @Test
  void what_answered_requests_published_arrives_whatever_becomes_of_environments()
      throws Exception {
    Set<String> answered = new TreeSet<>();
    int kills = 0;
    try (RunProcess life =
            RunProcess.start(
                List.of(), FreePorts.next(), folder.resolve("log"), folder.toString());
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      AtomicInteger requests = new AtomicInteger();
      List<Future<Set<String>>> calls = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        Random random = new Random(i);
        calls.add(callers.submit(() -> call(life, requests, random)));
      }
      Random random = new Random(-1);
      int next = 0; // by what succeeds, so that a slow machine gets no more kills than a fast one
      while (!calls.stream().allMatch(Future::isDone)) {
        if (successes.get() >= next && killOne(life, random)) {
          kills++;
          next = successes.get() + 10 + random.nextInt(20);
        }
        Thread.sleep(random.nextInt(20));
      }
      for (Future<Set<String>> each : calls) {
        answered.addAll(each.get());
      }
      Set<String> lost = new TreeSet<>();
      for (String request : answered) {
        for (int i = 0; i < EVENTS; i++) {
          if (!keysOf.containsKey(request + "-" + i)) {
            lost.add(request + "-" + i);
          }
        }
      }
      String course =
          "%d requests answered, %d kills, %d posts".formatted(answered.size(), kills, posts.get());
      System.out.println(course);
      assertEquals(Set.of(), lost, () -> course + "\n" + life.text());
      assertTrue(answered.size() > REQUESTS / 2, course);
      assertTrue(answered.size() < REQUESTS, course); // some have timed out, at least
      assertTrue(kills > 10, course);
      assertTrue(life.text().contains("Status: timeout"), life::text);
    }
    Set<String> doubled = new TreeSet<>();
    keysOf.forEach((id, keys) -> {
      if (keys.size() > 1) {
        doubled.add(id + " " + keys);
      }
    });
    assertEquals(Set.of(), doubled);
  }
}
