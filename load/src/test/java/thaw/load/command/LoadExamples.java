package thaw.load.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Random;
import thaw.load.ColdRequest;
import thaw.load.CpuSecond;
import thaw.load.Failure;
import thaw.load.GeneratorUse;
import thaw.load.HostUse;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.load.RateProfile;
import thaw.load.Schedule;

/** Runs of load, the same each time: made of a schedule and of latencies from a seeded source. */
public final class LoadExamples {
  public static final Schedule RAMP =
      new Schedule.Even(RateProfile.ramp(1, 100, Duration.ofSeconds(60)));
  static final Schedule CONSTANT =
      new Schedule.Even(RateProfile.constant(50, Duration.ofSeconds(60)));
  private static final Instant BEGUN = Instant.parse("2026-03-01T10:15:30Z");
  private static final long SECOND = 1_000_000_000;

  private static final Map<String, List<LoadResult>> ALL = make();

  private LoadExamples() {}

  /** What a run is made of. */
  public static final class Maker {
    private final String name;
    private final Schedule schedule;
    private final double medianMillis;
    private final Random random;
    private int coldStarts;
    private ColdRequest.Kind kind = ColdRequest.Kind.INIT;
    private double coldMillis = 450;
    private int failEvery = Integer.MAX_VALUE;
    private Map<Failure, Long> failures = Map.of();
    private boolean environments;
    private long until = Long.MAX_VALUE;
    private double lagMillis = 0.05;
    private List<String> reasons = List.of();

    public Maker(String name, Schedule schedule, double medianMillis, long seed) {
      this.name = name;
      this.schedule = schedule;
      this.medianMillis = medianMillis;
      this.random = new Random(seed);
    }

    public Maker cold(int count, ColdRequest.Kind how, double millis) {
      coldStarts = count;
      kind = how;
      coldMillis = millis;
      environments = true;
      return this;
    }

    Maker failing(int every, Failure... kinds) {
      failEvery = every;
      failures = new LinkedHashMap<>();
      for (Failure each : kinds) {
        failures.put(each, 0L);
      }
      return this;
    }

    Maker invalid(double lag, String... why) {
      lagMillis = lag;
      reasons = List.of(why);
      return this;
    }

    Maker endedAfter(Duration length) {
      until = length.toNanos();
      reasons = List.of("it ended early");
      return this;
    }

    public LoadResult make() {
      List<Tally> tallies = new ArrayList<>();
      List<ColdRequest> cold = new ArrayList<>();
      long number = 0;
      long lastDue = 0;
      int coldEvery = coldStarts == 0 ? 0 : (int) Math.max(1, schedule.count() / coldStarts);
      for (PrimitiveIterator.OfLong all = schedule.due(); all.hasNext(); number++) {
        long due = all.nextLong();
        if (due >= until) {
          break;
        }
        lastDue = due;
        long lag = nanos(lagMillis * (0.6 + random.nextDouble()));
        long send = lag + nanos(0.02 + 0.02 * random.nextDouble());
        double tail = random.nextInt(200) == 0 ? 6 : 1;
        long service = nanos(medianMillis * tail * Math.exp(0.35 * random.nextGaussian()));
        boolean starts = coldEvery > 0 && number % coldEvery == 0 && cold.size() < coldStarts;
        if (starts) {
          service += nanos(coldMillis * Math.exp(0.12 * random.nextGaussian()));
        }
        Tally tally = at(tallies, due);
        tally.scheduled++;
        tally.lag.add(lag);
        tally.send.add(send);
        at(tallies, due + send).sent++;
        if (number % failEvery == failEvery - 1) {
          at(tallies, due + send + service).failed++;
          tally.failedResponse.add(send + service);
          Failure failure = List.copyOf(failures.keySet()).get((int) (number % failures.size()));
          failures.merge(failure, 1L, Long::sum);
        } else {
          at(tallies, due + send + service).answered++;
          tally.service.add(service);
          tally.response.add(send + service);
          if (starts) {
            cold.add(new ColdRequest(kind, due / 1e6, (send + service) / 1e6));
          }
        }
      }
      List<LoadSecond> seconds = new ArrayList<>();
      for (int i = 0; i < tallies.size(); i++) {
        int passed =
            (int) cold.stream().mapToDouble(ColdRequest::dueMillis).filter(before(i)).count();
        seconds.add(
            tallies.get(i).second(i, environments ? OptionalInt.of(passed) : OptionalInt.empty()));
      }
      Duration wall = Duration.ofNanos(lastDue);
      return new LoadResult(
          new LoadPlan(
              name, "POST http://127.0.0.1:8080/" + name, schedule, Duration.ofSeconds(30)),
          BEGUN,
          until == Long.MAX_VALUE,
          schedule.count(),
          seconds,
          failures,
          cold,
          coldStarts,
          new GeneratorUse(
              wall,
              wall.dividedBy(25),
              wall.dividedBy(18),
              Duration.ofMillis(12),
              new HostUse(wall, wall.multipliedBy(2))),
          reasons);
    }

