import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import thaw.sandbox.jdk.Jdk;
import thaw.stats.Quantiles;

/**
 * Does every request of many clients get its answer? Hello world at 1769 MB behind Thaw, with 32
 * clients that call without a pause; then 2 clients on the AWS Lambda Runtime Interface Emulator,
 * which serves one request at a time.
 *
 * <p>The promise: no error in 60 s.
 *
 * <p>Run with {@code benchmarks/run ConcurrentClients [clients] [seconds]}.
 */
public final class ConcurrentClients {
  public static void main(String[] arguments) throws Exception {
    int clients = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 32;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 60;
    Jdk jdk = Lab.jdk(25);
    int errors;
    try (Lab lab = new Lab()) {
      try (RunningThaw thaw = new RunningThaw(lab.work, lab.code)) {
        errors = load("thaw", thaw.port, RunningThaw.PATH, clients, seconds);
      }
      try (Emulator emulator = new Emulator(Emulator.program(), jdk, lab.client, lab.code)) {
        load("emulator", emulator.port, Emulator.PATH, 2, Math.min(10, seconds));
        System.out.println("the emulator " + (emulator.isAlive() ? "lives" : "has ended"));
      }
    }
    System.out.println("promised: no error of " + clients + " clients, seen " + errors);
    System.exit(errors == 0 ? 0 : 1);
  }

  private static int load(String name, int port, String path, int clients, int seconds)
      throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    List<Double> millis = new ArrayList<>();
    AtomicInteger errors = new AtomicInteger();
    AtomicReference<String> first = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      threads.add(Thread.ofPlatform().start(() -> {
        List<Double> own = new ArrayList<>();
        while (System.nanoTime() < end) {
          try (KeepAliveClient client = new KeepAliveClient(port, path, Lab.EVENT)) {
            while (System.nanoTime() < end) {
              long begin = System.nanoTime();
              String body = new String(client.call());
              if (!body.equals("{}")) {
                throw new java.io.IOException("answered " + body);
              }
              own.add((System.nanoTime() - begin) / 1e6);
            }
          } catch (java.io.IOException e) {
            first.compareAndSet(null, e.toString());
            errors.incrementAndGet();
            if (e instanceof java.net.ConnectException) {
              break;
            }
          }
        }
        synchronized (millis) {
          millis.addAll(own);
        }
      }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (millis.isEmpty()) {
      System.out.printf("%s: %d clients, no answer, %d errors%n", name, clients, errors.get());
      return errors.get();
    }
    Quantiles q = Lab.quantiles(millis);
    System.out.printf("%s: %d clients for %d s: %d answers (%.0f a second), p50 %.2f ms, p99 %.2f ms, max %.0f ms, %d errors%s%n",
        name, clients, seconds, millis.size(), millis.size() / (double) seconds, q.median(), q.at(0.99), q.max(),
        errors.get(), first.get() == null ? "" : ", the first: " + first.get());
    return errors.get();
  }
}
