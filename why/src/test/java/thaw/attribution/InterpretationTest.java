package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.RecordedStart.WORKER;
import static thaw.attribution.RecordedStart.duration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.RecordedStart.Use;
import thaw.attribution.owner.CodeFolder;
import thaw.attribution.owner.Libraries;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.ThreadSample;
import thaw.recording.Window;

class InterpretationTest {
  private static final String MAIN_METHOD =
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda.main";
  private static final String HANDLER = "example.Handler.handleRequest <- " + MAIN_METHOD;
  private static final String NEXT =
      "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.next <- "
          + MAIN_METHOD;
  private static final String API = "127.0.0.1:9001";

  @TempDir Path host;
  private List<CodeFolder> folders;

  @BeforeEach
  void layOut() throws IOException {
    JarFiles.folder(host.resolve("task"), "example.Handler");
    JarFiles.jar(
        host.resolve("client/lib/aws-lambda-java-runtime-interface-client.jar"),
        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
        "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient",
        "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0");
    folders =
        List.of(
            new CodeFolder(Path.of("/var/task"), host.resolve("task"), CodeFolder.Role.TASK),
            new CodeFolder(
                Path.of("/var/runtime"), host.resolve("client"), CodeFolder.Role.RUNTIME_CLIENT));
  }

  private Interpretation.Result of(RecordedStart start) {
    Recording recording = start.profiled();
    return Interpretation.of(
        1,
        recording,
        recording.profiled().orElseThrow(),
        Libraries.of(folders, "example.Handler", start.loads()));
  }

  private static double millis(Interpretation.Result result, Predicate<Part> which) {
    return result.parts().stream().filter(which).mapToDouble(Part::weight).sum()
        / RecordedStart.MILLI;
  }

  private static double millis(Interpretation.Result result, PhaseName phase, Cause cause) {
    return millis(result, part -> part.phase() == phase && part.cause() == cause);
  }

  /** Launched after 10 ms, ready after 30, init ends after 100. */
  private static RecordedStart booted(Use ofInit) {
    return new RecordedStart()
        .boot(10, Use.of(4, 2), 30, Use.of(14, 5))
        .window(Window.Kind.INIT, 0, 100, ofInit);
  }

  @Test
  void kernel_time_that_the_host_does_not_show_is_what_no_sample_covers() {
    RecordedStart start =
        new RecordedStart()
            .window(Window.Kind.FIRST_INVOCATION, 0, 20, Use.of(10, 2))
            .onCpu(1, "example.Handler.handleRequest")
            .onCpu(3, "example.Handler.handleRequest")
            .onCpu(5, "example.Handler.handleRequest")
            .onCpu(7, "example.Handler.handleRequest");

    Interpretation.Result shown = of(start);
    Interpretation.Result hidden =
        of(start.coverage(new ProfiledRun.Coverage(true, 13, false, true, true, 4, 0, 0)));

    assertEquals(0, millis(shown, PhaseName.FIRST_INVOCATION, Cause.KERNEL_OTHER), 1e-9);
    assertEquals(6, millis(hidden, PhaseName.FIRST_INVOCATION, Cause.KERNEL_OTHER), 1e-9);
  }

  @Test
  void launch_and_boot_have_the_size_that_their_borders_give() {
    Interpretation.Result result = of(booted(Use.of(60, 10)));
    assertEquals(4 + 4, millis(result, PhaseName.BOOT, Cause.LAUNCH), 1e-6);
    assertEquals(4, millis(result, part -> part.owner().equals("java launcher, blocked")), 1e-6);
    // 20 ms between the borders, of which 10 on a CPU and 3 waiting for one.
    assertEquals(7, millis(result, PhaseName.BOOT, Cause.VM_WAIT), 1e-6);
  }

  @Test
  void a_boot_that_reads_its_files_from_storage_waits_for_these() {
    Interpretation.Result result =
        of(
            new RecordedStart()
                .reads(300)
                .boot(10, Use.of(4, 2), 30, Use.of(14, 5))
                .window(Window.Kind.INIT, 0, 100, Use.of(60, 10)));
    assertEquals(4 + 7, millis(result, PhaseName.BOOT, Cause.FILE_WAIT), 1e-6);
    assertEquals(4, millis(result, PhaseName.BOOT, Cause.LAUNCH), 1e-6);
    assertEquals(0, millis(result, PhaseName.BOOT, Cause.VM_WAIT), 1e-6);
  }

