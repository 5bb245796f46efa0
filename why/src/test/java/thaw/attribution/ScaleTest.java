package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.environment.Reading;
import thaw.recording.Recording;
import thaw.recording.Window;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.kernel.ThreadTimes;

final class ScaleTest {
  private static final long MILLI = 1_000_000;
  private static final double HALF = 0.5;
  private static final double EXACT = 0.001;

  @Test
  void every_millisecond_of_the_window_has_a_cause() {
    Window baseline = window(100, 0, thread("java", 0, 0), thread("main", 40, 30));

    List<Scale.Sized> sized =
        Scale.of(
            baseline,
            2,
            List.of(
                part(Cause.JSON, false, 3),
                part(Cause.LIBRARY, false, 1),
                part(Cause.SLEEP, true, 7)));

    assertEquals(30, millis(sized, Cause.JSON), EXACT);
    assertEquals(10, millis(sized, Cause.LIBRARY), EXACT);
    assertEquals(30, millis(sized, Cause.SLEEP), EXACT);
    assertEquals(30, millis(sized, Cause.HOST_CONTENTION), EXACT);
  }

  @Test
  void a_wait_for_a_collector_that_waits_for_a_cpu_is_a_wait_for_a_cpu() {
    Window baseline =
        window(100, 0, thread("java", 0, 0), thread("main", 20, 0), thread("VM Thread", 10, 65));

    List<Scale.Sized> sized =
        Scale.of(baseline, 2, List.of(part(Cause.JSON, false, 1), part(Cause.GC, true, 1)));

    assertEquals(15, millis(sized, Cause.GC), EXACT);
    assertEquals(65, millis(sized, Cause.HOST_CONTENTION), EXACT);
  }

  @Test
  void a_wait_for_a_thread_that_the_quota_holds_back_is_the_quotas() {
    Window baseline =
        window(100, 50, thread("java", 0, 0), thread("main", 20, 0), thread("worker", 30, 50));

    List<Scale.Sized> sized =
        Scale.of(
            baseline,
            HALF,
            List.of(
                part(Cause.JSON, false, 1),
                part(Cause.LIBRARY, true, 3),
                part(Cause.LOCK_WAIT, true, 5)));

    assertEquals(0, millis(sized, Cause.LOCK_WAIT), EXACT);
    assertEquals(30, millis(sized, Cause.LIBRARY), EXACT);
    assertEquals(50, millis(sized, Cause.THROTTLED), EXACT);
  }

  @Test
  void what_compilers_wait_for_is_not_what_a_lock_waits_for() {
    Window baseline =
        window(
            100, 0, thread("java", 0, 0), thread("main", 20, 0), thread("C2 CompilerThre", 30, 50));

    List<Scale.Sized> sized =
        Scale.of(baseline, 2, List.of(part(Cause.JSON, false, 1), part(Cause.LOCK_WAIT, true, 1)));

    assertEquals(80, millis(sized, Cause.LOCK_WAIT), EXACT);
  }

  @Test
  void a_run_that_others_disturbed_is_not_longer_for_that() {
    Window least = window(90, 0, thread("java", 0, 0), thread("main", 50, 40));
    Window median = window(60, 0, thread("java", 0, 0), thread("main", 60, 0));
    Window most = window(80, 0, thread("java", 0, 0), thread("main", 70, 10));

    Baseline baseline = new Baseline(List.of(recording(least), recording(median), recording(most)));

    assertEquals(Optional.of(median), baseline.window(Window.Kind.FIRST_INVOCATION));
  }

  private static double millis(List<Scale.Sized> sized, Cause cause) {
    return sized.stream()
        .filter(one -> one.part().critical() && one.part().cause() == cause)
        .mapToDouble(Scale.Sized::millis)
        .sum();
  }

  private static Recording recording(Window window) {
    return new Recording(0, List.of(window), Optional.empty(), Optional.empty());
  }

  private static ThreadTimes thread(String name, long onCpu, long waiting) {
    return new ThreadTimes(0, name, onCpu * MILLI, waiting * MILLI);
  }

  /** Milliseconds; the threads' times are those of the window. */
  private static Window window(long millis, long throttled, ThreadTimes... threads) {
    List<ThreadTimes> after = new ArrayList<>();
    long cpu = 0;
    for (int i = 0; i < threads.length; i++) {
      ThreadTimes one = threads[i];
      after.add(new ThreadTimes(i + 1, one.name(), one.onCpuNanos(), one.waitingNanos()));
      cpu += one.onCpuNanos();
    }
    return new Window(
        Window.Kind.FIRST_INVOCATION,
        0,
        millis * MILLI,
        new Reading(0, List.of(), usage(0, 0), Map.of()),
        new Reading(millis * MILLI, after, usage(cpu, throttled * MILLI), Map.of()));
  }

  private static SandboxUsage usage(long cpu, long throttled) {
    return new SandboxUsage(cpu, OptionalLong.of(throttled), 0, 0, 0, 0, 0);
  }

  private static Part part(Cause cause, boolean blocked, double weight) {
    return PartBuilder.builder()
        .run(1)
        .window(Window.Kind.FIRST_INVOCATION)
        .phase(PhaseName.FIRST_INVOCATION)
        .nanos(1)
        .thread("main")
        .critical(true)
        .blocked(blocked)
        .cause(cause)
        .owner("")
        .requester("")
        .firstParty("")
        .definedClass("")
        .weight(weight)
        .samples(1)
        .frames(List.of())
        .build();
  }
}
