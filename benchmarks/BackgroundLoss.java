import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What does each policy of publishing in the background lose? The functions of {@code
 * functions/background} publish 10,000 events each in {@code thaw run}, 20 a request, from four
 * callers who pause; the environments freeze in each pause. Three courses:
 *
 * <ol>
 *   <li>an orderly end: the platform shuts its environments down when all requests are answered;
 *   <li>the same, and each 50th request times out;
 *   <li>the same, and idle environments are killed by SIGKILL, all of them ten times and at the end.
 * </ol>
 *
 * <p>Lost are events of requests that were answered successfully. The answer time is the median of
 * the requests that are answered by a warm environment: most of them.
 *
 * <p>Run with {@code benchmarks/run BackgroundLoss [events [option of thaw run ...]]}, for example with {@code
 * 10000 --runtime thaw}.
 */
public final class BackgroundLoss {
  private static final int EVENTS = 20;
  private static final int CALLERS = 4;
  private static final int ROUNDS = 10;
  private static final int REST_MILLIS = 300;
  private static final List<String> POLICIES =
      List.of("NaiveThread", "AtAge", "OnShutdown", "AfterResponse", "BeforeResponse");
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

  private enum Course {
    ORDERLY, TIMEOUTS, KILLS
  }

  /** What one policy has done in one course. */
  private record Loss(int answered, int lost, double p50Millis) {}

  private final Set<String> arrived = new ConcurrentSkipListSet<>();
  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpServer collector;
  private final Path program;
  private final int requests;
  private final List<String> options;

  private BackgroundLoss(int events, List<String> options) throws IOException {
    this.options = options;
    requests = events / EVENTS;
    program = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    collector.createContext("/", this::collect);
    collector.start();
  }

  public static void main(String[] arguments) throws Exception {
    BackgroundLoss all =
        new BackgroundLoss(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000,
            Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length));
    System.out.printf("%-16s %30s %30s %30s %12s%n", "", "orderly end", "and timeouts",
        "and SIGKILL while idle", "answered in");
    System.out.printf("%-16s %30s %30s %30s %12s%n", "policy", "lost of answered",
        "lost of answered", "lost of answered", "p50 ms");
    boolean kept = true;
    for (String policy : POLICIES) {
      StringBuilder line = new StringBuilder("%-16s".formatted(policy));
      double p50 = 0;
      for (Course course : Course.values()) {
        Loss loss = all.run(policy, course);
        line.append(" %,12d of %,7d (%4.1f %%)".formatted(
            loss.lost(), loss.answered(), 100.0 * loss.lost() / loss.answered()));
        p50 = course == Course.ORDERLY ? loss.p50Millis() : p50;
        kept &= !policy.equals("BeforeResponse") || loss.lost() == 0;
      }
      System.out.println(line.append(" %12.1f".formatted(p50)));
    }
    System.exit(kept ? 0 : 1);
  }

  private void collect(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher ids = ID.matcher(body);
    while (ids.find()) {
      arrived.add(ids.group(1));
    }
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  private Loss run(String policy, Course course) throws Exception {
    arrived.clear();
    int port = Emulator.freePort();
    List<String> command = new ArrayList<>(List.of(program.resolve("thaw").toString(), "run",
        program.resolve("functions/background").toString(), "--port", "" + port,
        "--parameter", "Destination=http://127.0.0.1:" + collector.getAddress().getPort() + "/events"));
    command.addAll(options);
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    Set<String> answered = new ConcurrentSkipListSet<>();
    List<Long> nanos = new ArrayList<>();
    try {
      Emulator.await(port, process);
      AtomicInteger next = new AtomicInteger();
      for (int round = 1; round <= ROUNDS; round++) {
        nanos.addAll(call(port, policy, course, next, requests * round / ROUNDS, answered));
        if (course == Course.KILLS) {
          Thread.sleep(REST_MILLIS); // all are frozen by then
          process.descendants()
              .filter(each -> each.info().command().orElse("").endsWith("/java"))
              .filter(each -> !each.info().arguments().map(Arrays::asList).orElse(List.of()).contains("thaw.cli.Main"))
              .forEach(ProcessHandle::destroyForcibly);
          Thread.sleep(REST_MILLIS);
        }
      }
    } finally {
      process.destroy();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
    long lost = answered.stream().mapToLong(request -> {
      long missing = 0;
      for (int i = 0; i < EVENTS; i++) {
        missing += arrived.contains(request + "-" + i) ? 0 : 1;
      }
      return missing;
    }).sum();
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return new Loss(answered.size() * EVENTS, (int) lost, sorted[sorted.length / 2] / 1e6);
  }

  /** Makes requests up to a number; returns what the successful ones took. */
  private List<Long> call(
      int port, String policy, Course course, AtomicInteger next, int end, Set<String> answered)
      throws Exception {
    List<Long> nanos = new ArrayList<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<List<Long>>> calls = new ArrayList<>();
      for (int caller = 0; caller < CALLERS; caller++) {
        Random random = new Random(caller);
        calls.add(callers.submit(() -> {
          List<Long> mine = new ArrayList<>();
          for (int i = next.get(); i < end; i = next.get()) {
            if (!next.compareAndSet(i, i + 1)) {
              continue;
            }
            boolean hangs = course != Course.ORDERLY && i % 50 == 49;
            String event = "{\"request\":\"r%d\",\"metrics\":%d,\"busyMillis\":%d}"
                .formatted(i, EVENTS, hangs ? 60_000 : 0);
            long begin = System.nanoTime();
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(
                    "http://127.0.0.1:" + port + "/2015-03-31/functions/" + policy + "/invocations"))
                .POST(HttpRequest.BodyPublishers.ofString(event)).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 200 && answer.headers().firstValue("X-Amz-Function-Error").isEmpty()) {
              mine.add(System.nanoTime() - begin);
              answered.add("r" + i);
            }
            Thread.sleep(random.nextInt(60));
          }
          return mine;
        }));
      }
      for (Future<List<Long>> each : calls) {
        nanos.addAll(each.get());
      }
    }
    return nanos;
  }
}