  @Test
  void what_runs_before_the_jvm_is_ready_is_boot_whatever_it_is() {
    Interpretation.Result result =
        of(
            booted(Use.of(60, 10))
                .onCpu(20, "libjvm.so Threads::create_vm")
                .onCpu(21, "libjvm.so CompileBroker::compilation_init")
                .onCpu(22, "libjvm.so ClassFileParser::parse_stream")
                .onCpu(31, "libjvm.so ClassFileParser::parse_stream <- " + MAIN_METHOD));
    assertEquals(2, millis(result, PhaseName.BOOT, Cause.VM_START), 1e-6);
    assertEquals(1, millis(result, PhaseName.BOOT, Cause.CLASS_PARSE), 1e-6);
    assertEquals(1, millis(result, PhaseName.RUNTIME_CLIENT, Cause.CLASS_PARSE), 1e-6);
  }

  @Test
  void init_is_the_handlers_where_the_stack_or_the_loaded_class_is_its() {
    Interpretation.Result result =
        of(
            booted(Use.of(60, 10))
                .loaded(55, "example.Handler", "file:/var/task/")
                .onCpu(40, MAIN_METHOD)
                .onCpu(
                    50,
                    "java.util.jar.JarFile.<init> <- java.net.URLClassLoader.findClass <- "
                        + MAIN_METHOD)
                .onCpu(54, "libjvm.so ClassFileParser::parse_stream <- " + MAIN_METHOD)
                .onCpu(60, "java.util.HashMap.put <- example.Handler.<clinit> <- " + MAIN_METHOD)
                .onCpu(70, MAIN_METHOD));
    assertEquals(2, millis(result, PhaseName.RUNTIME_CLIENT, Cause.LIBRARY), 1e-6);
    assertEquals(1, millis(result, PhaseName.HANDLER_INIT, Cause.JAR_IO), 1e-6);
    assertEquals(1, millis(result, PhaseName.HANDLER_INIT, Cause.CLASS_PARSE), 1e-6);
    assertEquals(1, millis(result, PhaseName.HANDLER_INIT, Cause.USER_CODE), 1e-6);
  }

  @Test
  void the_requester_and_the_first_own_method_are_those_nearest_to_the_leaf() {
    Part part =
        of(
                booted(Use.of(60, 10))
                    .onCpu(
                        60,
                        "java.util.HashMap.put <- example.Handler.<init> <- example.Handler.make <- "
                            + MAIN_METHOD))
            .parts()
            .stream()
            .filter(one -> one.cause() == Cause.USER_CODE)
            .findFirst()
            .orElseThrow();
    assertEquals("function", part.requester());
    assertEquals("example.Handler.<init>", part.firstParty());
  }

