package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.RecordedStart.duration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.RecordedStart.Use;
import thaw.environment.Reading;
import thaw.recording.Window;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.kernel.ThreadTimes;

class ScaledTimesTest {
  private static final double EXACT = 1e-6;
  private static final double SMALL_VCPUS = 0.25;

  private static Window first(double millis, Use use) {
    return new RecordedStart()
        .window(Window.Kind.FIRST_INVOCATION, 0, millis, use)
        .baseline()
        .windows()
        .getFirst();
  }

  private static Part part(PhaseName phase, Cause cause, boolean blocked, double millis) {
    return PartBuilder.builder()
        .run(1)
        .window(
            phase == PhaseName.FIRST_INVOCATION ? Window.Kind.FIRST_INVOCATION : Window.Kind.INIT)
        .phase(phase)
        .nanos(1)
        .thread("main")
        .critical(true)
        .blocked(blocked)
        .cause(cause)
        .owner("")
        .requester("")
        .firstParty("")
        .definedClass("")
        .weight(duration(millis))
        .samples(1)
        .frames(List.of())
        .build();
  }

  private static Part onCpu(Cause cause, double millis) {
    return part(PhaseName.FIRST_INVOCATION, cause, false, millis);
  }

  private static Part blocked(Cause cause, double millis) {
    return part(PhaseName.FIRST_INVOCATION, cause, true, millis);
  }

  private static List<Scale.Sized> scaled(Window baseline, double vcpus, List<Part> parts) {
    return Scale.of(baseline, vcpus, parts);
  }

  /** Of the wall time; what other threads did meanwhile is not in it. */
  private static double sum(List<Scale.Sized> sized, Predicate<Part> which) {
    return sized.stream()
        .filter(one -> one.part().critical() && which.test(one.part()))
        .mapToDouble(Scale.Sized::millis)
        .sum();
  }

  private static double sum(List<Scale.Sized> sized, Cause cause) {
    return sum(sized, part -> part.cause() == cause);
  }

  @Test
  void proportions_of_the_samples_get_the_size_of_the_truth() {
    Window baseline = first(100, Use.of(60, 10));
    List<Scale.Sized> sized =
        scaled(
            baseline,
            1,
            List.of(onCpu(Cause.JSON, 90), onCpu(Cause.CRYPTO, 30), onCpu(Cause.GC, 0)));
    assertEquals(45, sum(sized, Cause.JSON), EXACT);
    assertEquals(15, sum(sized, Cause.CRYPTO), EXACT);
  }

  @Test
  void blocked_time_is_split_among_what_was_seen_blocked() {
    Window baseline = first(100, Use.of(20, 0));
    List<Scale.Sized> sized =
        scaled(
            baseline,
            1,
            List.of(
                onCpu(Cause.JSON, 20), blocked(Cause.VM_WAIT, 30), blocked(Cause.LOCK_WAIT, 10)));
    assertEquals(20, sum(sized, Cause.JSON), EXACT);
    assertEquals(60, sum(sized, Cause.VM_WAIT), EXACT);
    assertEquals(20, sum(sized, Cause.LOCK_WAIT), EXACT);
  }

  /** A busy machine makes the JVM's own threads late, and no peer. */
  @Test
  void sleeps_and_peers_take_as_long_as_they_were_seen_to_take() {
    List<Part> parts =
        List.of(
            blocked(Cause.SLEEP, 40),
            blocked(Cause.NETWORK_WAIT, 10),
            blocked(Cause.VM_WAIT, 6),
            blocked(Cause.GC, 2));
    for (double length : new double[] {90, 54}) {
      List<Scale.Sized> sized = scaled(first(length, Use.NONE), 1, parts);
      assertEquals(40, sum(sized, Cause.SLEEP), EXACT);
      assertEquals(10, sum(sized, Cause.NETWORK_WAIT), EXACT);
      assertEquals((length - 50) * .75, sum(sized, Cause.VM_WAIT), EXACT);
      assertEquals((length - 50) * .25, sum(sized, Cause.GC), EXACT);
    }
  }

  @Test
  void where_only_sleeps_were_seen_they_are_the_blocked_time() {
    List<Part> sleep = List.of(blocked(Cause.SLEEP, 40));
    assertEquals(44, sum(scaled(first(44, Use.NONE), 1, sleep), Cause.SLEEP), EXACT);
    List<Part> both = List.of(blocked(Cause.SLEEP, 40), blocked(Cause.VM_WAIT, 1));
    assertEquals(30, sum(scaled(first(30, Use.NONE), 1, both), Cause.SLEEP), EXACT);
  }

  @Test
  void without_samples_time_is_unexplained_and_not_lost() {
    Window baseline = first(100, Use.of(60, 10));
    List<Scale.Sized> sized = scaled(baseline, 1, List.of());
    assertEquals(90, sum(sized, Cause.UNEXPLAINED), EXACT);
    assertEquals(10, sum(sized, Cause.HOST_CONTENTION), EXACT);
  }

