import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.platform.record.PlatformLimits;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.RequestOutcome;
import thaw.platform.Platform;
import thaw.stats.Quantiles;

/**
 * What becomes of many requests that come at once to a cold function? First the same number of cold
 * starts, as many at a time as there are CPUs, each with one request: what the work takes when
 * nothing is shared and nothing starves. Then the burst, on a platform of its own. And again.
 *
 * <p>The promise: all are answered, no init is ended by its limit, and the last answer comes within
 * 1.3 times of the cold starts.
 *
 * <p>Run with {@code benchmarks/run ColdBurst [requests] [memory] [rounds]}.
 */
public final class ColdBurst {
  private static final double PROMISED = 1.3;

  public static void main(String[] arguments) throws Exception {
    int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 40;
    int memory = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 512;
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 2;
    boolean kept = true;
    try (Lab lab = new Lab()) {
      EnvironmentSpec spec =
          lab.function(Lab.jdk(25), memory, lab.compile("Busy", Lab.BUSY), Lab.BUSY_HANDLER);
      for (int round = 0; round < rounds; round++) {
        double alone = oneByOne(lab, spec, requests);
        Burst burst = burst(lab, spec, requests);
        Quantiles q = Lab.quantiles(burst.millis());
        System.out.printf(
            "%d cold starts, %d at a time: %.1f s%n"
                + "%d requests at once: first %.1f s, median %.1f s, last %.1f s; %d answered, %d inits, %d ended by"
                + " their limit; waited for a turn %d, the host was the limit of %d%n"
                + "  last to cold starts %.2f, median to last %.2f%n",
            requests, Runtime.getRuntime().availableProcessors(), alone / 1e3,
            requests, q.min() / 1e3, q.median() / 1e3, q.max() / 1e3, burst.answered(), burst.inits(),
            burst.timeouts(), burst.waited(), burst.starved(), q.max() / alone, q.median() / q.max());
        kept &= burst.answered() == requests && burst.timeouts() == 0 && q.max() <= PROMISED * alone;
      }
    }
    System.out.println("promised: all answered, none ended, within " + PROMISED + ": " + (kept ? "kept" : "broken"));
    System.exit(kept ? 0 : 1);
  }

  /** Milliseconds until the last one has answered. */
  private static double oneByOne(Lab lab, EnvironmentSpec spec, int requests) throws Exception {
    long begin = System.nanoTime();
    try (ExecutorService cpus = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<Object>> all = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        all.add(cpus.submit(() -> {
          try (Environment environment = Environment.prepareWithLog(lab.instance, spec, _ -> {})) {
            environment.initialise();
            return environment.invoke(Invocation.of(Lab.EVENT));
          }
        }));
      }
      for (Future<Object> one : all) {
        one.get();
      }
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private record Burst(List<Double> millis, int answered, int inits, int timeouts, int waited, int starved) {}

  private static Burst burst(Lab lab, EnvironmentSpec spec, int requests) throws Exception {
    AtomicInteger inits = new AtomicInteger();
    AtomicInteger timeouts = new AtomicInteger();
    AtomicInteger waited = new AtomicInteger();
    AtomicInteger starved = new AtomicInteger();
    Consumer<EnvironmentObservation> counts =
        observation -> {
          switch (observation.event().event()) {
            case PlatformEvent.InitStart _ -> inits.incrementAndGet();
            case PlatformEvent.InitReport report when report.status() == PlatformEvent.Status.TIMEOUT ->
                timeouts.incrementAndGet();
            case PlatformEvent.StartAwaited _ -> waited.incrementAndGet();
            case PlatformEvent.HostWasLimit _ -> starved.incrementAndGet();
            default -> {}
          }
        };
    List<Double> millis = new ArrayList<>();
    int answered = 0;
    try (Platform platform =
            new Platform(
                lab.instance, List.of(spec.function()), PlatformLimits.defaults(), _ -> spec, counts,
                RuntimeException::printStackTrace, System::nanoTime);
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      platform.prepare(spec.function().name());
      CountDownLatch begin = new CountDownLatch(1);
      List<Future<Map.Entry<Double, Boolean>>> all = new ArrayList<>();
      for (int i = 0; i < requests; i++) {
        all.add(clients.submit(() -> {
          begin.await();
          long sent = System.nanoTime();
          RequestOutcome outcome = platform.invoke(spec.function().name(), Invocation.of(Lab.EVENT), false);
          boolean good = outcome instanceof RequestOutcome.Completed done && done.outcome() instanceof InvocationOutcome.Success;
          return Map.entry((System.nanoTime() - sent) / 1e6, good);
        }));
      }
      begin.countDown();
      for (Future<Map.Entry<Double, Boolean>> one : all) {
        millis.add(one.get().getKey());
        answered += one.get().getValue() ? 1 : 0;
      }
    }
    return new Burst(millis, answered, inits.get(), timeouts.get(), waited.get(), starved.get());
  }
}