  @Test
  void what_lies_in_no_window_is_nothing_of_the_cold_start() {
    Interpretation.Result result =
        of(
            booted(Use.of(60, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 140, Use.of(10, 0))
                .onCpu(110, HANDLER)
                .onCpu(130, HANDLER)
                .onCpu(140, HANDLER));
    assertEquals(1, millis(result, PhaseName.FIRST_INVOCATION, Cause.USER_CODE), 1e-6);
    assertEquals(1, millis(result, part -> part.cause() == Cause.USER_CODE), 1e-6);
  }

  @Test
  void a_wait_counts_as_far_as_it_lies_in_the_window() {
    // In init blocked for 30 ms besides the boot: from 80 on, to beyond the end.
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 160, Use.of(10, 0))
                .blocked(60, 69, ThreadSample.Wait.Kind.SLEEP, "", "example.Handler.<clinit>")
                .blocked(80, 130, ThreadSample.Wait.Kind.NETWORK, API, NEXT));
    assertEquals(
        100 - 50 - 10 - 11,
        millis(
            result,
            part -> part.blocked() && part.window() == Window.Kind.INIT && part.nanos() > 0),
        1e-6);
    assertEquals(10, millis(result, PhaseName.HANDLER_INIT, Cause.SLEEP), 1e-6);
    assertEquals(19, millis(result, PhaseName.RUNTIME_CLIENT, Cause.NETWORK_WAIT), 1e-6);
    assertEquals(30, millis(result, PhaseName.FIRST_INVOCATION, Cause.NETWORK_WAIT), 1e-6);
  }

  @Test
  void the_wait_for_the_next_event_is_named() {
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 160, Use.of(10, 0))
                .blocked(99, 130, ThreadSample.Wait.Kind.NETWORK, API, NEXT)
                .blocked(140, 150, ThreadSample.Wait.Kind.NETWORK, "127.0.0.1:8000", HANDLER));
    assertTrue(result.parts().stream().anyMatch(part -> part.owner().equals("Runtime API")));
    assertTrue(result.parts().stream().anyMatch(part -> part.owner().equals("127.0.0.1:8000")));
    assertFalse(result.parts().stream().anyMatch(part -> part.owner().equals(API)));
  }

  /** The event reaches the runtime a little after the window's begin, and is not seen to wait. */
  @Test
  void the_last_look_before_the_window_stands_for_the_time_until_the_next_look() {
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 121, new Use(.5, 0, 0, 0, 0, 0))
                .blocked(105, 119.5, ThreadSample.Wait.Kind.NETWORK, API, NEXT)
                .onCpu(120.7, HANDLER));
    assertEquals(.5, millis(result, PhaseName.FIRST_INVOCATION, Cause.NETWORK_WAIT), 1e-6);
    assertEquals(0, millis(result, PhaseName.FIRST_INVOCATION, Cause.UNEXPLAINED), 1e-6);
  }

  /** The platform notices the call for the next event before a look sees the runtime wait. */
  @Test
  void the_first_look_after_the_window_stands_for_the_time_since_the_look_before() {
    Interpretation.Result result =
        of(booted(Use.of(60, 28.5)).blocked(100.4, 120, ThreadSample.Wait.Kind.NETWORK, API, NEXT));
    assertEquals(.5, millis(result, PhaseName.RUNTIME_CLIENT, Cause.NETWORK_WAIT), 1e-6);
    assertEquals(0, millis(result, PhaseName.RUNTIME_CLIENT, Cause.UNEXPLAINED), 1e-6);
  }

  @Test
  void until_its_first_sample_an_invocation_waits_for_its_event_though_no_look_saw_it() {
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 130, Use.of(2, 0))
                .onCpu(126, HANDLER));
    assertEquals(5, millis(result, PhaseName.FIRST_INVOCATION, Cause.NETWORK_WAIT), 1e-6);
    assertEquals(3, millis(result, PhaseName.FIRST_INVOCATION, Cause.UNEXPLAINED), 1e-6);
  }

  @Test
  void blocked_time_that_no_look_saw_is_unexplained() {
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 130, Use.of(6, 0))
                .onCpu(120.2, HANDLER));
    assertEquals(4, millis(result, PhaseName.FIRST_INVOCATION, Cause.UNEXPLAINED), 1e-6);
  }

  @Test
  void a_wait_for_another_thread_is_what_that_thread_does_meanwhile() {
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 160, Use.of(29, 0))
                .blocked(
                    130,
                    139,
                    ThreadSample.Wait.Kind.LOCK,
                    "",
                    "jdk.internal.misc.Unsafe.park <- " + HANDLER)
                .onCpu(WORKER, 125, "java.util.zip.Inflater.inflate <- java.lang.Thread.run")
                .onCpu(WORKER, 132, "java.util.regex.Pattern.compile <- java.lang.Thread.run")
                .onCpu(WORKER, 133, "java.util.regex.Pattern.compile <- java.lang.Thread.run")
                .onCpu(WORKER, 134, "java.util.zip.Inflater.inflate <- java.lang.Thread.run"));
    Predicate<Part> critical = Part::critical;
    assertEquals(
        11,
        millis(
            result,
            critical.and(Part::blocked).and(part -> part.window() == Window.Kind.FIRST_INVOCATION)),
        1e-6);
    // Of the 10 ms that the looks saw, 3 were the other thread's CPU time.
    assertEquals(2 * 1.1, millis(result, critical.and(part -> part.cause() == Cause.REGEX)), 1e-6);
    assertEquals(1.1, millis(result, critical.and(part -> part.cause() == Cause.JAR_IO)), 1e-6);
    assertEquals(7 * 1.1, millis(result, PhaseName.FIRST_INVOCATION, Cause.LOCK_WAIT), 1e-6);
  }

  @Test
  void an_allocation_that_waits_for_its_collection_waits_for_the_collector() {
    Interpretation.Result result =
        of(
            booted(Use.of(50, 10))
                .window(Window.Kind.FIRST_INVOCATION, 120, 160, Use.of(30, 0))
                .blocked(
                    130,
                    139,
                    ThreadSample.Wait.Kind.LOCK,
                    "",
                    "libjvm.so VMThread::wait_until_executed <- libjvm.so"
                        + " SerialHeap::mem_allocate_work <- "
                        + HANDLER));
    assertEquals(10, millis(result, PhaseName.FIRST_INVOCATION, Cause.GC), 1e-6);
  }

  @Test
  void the_observers_own_work_is_left_out_and_its_share_told() {
    Interpretation.Result result =
        of(
            booted(Use.of(60, 10))
                .onCpu(40, HANDLER)
                .onCpu(41, HANDLER)
                .onCpu(42, "libthawprobe.so on_sample <- " + HANDLER)
                .onCpu(WORKER, 43, "libthawprobe.so on_sample <- " + HANDLER));
    assertEquals(2, millis(result, part -> part.cause() == Cause.USER_CODE), 1e-6);
    // Of 2 ms of samples and 4 ms on a CPU before the probe was there.
    assertEquals(1.0 / 7, result.probeShare(), 1e-6);
    assertEquals(
        duration(2 + 4),
        Math.round(
            result.parts().stream()
                .filter(part -> part.critical() && !part.blocked())
                .mapToDouble(Part::weight)
                .sum()));
  }
}