    private static java.util.function.DoublePredicate before(int second) {
      return millis -> millis < 1_000.0 * (second + 1);
    }
  }

  private static final class Tally {
    private long scheduled;
    private long sent;
    private long answered;
    private long failed;
    private final List<Long> lag = new ArrayList<>();
    private final List<Long> send = new ArrayList<>();
    private final List<Long> service = new ArrayList<>();
    private final List<Long> response = new ArrayList<>();
    private final List<Long> failedResponse = new ArrayList<>();

    LoadSecond second(int index, OptionalInt environments) {
      return new LoadSecond(
          index,
          scheduled,
          sent,
          answered,
          failed,
          environments,
          of(lag),
          of(send),
          of(service),
          of(response),
          of(failedResponse),
          environments.isPresent()
              ? Optional.of(
                  new CpuSecond(2, 1.75, 0.25, OptionalDouble.of(Math.min(1.5, sent / 100.0))))
              : Optional.empty());
    }

    private static LatencyDistribution of(List<Long> nanos) {
      return LatencyDistribution.ofNanos(nanos.stream().mapToLong(Long::longValue).toArray());
    }
  }

  private static Tally at(List<Tally> tallies, long nanos) {
    while (tallies.size() <= nanos / SECOND) {
      tallies.add(new Tally());
    }
    return tallies.get((int) (nanos / SECOND));
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  static LoadResult direct() {
    return new Maker("direct", RAMP, 0.4, 1).make();
  }

  public static LoadResult gateway() {
    return new Maker("gateway", RAMP, 1.1, 2).make();
  }

  /** Cold starts, failures and environments. */
  public static LoadResult function() {
    return new Maker("gateway and function", RAMP, 2.3, 3)
        .cold(14, ColdRequest.Kind.INIT, 450)
        .failing(
            97,
            new Failure(Failure.Kind.STATUS, "status 503"),
            new Failure(Failure.Kind.FUNCTION_ERROR, "function error Unhandled"),
            new Failure(Failure.Kind.TIMEOUT, "no answer in time"))
        .make();
  }

  static LoadResult restored() {
    return new Maker("function with SnapStart", RAMP, 2.2, 4)
        .cold(14, ColdRequest.Kind.RESTORE, 90)
        .make();
  }

  public static LoadResult invalid() {
    return new Maker("busy machine", RAMP, 1.2, 5)
        .invalid(
            4,
            "the generator was late by 6.31 ms at p99, more than 1.00 ms: this machine is too busy")
        .make();
  }

  public static LoadResult interrupted() {
    return new Maker("interrupted", CONSTANT, 2.3, 6).endedAfter(Duration.ofSeconds(21)).make();
  }

  /** Nobody listened. */
  public static LoadResult unanswered() {
    return new Maker("unanswered", CONSTANT, 0.1, 7)
        .failing(
            1,
            new Failure(
                Failure.Kind.NOT_CONNECTED, "no connection to 127.0.0.1:8080: connection refused"))
        .make();
  }

  /** Names and texts that want to be more than text. */
  public static LoadResult hostile() {
    String script = "</script><script>document.title='broken'</script>\u001b[2J{{data}}";
    LoadResult run =
        new Maker("<img src=x onerror=\"alert('" + script + "')\">", RAMP, 1, 8)
            .failing(50, new Failure(Failure.Kind.STATUS, script))
            .invalid(0.05, script)
            .make();
    return new LoadResult(
        new LoadPlan(run.plan().name(), "GET http://x/?" + script, RAMP, run.plan().timeout()),
        run.begun(),
        run.complete(),
        run.scheduled(),
        run.seconds(),
        run.failures(),
        run.coldStarts(),
        run.waits(),
        run.use(),
        run.reasons());
  }

  /** Longer than a chart has points for. */
  public static LoadResult large() {
    return new Maker(
            "function for 40 minutes",
            new Schedule.Even(RateProfile.ramp(1, 20, Duration.ofMinutes(40))),
            30,
            9)
        .cold(120, ColdRequest.Kind.INIT, 900)
        .make();
  }

  public static List<LayerTax> taxes() {
    Duration turn = Duration.ofSeconds(5);
    return List.of(
        LayerTax.of("gateway", gateway(), direct(), turn),
        LayerTax.of("function", function(), gateway(), turn));
  }

  /** Some typical reports by their names. */
  public static Map<String, List<LoadResult>> all() {
    return ALL;
  }

  private static Map<String, List<LoadResult>> make() {
    Map<String, List<LoadResult>> all = new LinkedHashMap<>();
    all.put("layers", List.of(direct(), gateway(), function(), restored(), invalid()));
    all.put("one", List.of(gateway()));
    all.put("ends", List.of(interrupted(), unanswered()));
    all.put("hostile", List.of(hostile()));
    all.put("large", List.of(large()));
    all.put("nothing", List.of());
    return all;
  }

  public static List<LayerTax> taxesOf(String name) {
    return name.equals("layers") ? taxes() : List.of();
  }
}