  @Test
  void work_of_threads_for_which_nobody_waited_takes_no_wall_time() {
    Part beside = onCpu(Cause.JSON, 50);
    Part other =
        PartBuilder.builder()
            .run(1)
            .window(beside.window())
            .phase(beside.phase())
            .nanos(1)
            .thread("worker")
            .cause(Cause.CRYPTO)
            .owner("")
            .requester("")
            .firstParty("")
            .definedClass("")
            .weight(duration(50))
            .samples(1)
            .frames(List.of())
            .build();
    List<Scale.Sized> sized = scaled(first(10, Use.of(10, 0)), 1, List.of(beside, other));
    assertEquals(10, sum(sized, Cause.JSON), EXACT);
    assertEquals(0, sum(sized, Cause.CRYPTO), EXACT);
  }

  @Test
  void a_wait_is_the_hosts_where_the_kernel_held_nothing_back() {
    List<Scale.Sized> sized =
        scaled(first(100, Use.of(40, 60)), SMALL_VCPUS, List.of(onCpu(Cause.JSON, 40)));
    assertEquals(0, sum(sized, Cause.THROTTLED), EXACT);
    assertEquals(60, sum(sized, Cause.HOST_CONTENTION), EXACT);
  }

  @Test
  void the_quota_took_what_the_cpu_time_needs_at_this_size_and_the_host_the_rest() {
    // 20 ms of CPU at a quarter of a CPU take 80 ms: 60 of the wait are the quota's.
    Use use = new Use(20, 75, 0, 0, 0, 50);
    List<Scale.Sized> sized = scaled(first(100, use), SMALL_VCPUS, List.of(onCpu(Cause.JSON, 20)));
    assertEquals(60, sum(sized, Cause.THROTTLED), EXACT);
    assertEquals(15, sum(sized, Cause.HOST_CONTENTION), EXACT);
  }

  @Test
  void the_quota_took_no_more_than_was_waited() {
    Use use = new Use(20, 50, 0, 0, 0, 50);
    List<Scale.Sized> sized = scaled(first(100, use), SMALL_VCPUS, List.of(onCpu(Cause.JSON, 20)));
    assertEquals(50, sum(sized, Cause.THROTTLED), EXACT);
    assertEquals(0, sum(sized, Cause.HOST_CONTENTION), EXACT);
  }

  @Test
  void quota_is_booked_to_those_who_used_it_up() {
    // 40 ms of CPU in all: half of them the compilers', a quarter this thread's.
    Use use = new Use(10, 160, 20, 4, 6, 200);
    List<Scale.Sized> sized = scaled(first(200, use), SMALL_VCPUS, List.of(onCpu(Cause.JSON, 10)));
    double quota = 40 / SMALL_VCPUS - 10;
    assertEquals(quota * 20 / 40, sum(sized, Cause.JIT_THREADS), EXACT);
    assertEquals(quota * 4 / 40, sum(sized, Cause.GC), EXACT);
    assertEquals(
        quota * 10 / 40, sum(sized, part -> part.owner().equals("this thread (CPU quota)")), EXACT);
    assertEquals(quota * 6 / 40, sum(sized, part -> part.owner().equals("other threads")), EXACT);
  }

  private static Reading reading(long nanos, long c1, long c2) {
    return new Reading(
        nanos,
        List.of(
            new ThreadTimes(1, "java", 0, 0),
            new ThreadTimes(2, "java", nanos / 4, nanos / 2),
            new ThreadTimes(3, "C2 CompilerThre", c2, 0),
            new ThreadTimes(4, "C1 CompilerThre", c1, 0)),
        new SandboxUsage(nanos / 4 + c1 + c2, OptionalLong.of(nanos), 0, 0, 0, 0, 0),
        Map.of());
  }

  /** A JVM that stops at C1 may have a thread of C2, which is idle. */
  @ParameterizedTest
  @CsvSource({"20, 0, C1", "0, 20, C2", "10, 10, C1 and C2"})
  void only_compilers_that_ran_are_named(long c1, long c2, String named) {
    Window window =
        new Window(
            Window.Kind.FIRST_INVOCATION,
            0,
            duration(200),
            reading(0, 0, 0),
            reading(duration(200), duration(c1), duration(c2)));
    List<String> owners =
        scaled(window, SMALL_VCPUS, List.of(onCpu(Cause.JSON, 10))).stream()
            .map(Scale.Sized::part)
            .filter(part -> part.critical() && part.cause() == Cause.JIT_THREADS)
            .map(Part::owner)
            .toList();
    assertEquals(List.of(named), owners);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void all_parts_together_are_the_wall_time_and_none_is_negative(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      double wall = 1 + random.nextInt(2_000);
      // Counters are read a little after the border: they may say more than the wall time.
      double cpu = random.nextDouble() * wall * 1.1;
      double waiting = random.nextDouble() * wall * 1.1;
      Use use =
          new Use(
              cpu,
              waiting,
              random.nextInt(3) * random.nextDouble() * wall,
              random.nextDouble() * wall,
              random.nextDouble() * wall,
              random.nextBoolean() ? 0 : random.nextDouble() * wall);
      List<Part> parts = new ArrayList<>();
      for (int n = random.nextInt(20); n > 0; n--) {
        Cause cause = Cause.values()[random.nextInt(Cause.values().length)];
        parts.add(random.nextBoolean() ? onCpu(cause, n) : blocked(cause, n));
      }
      List<Scale.Sized> sized = scaled(first(wall, use), 0.07 + random.nextDouble() * 2, parts);
      assertEquals(wall, sum(sized, part -> true), wall * 1e-9, () -> use + " " + parts);
      assertTrue(sized.stream().allMatch(one -> one.millis() >= 0), () -> use + " " + sized);
    }
  }
}
