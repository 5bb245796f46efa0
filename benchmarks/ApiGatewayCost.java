import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import thaw.stats.Quantiles;

/**
 * How much longer does a warm request take by way of API Gateway than a direct Invoke? One client,
 * one connection to each server, hello world at 1769 MB: the Lambda API, an HTTP API (payload format
 * 2.0) and a REST API, in front of the same function. Blocks of requests in random order, in one run.
 *
 * <p>The promise: p50 through the HTTP API at most 1.3 times the direct Invoke.
 *
 * <p>Run with {@code benchmarks/run ApiGatewayCost [blocks] [requests a block] [option of thaw run ...]}.
 */
public final class ApiGatewayCost {
  private static final double MOST = 1.3;
  private static final String EVENTS =
      """
            Events:
              Http:
                Type: HttpApi
                Properties: {Path: '/hello/{name}', Method: post}
              Rest:
                Type: Api
                Properties: {Path: '/hello/{name}', Method: post}
      """;

  public static void main(String[] arguments) throws Exception {
    int blocks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
    List<String> options = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
    Map<String, List<Double>> micros = new LinkedHashMap<>();
    try (Lab lab = new Lab();
        RunningThaw thaw = RunningThaw.withEvents(lab.work, lab.code, EVENTS, options);
        KeepAliveClient direct = new KeepAliveClient(thaw.port, RunningThaw.PATH, Lab.EVENT);
        KeepAliveClient http = new KeepAliveClient(thaw.apiPort("HTTP"), "/hello/pepper?times=1", Lab.EVENT);
        KeepAliveClient rest = new KeepAliveClient(thaw.apiPort("REST"), "/hello/pepper?times=1", Lab.EVENT)) {
      Map<String, KeepAliveClient> clients = new LinkedHashMap<>();
      clients.put("direct Invoke", direct);
      clients.put("HTTP API", http);
      clients.put("REST API", rest);
      Random random = new Random(1);
      for (int block = -3; block < blocks; block++) {
        List<String> order = new ArrayList<>(clients.keySet());
        Collections.shuffle(order, random);
        for (String name : order) {
          KeepAliveClient client = clients.get(name);
          for (int i = 0; i < requests; i++) {
            long begin = System.nanoTime();
            client.call();
            double took = (System.nanoTime() - begin) / 1e3;
            if (block >= 0) {
              micros.computeIfAbsent(name, key -> new ArrayList<>()).add(took);
            }
          }
        }
      }
    }
    System.out.printf("%d requests each%n", blocks * requests);
    double reference = Lab.quantiles(micros.get("direct Invoke")).median();
    micros.forEach((name, values) -> {
      Quantiles q = Lab.quantiles(values);
      System.out.printf("  %-13s p50 %4.0f us, p90 %4.0f us, p99 %5.0f us, max %6.0f us; p50 / direct %.2f%n",
          name, q.median(), q.at(0.9), q.at(0.99), q.max(), q.median() / reference);
    });
    double ratio = Lab.quantiles(micros.get("HTTP API")).median() / reference;
    System.out.printf("promised: %.2f <= %.1f%n", ratio, MOST);
    System.exit(ratio <= MOST ? 0 : 1);
  }
}
