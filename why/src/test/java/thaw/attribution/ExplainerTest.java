package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.RecordedStart.Use;
import thaw.attribution.owner.Libraries;
import thaw.recording.ClassLoad;
import thaw.recording.Frame;
import thaw.recording.Recording;
import thaw.recording.ThreadSample;
import thaw.recording.Window;

/** Recordings that chance made, and what must be true of each explanation all the same. */
class ExplainerTest {
  private static final Explanation.Subject SUBJECT =
      new Explanation.Subject(
          "Tested", "example.Handler", 512, "JDK", 1, Instant.EPOCH, true, true, true);
  private static final double VCPUS = 0.3;
  private static final String ROOT = " <- example.Main.main";
  private static final List<String> LEAVES =
      List.of(
          "libjvm.so ClassFileParser::parse_methods <- java.lang.ClassLoader.defineClass1",
          "kernel exc_page_fault <- java.util.Arrays.copyOf",
          "kernel vfs_read <- java.io.RandomAccessFile.readBytes0",
          "java.util.regex.Pattern.compile",
          "com.acme.Orders.read",
          "example.Handler.<clinit>",
          "example.Handler.recurse <- example.Handler.recurse <- example.Handler.run",
          "java.util.HashMap.put <- com.acme.Orders.write <- example.Handler.run");

  private static Explanation.CostBreakdown explain(
      List<Recording> baselines, List<Recording> profiled) {
    List<ClassLoad> loads =
        profiled.stream()
            .flatMap(run -> run.profiled().orElseThrow().classLoads().stream())
            .toList();
    return Explainer.explain(
        SUBJECT, VCPUS, baselines, profiled, Libraries.of(List.of(), "example.Handler", loads));
  }

  /** A cold start of 50 to 500 ms, its windows with gaps between them. */
  private static RecordedStart some(Random random) {
    RecordedStart start = new RecordedStart();
    double ready = 5 + random.nextInt(40);
    double launched = random.nextDouble() * ready;
    start.boot(launched, Use.of(launched / 3, launched / 5), ready, Use.of(ready / 3, ready / 5));
    double at = 0;
    for (Window.Kind kind :
        List.of(
            Window.Kind.INIT,
            Window.Kind.FIRST_INVOCATION,
            Window.Kind.LATER_INVOCATION,
            Window.Kind.LATER_INVOCATION)) {
      double length = 50 + random.nextInt(200);
      double cpu = (0.1 + 0.9 * random.nextDouble()) * length;
      double waiting = random.nextDouble() * (length - cpu);
      start.window(
          kind,
          at,
          at + length,
          new Use(cpu, waiting, cpu / 2, random.nextInt(3), 1, random.nextInt(2) * waiting));
      at += length + random.nextInt(20);
    }
    double end = at + 10;
    for (int i = random.nextInt(300); i > 0; i--) {
      long thread = random.nextInt(4) == 0 ? RecordedStart.WORKER : RecordedStart.MAIN;
      start.onCpu(
          thread, random.nextDouble() * end, LEAVES.get(random.nextInt(LEAVES.size())) + ROOT);
    }
    for (double from = random.nextInt(60); from < end; from += 1 + random.nextInt(90)) {
      double to = from + random.nextInt(50);
      ThreadSample.Wait.Kind kind = ThreadSample.Wait.Kind.values()[random.nextInt(6)];
      String stack = random.nextBoolean() ? "jdk.internal.misc.Unsafe.park" : LEAVES.getLast();
      start.blocked(from, to, kind, random.nextBoolean() ? "" : "10.0.0.1:80", stack + ROOT);
      from = to;
    }
    for (int i = 0; i < 20; i++) {
      start.loaded(random.nextDouble() * end, "com.acme.Class" + i, "file:/var/task/acme.jar");
    }
    return start.collection(ready + 1, ready + 3).collection(at - 40, at - 30);
  }

