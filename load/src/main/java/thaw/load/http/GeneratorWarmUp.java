package thaw.load.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import thaw.load.Generator;
import thaw.load.LoadPlan;
import thaw.load.RateProfile;
import thaw.load.Schedule;

/**
 * Runs the generator against a server in its own process before what counts: a cold one opens many
 * connections in its first second and shows its own compilation as the target's latency.
 */
public final class GeneratorWarmUp {
  /**
   * The number of requests that are sent, unless they are large: with fewer the compiler has not
   * seen what matters.
   */
  static final int REQUESTS = 15_000;

  private static final double RATE = 7_500;

  /** Large requests come more slowly: the sink has to read them. */
  private static final double BYTES_PER_SECOND = 32e6;

  private static final double LOWEST_RATE = 20;
  private static final Duration LENGTH = Duration.ofMillis((long) (1000 * REQUESTS / RATE));
  private static final int CONNECTIONS = 16;

  /**
   * Sizes of requests that this JVM has warmed up with, in powers of two. It keeps what it has
   * compiled, so a later load of one process, as of the MCP server, begins at once.
   */
  private static final Set<Integer> KNOWN_SIZES = ConcurrentHashMap.newKeySet();

  private GeneratorWarmUp() {}

  /** Sends what the template makes, to nobody that counts. */
  public static void run(RequestTemplate template) throws InterruptedException {
    isSent(template);
  }

  /** The same; false when it was known already, and nothing was sent. */
  static boolean isSent(RequestTemplate template) throws InterruptedException {
    int size = Integer.SIZE - Integer.numberOfLeadingZeros(template.bytes(0).length);
    if (KNOWN_SIZES.contains(size)) {
      return false;
    }
    send(template);
    KNOWN_SIZES.add(size);
    return true;
  }

  private static void send(RequestTemplate template) throws InterruptedException {
    try (DiscardServer sink = DiscardServer.open();
        HttpTransport transport =
            HttpTransport.open(
                template.at(sink.target()),
                Expectation.SUCCESS,
                Trust.usual(),
                new HttpTransport.Settings(CONNECTIONS, CONNECTIONS, Duration.ofSeconds(5)))) {
      double rate = Math.clamp(BYTES_PER_SECOND / template.bytes(0).length, LOWEST_RATE, RATE);
      Schedule schedule = new Schedule.Even(RateProfile.constant(rate, LENGTH));
      new Generator(new LoadPlan("warm-up", "itself", schedule, Duration.ofSeconds(5)), false)
          .run(transport);
    }
  }
}
