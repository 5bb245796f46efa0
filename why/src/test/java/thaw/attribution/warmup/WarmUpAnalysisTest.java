package thaw.attribution.warmup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.attribution.owner.Libraries;
import thaw.environment.Reading;
import thaw.recording.ClassLoad;
import thaw.recording.CompiledCode;
import thaw.recording.Frame;
import thaw.recording.MachineCodeLog;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.ThreadSample;
import thaw.recording.WarmUpRun;
import thaw.sandbox.SandboxUsage;
import thaw.sandbox.kernel.ThreadTimes;

class WarmUpAnalysisTest {
  private static final long MILLI = 1_000_000;
  private static final String HANDLER = "example.Handler";
  private static final long CODE = 0x1000;
  private static final long INTERPRETER = 0x10;

  /** Two requests of 100 ms, then two of 10 ms and two of 5 ms. */
  private static WarmUpRun run(Optional<ProfiledRun> seen, MachineCodeLog compiled, long held) {
    List<WarmUpRun.Request> requests = new ArrayList<>();
    for (int sender = 0; sender < 2; sender++) {
      requests.add(new WarmUpRun.Request(sender, 1, 0, 100 * MILLI, false));
      requests.add(new WarmUpRun.Request(sender, 2, 200 * MILLI, 210 * MILLI, sender == 1));
      requests.add(new WarmUpRun.Request(sender, 3, 300 * MILLI, 305 * MILLI, false));
    }
    return new WarmUpRun(
        new Recording(0, List.of(), seen, Optional.empty()),
        List.of(
            new WarmUpRun.Stretch(1, 1, at(0, 0, 0), at(150, 80, 0)),
            new WarmUpRun.Stretch(2, 2, at(200, 80, 0), at(250, 90, 0)),
            new WarmUpRun.Stretch(3, 3, at(300, 90, 0), at(350, 94, held))),
        requests,
        compiled);
  }

  private static Reading at(long millis, long cpuMillis, long heldMillis) {
    return new Reading(
        millis * MILLI,
        List.of(
            new ThreadTimes(1, "java", 0, 0),
            new ThreadTimes(2, "thaw-handler-0", cpuMillis * MILLI, 10 * cpuMillis * MILLI),
            new ThreadTimes(3, "C1 CompilerThre", cpuMillis * MILLI / 2, 0)),
        new SandboxUsage(0, OptionalLong.of(heldMillis * MILLI), 0, 0, 0, 0, 0),
        Map.of());
  }

  /** Of each 20 samples, as many as given in the interpreter, the others in compiled code. */
  private static ProfiledRun seen() {
    List<ThreadSample> samples = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      samples.add(sample(10 + i, i < 30 ? INTERPRETER : CODE));
      samples.add(sample(310 + i / 2, i < 10 ? INTERPRETER : CODE));
    }
    return new ProfiledRun(
        1,
        MILLI,
        MILLI,
        samples,
        List.of(),
        List.of(
            new ClassLoad(20 * MILLI, 2, "example.Late", "file:/var/task/"),
            new ClassLoad(320 * MILLI, 2, "java.util.Later", "jrt:/java.base"),
            new ClassLoad(900 * MILLI, 2, "example.Afterwards", "file:/var/task/")),
        List.of(),
        List.of(),
        new ProfiledRun.Border(0, 0, 0),
        new ProfiledRun.Border(0, 0, 0),
        Map.of(),
        new ProfiledRun.Coverage(true, 0, true, true, true, 80, 0, 0));
  }

  private static ThreadSample sample(long millis, long address) {
    return new ThreadSample(
        millis * MILLI,
        2,
        ThreadSample.State.ON_CPU,
        MILLI,
        List.of(new Frame.Java(HANDLER, "handle", 3)),
        ThreadSample.Wait.NONE,
        address);
  }

  private static WarmUp analysed(long heldMillis) {
    MachineCodeLog compiled =
        new MachineCodeLog(
            List.of(new CompiledCode(12 * MILLI, "example.Handler.handle", 1, CODE, 64)));
    WarmUpRun baseline = run(Optional.empty(), new MachineCodeLog(List.of()), heldMillis);
    return WarmUpAnalysis.of(
        64,
        2,
        List.of(baseline),
        List.of(run(Optional.of(seen()), compiled, heldMillis)),
        Libraries.of(List.of(), HANDLER, List.of()));
  }

  @Test
  void a_stretch_has_the_latencies_of_its_requests() {
    List<WarmUp.StretchTimes> times = analysed(0).stretches();
    assertEquals(
        List.of(100.0, 10.0, 5.0), times.stream().map(WarmUp.StretchTimes::p50Millis).toList());
    assertEquals(List.of(2, 2, 2), times.stream().map(WarmUp.StretchTimes::requests).toList());
    assertEquals(1, analysed(0).load().failures());
  }

  @Test
  void the_mean_is_cpu_time_waits_and_the_rest_and_no_wait_is_longer_than_the_request() {
    for (WarmUp.StretchTimes each : analysed(0).stretches()) {
      assertEquals(
          each.meanMillis(), each.cpuMillis() + each.waitingMillis() + each.restMillis(), 1e-9);
    }
    WarmUp.StretchTimes first = analysed(0).stretches().getFirst();
    assertEquals(40, first.cpuMillis(), 1e-9);
    assertEquals(60, first.waitingMillis(), 1e-9);
    assertEquals(20, first.jitMillis(), 1e-9);
  }

  @Test
  void cpu_time_is_divided_by_where_the_instructions_were() {
    WarmUp warmUp = analysed(0);
    WarmUp.StretchTimes first = warmUp.stretches().getFirst();
    assertEquals(30.0, first.millis(WarmWork.INTERPRETED), 1e-9);
    assertEquals(10.0, first.millis(WarmWork.C1), 1e-9);
    assertEquals(40, first.samples());
    WarmUp.StretchTimes last = warmUp.stretches().getLast();
    assertTrue(last.millis(WarmWork.C1) > last.millis(WarmWork.INTERPRETED), last.toString());
    assertEquals(0, warmUp.stretches().get(1).samples());
    WarmUp.FirstUse use = warmUp.firstUses().getFirst();
    assertEquals("example.Handler.handle", use.method());
    assertEquals(WarmWork.INTERPRETED, use.mostly());
    assertTrue(use.excessMillis() > 0, use.toString());
  }

  @Test
  void classes_loaded_during_requests_are_told_with_their_stretch() {
    assertEquals(
        List.of("example.Late 1", "java.util.Later 3"),
        analysed(0).classes().stream().map(late -> late.name() + " " + late.stretch()).toList());
  }

  @Test
  void fewer_requests_at_a_time_are_advised_only_where_the_cpu_limit_held_them_back() {
    assertFalse(ids(analysed(0)).contains("fewer-at-once"));
    assertTrue(ids(analysed(40)).contains("fewer-at-once"));
    assertTrue(
        analysed(0).notes().stream().anyMatch(note -> note.startsWith("Other programs")),
        "the wait is told all the same");
  }

  @Test
  void slow_first_requests_ask_for_priming_and_slow_second_ones_for_more_of_it() {
    assertTrue(ids(analysed(0)).containsAll(List.of("prime-in-init", "warm-up-in-init")));
  }

  private static List<String> ids(WarmUp warmUp) {
    return warmUp.remedies().stream().map(WarmRemedy::id).toList();
  }
}
