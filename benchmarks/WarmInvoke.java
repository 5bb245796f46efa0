import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import thaw.sandbox.jdk.Jdk;
import thaw.stats.Quantiles;

/**
 * How long does a warm invoke take for its caller? One client, one connection, hello world at 1769 MB:
 * Thaw, which freezes the function between requests, Thaw with --no-freeze, and the AWS Lambda Runtime
 * Interface Emulator, which never freezes, and the least that a server in Java can do with the same
 * runtime, the floor of this machine. Blocks of requests in random order, in one run.
 *
 * <p>The promises: p50 at most that of the emulator, at most 0.6 of it with --no-freeze, and p99 below
 * 3 ms on an idle machine.
 *
 * <p>Run with {@code benchmarks/run WarmInvoke [blocks] [requests a block] [pause between requests in ms]}.
 */
public final class WarmInvoke {
  public static void main(String[] arguments) throws Exception {
    int blocks = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 300;
    long pauseMillis = arguments.length > 2 ? Long.parseLong(arguments[2]) : 0;
    Jdk jdk = Lab.jdk(25);
    Map<String, List<Double>> micros = new LinkedHashMap<>();
    try (Lab lab = new Lab();
        RunningThaw thaw = new RunningThaw(lab.work, lab.code);
        RunningThaw noFreeze = new RunningThaw(lab.work, lab.code, "--no-freeze");
        Emulator emulator = new Emulator(Emulator.program(), jdk, lab.client, lab.code);
        LeastServer least = new LeastServer(jdk, lab.client, lab.code);
        KeepAliveClient toThaw = new KeepAliveClient(thaw.port, RunningThaw.PATH, Lab.EVENT);
        KeepAliveClient toNoFreeze = new KeepAliveClient(noFreeze.port, RunningThaw.PATH, Lab.EVENT);
        KeepAliveClient toEmulator = new KeepAliveClient(emulator.port, Emulator.PATH, Lab.EVENT);
        KeepAliveClient toLeast = new KeepAliveClient(least.port, LeastServer.PATH, Lab.EVENT)) {
      Map<String, KeepAliveClient> clients = new LinkedHashMap<>();
      clients.put("thaw", toThaw);
      clients.put("thaw --no-freeze", toNoFreeze);
      clients.put("emulator", toEmulator);
      clients.put("least server", toLeast);
      Random random = new Random(1);
      for (int block = -3; block < blocks; block++) {
        List<String> order = new ArrayList<>(clients.keySet());
        Collections.shuffle(order, random);
        for (String name : order) {
          KeepAliveClient client = clients.get(name);
          for (int i = 0; i < requests; i++) {
            if (pauseMillis > 0) {
              Thread.sleep(pauseMillis);
            }
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
    System.out.printf("%s, %d requests each, pause %d ms%n", jdk.label(), blocks * requests, pauseMillis);
    double reference = Lab.quantiles(micros.get("emulator")).median();
    micros.forEach((name, values) -> {
      Quantiles q = Lab.quantiles(values);
      System.out.printf("  %-17s p50 %4.0f us, p90 %4.0f us, p99 %5.0f us, max %6.0f us; p50 / emulator %.2f%n",
          name, q.median(), q.at(0.9), q.at(0.99), q.max(), q.median() / reference);
    });
    double frozen = Lab.quantiles(micros.get("thaw")).median() / reference;
    double free = Lab.quantiles(micros.get("thaw --no-freeze")).median() / reference;
    double p99Millis = Lab.quantiles(micros.get("thaw")).at(0.99) / 1e3;
    System.out.printf("promised: %.2f <= 1, %.2f <= 0.6, p99 %.2f ms < 3 ms%n", frozen, free, p99Millis);
    System.exit(frozen <= 1 && free <= 0.6 && p99Millis < 3 ? 0 : 1);
  }
}
