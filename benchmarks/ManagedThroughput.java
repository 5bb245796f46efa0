import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import thaw.sandbox.jdk.Jdk;
import thaw.stats.Quantiles;

/**
 * How many requests a second does one environment on managed instances serve? Hello world on 32
 * threads of AWS's runtime client, with two vCPUs, asked by 32 clients without a pause: behind
 * {@code thaw run}, and behind the least server, which has no platform, no log and no limits. Blocks
 * in random order, in one run. Where both CPUs are busy the rate is a matter of CPU time alone, so the
 * CPU time of a request is told for each process: that of the clients is the same on both sides, and
 * has the least server in it.
 *
 * <p>The promise: Thaw's median is at least 0.9 of the least server's, without an error.
 *
 * <p>Run with {@code benchmarks/run ManagedThroughput [threads] [blocks] [seconds a block]}.
 */
public final class ManagedThroughput {
  public static void main(String[] arguments) throws Exception {
    int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 32;
    int blocks = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
    Jdk jdk = Lab.jdk(25);
    Map<String, List<Block>> blocksOf = new LinkedHashMap<>();
    AtomicReference<String> error = new AtomicReference<>();
    try (Lab lab = new Lab();
        RunningThaw thaw = RunningThaw.managed(lab.work, lab.code, threads);
        LeastServer least = new LeastServer(jdk, lab.client, lab.code, threads);
        Callers toThaw = new Callers(thaw.port, RunningThaw.PATH, threads);
        Callers toLeast = new Callers(least.port, LeastServer.PATH, threads)) {
      Map<String, Side> all = new LinkedHashMap<>();
      all.put("thaw", new Side(toThaw, Optional.of(thaw.process()), () -> thaw.process().descendants().toList()));
      all.put("least server", new Side(toLeast, Optional.empty(), () -> List.of(least.process())));
      Random random = new Random(1);
      for (int block = -2; block < blocks; block++) {
        List<String> order = new ArrayList<>(all.keySet());
        Collections.shuffle(order, random);
        for (String name : order) {
          Block measured = all.get(name).block(seconds, error);
          if (block >= 0) {
            blocksOf.computeIfAbsent(name, key -> new ArrayList<>()).add(measured);
          }
        }
      }
    }
    System.out.printf("%s, %d threads, %d blocks of %d s%n", jdk.label(), threads, blocks, seconds);
    Map<String, Double> medians = new LinkedHashMap<>();
    blocksOf.forEach((name, all) -> {
      Quantiles q = Lab.quantiles(all.stream().map(Block::rate).toList());
      medians.put(name, q.median());
      System.out.printf(
          "  %-12s %6.0f requests a second (median; %.0f to %.0f); CPU time of one: clients %.0f us, Thaw %.0f us, function %.0f us%n",
          name, q.median(), q.at(0), q.max(), micros(all, Block::clientMicros), micros(all, Block::thawMicros),
          micros(all, Block::functionMicros));
    });
    double ratio = medians.get("thaw") / medians.get("least server");
    System.out.printf("promised: %.2f >= 0.9, no error; %s%n", ratio, error.get() == null ? "none was seen" : error.get());
    System.exit(ratio >= 0.9 && error.get() == null ? 0 : 1);
  }

  private static double micros(List<Block> all, ToDoubleFunction<Block> part) {
    return Lab.quantiles(all.stream().map(part::applyAsDouble).toList()).median();
  }

  /**
   * @param rate requests a second
   * @param clientMicros CPU time of a request in this program
   */
  private record Block(double rate, double clientMicros, double thawMicros, double functionMicros) {}

  /**
   * @param thaw absent where the server is a part of this program
   */
  private record Side(Callers callers, Optional<ProcessHandle> thaw, Supplier<List<ProcessHandle>> function) {
    Block block(int seconds, AtomicReference<String> error) throws InterruptedException {
      double client = cpuMicros(Stream.of(ProcessHandle.current()));
      double server = cpuMicros(thaw.stream());
      List<ProcessHandle> processes = function.get(); // they start with the first requests
      double runtime = cpuMicros(processes.stream());
      long begin = System.nanoTime();
      double rate = callers.rate(seconds, error);
      double requests = rate * (System.nanoTime() - begin) / 1e9;
      return new Block(
          rate,
          (cpuMicros(Stream.of(ProcessHandle.current())) - client) / requests,
          (cpuMicros(thaw.stream()) - server) / requests,
          (cpuMicros(processes.stream()) - runtime) / requests);
    }

    private static double cpuMicros(Stream<ProcessHandle> processes) {
      return processes
          .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
          .mapToLong(each -> each.toNanos() / 1000)
          .sum();
    }
  }

  /** Clients with a connection each, kept between blocks. */
  private static final class Callers implements AutoCloseable {
    private final List<KeepAliveClient> clients = new ArrayList<>();

    Callers(int port, String path, int number) throws IOException {
      for (int i = 0; i < number; i++) {
        clients.add(new KeepAliveClient(port, path, Lab.EVENT));
      }
    }

    double rate(int seconds, AtomicReference<String> error) throws InterruptedException {
      AtomicInteger answers = new AtomicInteger();
      long begin = System.nanoTime();
      long end = begin + seconds * 1_000_000_000L;
      List<Thread> threads = new ArrayList<>();
      for (KeepAliveClient client : clients) {
        threads.add(Thread.ofPlatform().start(() -> {
          try {
            while (System.nanoTime() < end) {
              if (client.call().length != 2) {
                throw new IOException("another answer than {}");
              }
              answers.incrementAndGet();
            }
          } catch (IOException e) {
            error.compareAndSet(null, e.toString());
          }
        }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      return answers.get() / ((System.nanoTime() - begin) / 1e9);
    }

    @Override
    public void close() throws IOException {
      for (KeepAliveClient client : clients) {
        client.close();
      }
    }
  }
}