  private record Case(
      List<Recording> baselines, List<Recording> profiled, Explanation.CostBreakdown costs) {
    static Stream<Case> of(long seed) {
      Random random = new Random(seed);
      return Stream.generate(
              () -> {
                List<Recording> baselines = new ArrayList<>();
                List<Recording> profiled = new ArrayList<>();
                for (int run = 1 + random.nextInt(3); run > 0; run--) {
                  baselines.add(some(random).baseline());
                  profiled.add(some(random).profiled());
                }
                return new Case(baselines, profiled, explain(baselines, profiled));
              })
          .limit(20);
    }

    double wall(Window.Kind kind) {
      return new Baseline(baselines).window(kind).orElseThrow().nanos()
          / (double) RecordedStart.MILLI;
    }

    double coldStart() {
      return wall(Window.Kind.INIT) + wall(Window.Kind.FIRST_INVOCATION);
    }
  }

  private static double wall(Explanation.CostBreakdown costs, PhaseName... names) {
    List<PhaseName> wanted = List.of(names);
    return costs.phases().stream()
        .filter(phase -> wanted.contains(phase.name()))
        .mapToDouble(Explanation.Phase::wallMillis)
        .sum();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13})
  void the_causes_of_the_phases_of_a_window_are_its_wall_time_in_the_truth(long seed) {
    Case.of(seed)
        .forEach(one -> {
          Explanation.CostBreakdown costs = one.costs();
          assertEquals(
              one.wall(Window.Kind.INIT),
              wall(costs, PhaseName.BOOT, PhaseName.RUNTIME_CLIENT, PhaseName.HANDLER_INIT),
              1e-6);
          assertEquals(
              one.wall(Window.Kind.FIRST_INVOCATION),
              wall(costs, PhaseName.FIRST_INVOCATION),
              1e-6);
          assertEquals(
              one.wall(Window.Kind.LATER_INVOCATION),
              wall(costs, PhaseName.LATER_INVOCATIONS),
              1e-6);
          assertEquals(one.coldStart(), costs.total().wallMillis(), 1e-6);
          for (Explanation.Phase phase : costs.phases()) {
            assertEquals(
                phase.wallMillis(),
                phase.causes().stream().mapToDouble(Explanation.CauseShare::millis).sum(),
                1e-6);
          }
        });
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {21, 22, 23})
  void self_times_and_what_has_no_method_are_the_total(long seed) {
    Case.of(seed)
        .forEach(one -> {
          Explanation.CostBreakdown costs = one.costs();
          double selfs =
              costs.methods().stream().mapToDouble(Explanation.MethodTime::selfMillis).sum();
          double without =
              costs.profile().stream()
                  .filter(ProfileSample::critical)
                  .filter(sample -> sample.phase() != PhaseName.LATER_INVOCATIONS)
                  .filter(
                      sample -> sample.frames().stream().noneMatch(Frame.Java.class::isInstance))
                  .mapToDouble(ProfileSample::millis)
                  .sum();
          assertEquals(costs.total().wallMillis(), selfs + without, 1e-6);
        });
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {31, 32, 33})
  void a_method_covers_itself_and_those_that_it_calls(long seed) {
    Case.of(seed)
        .forEach(one -> {
          List<Explanation.MethodTime> methods = one.costs().methods();
          double root =
              methods.stream()
                  .filter(method -> method.method().equals("example.Main.main"))
                  .mapToDouble(Explanation.MethodTime::inclusiveMillis)
                  .sum();
          for (Explanation.MethodTime method : methods) {
            assertTrue(method.selfMillis() <= method.inclusiveMillis() + 1e-9, method::toString);
            assertTrue(method.initMillis() <= method.inclusiveMillis() + 1e-9, method::toString);
            assertTrue(method.inclusiveMillis() <= root + 1e-6, method::toString);
          }
          assertTrue(root <= one.costs().total().wallMillis() + 1e-6);
        });
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {41, 42, 43})
  void nothing_lies_before_the_start_or_after_the_end(long seed) {
    Case.of(seed)
        .forEach(one -> {
          for (Explanation.Span span : one.costs().timeline()) {
            assertTrue(span.startMillis() >= 0 && span.millis() >= 0, span::toString);
            assertTrue(
                span.startMillis() + span.millis() <= one.coldStart() + 1e-6,
                () -> span + " in " + one.coldStart());
          }
          for (ProfileSample sample : one.costs().profile()) {
            double end =
                sample.run() == 0
                    ? 0
                    : (one.profiled().get(sample.run() - 1).windows().getLast().endNanos()
                            - RecordedStart.STARTED)
                        / (double) RecordedStart.MILLI;
            assertTrue(sample.atMillis() >= 0 && sample.atMillis() <= end, sample::toString);
          }
        });
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {51, 52, 53})
  void the_phases_of_the_waterfall_follow_one_another(long seed) {
    Case.of(seed)
        .forEach(one -> {
          List<Explanation.Span> phases =
              one.costs().timeline().stream().filter(span -> span.lane().equals("phase")).toList();
          double at = 0;
          for (Explanation.Span phase : phases) {
            assertEquals(at, phase.startMillis(), 1e-6);
            at += phase.millis();
          }
          assertEquals(one.coldStart(), at, 1e-6);
        });
  }

  @Test
  void a_wait_is_in_the_waterfall_where_it_was_with_the_length_that_it_has_in_the_truth() {
    RecordedStart profiled =
        new RecordedStart()
            .boot(1, Use.of(1, 0), 2, Use.of(2, 0))
            .window(Window.Kind.INIT, 0, 200, Use.of(100, 0))
            .window(Window.Kind.FIRST_INVOCATION, 220, 230, Use.of(10, 0))
            .onCpu(50, LEAVES.getLast() + ROOT)
            .blocked(100, 199, ThreadSample.Wait.Kind.SLEEP, "", "example.Handler.pause" + ROOT);
    RecordedStart baseline =
        new RecordedStart()
            .window(Window.Kind.INIT, 0, 100, Use.of(50, 0))
            .window(Window.Kind.FIRST_INVOCATION, 110, 120, Use.of(10, 0));
    List<Explanation.Span> waits =
        explain(List.of(baseline.baseline()), List.of(profiled.profiled())).timeline().stream()
            .filter(span -> span.lane().equals("wait"))
            .toList();
    assertEquals(1, waits.size());
    assertEquals("sleep: example.Handler.pause", waits.getFirst().name());
    assertEquals(50, waits.getFirst().startMillis(), 1e-6);
    assertEquals(50, waits.getFirst().millis(), 1);
  }

  @Test
  void a_wait_of_several_runs_has_their_mean_length() {
    List<Recording> profiled = new ArrayList<>();
    for (double millis : new double[] {40, 44}) {
      profiled.add(
          new RecordedStart()
              .boot(1, Use.of(1, 0), 21, Use.of(1, 0))
              .window(Window.Kind.INIT, 0, 100, Use.of(80 - millis, 0))
              .onCpu(25, LEAVES.getLast() + ROOT)
              .blocked(
                  30, 29 + millis, ThreadSample.Wait.Kind.SLEEP, "", "example.Handler.nap" + ROOT)
              .profiled());
    }
    Recording baseline =
        new RecordedStart().window(Window.Kind.INIT, 0, 90, Use.of(10, 0)).baseline();
    Explanation.CostBreakdown costs = explain(List.of(baseline), profiled);
    double sleep =
        costs.phases().stream()
            .flatMap(phase -> phase.causes().stream())
            .filter(row -> row.cause() == Cause.SLEEP)
            .mapToDouble(Explanation.CauseShare::millis)
            .sum();
    assertEquals(42, sleep, 1e-6);
  }

  @Test
  void a_sample_knows_its_own_run_and_moment() {
    RecordedStart run =
        new RecordedStart()
            .boot(1, Use.of(1, 0), 2, Use.of(2, 0))
            .window(Window.Kind.INIT, 0, 50, Use.of(50, 0))
            .onCpu(30, LEAVES.getLast() + ROOT);
    List<ProfileSample> samples =
        explain(List.of(run.baseline()), List.of(run.profiled(), run.profiled())).profile().stream()
            .filter(sample -> !sample.frames().isEmpty())
            .toList();
    assertEquals(List.of(1, 2), samples.stream().map(ProfileSample::run).toList());
    assertEquals(List.of(30.0, 30.0), samples.stream().map(ProfileSample::atMillis).toList());
  }
}
