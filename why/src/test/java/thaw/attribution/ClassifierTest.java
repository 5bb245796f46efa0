package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.attribution.owner.Libraries;
import thaw.recording.Frame;
import thaw.recording.ProfiledRun;
import thaw.recording.ThreadSample;

final class ClassifierTest {
  private static final ProfiledRun NOTHING =
      new ProfiledRun(
          1,
          500_000,
          1_000_000,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          new ProfiledRun.Border(0, 0, 0),
          new ProfiledRun.Border(0, 0, 0),
          Map.of(),
          new ProfiledRun.Coverage(true, 0, true, true, true, 0, 0, 0));

  private final Classifier classifier =
      new Classifier(NOTHING, Libraries.of(List.of(), "example.Handler", List.of()), "none");

  @Test
  void waking_a_compiler_is_what_the_jit_costs_the_mutator() {
    assertEquals(
        Cause.JIT_MUTATOR,
        cause(
            kernel("finish_task_switch"),
            kernel("schedule"),
            kernel("do_syscall_64"),
            jvm("pthread_cond_broadcast"),
            jvm("CompileBroker::compile_method_base"),
            java("example.Handler.handle")));
  }

  @Test
  void a_system_call_that_no_part_of_the_jvm_explains_is_the_kernels() {
    assertEquals(
        Cause.KERNEL_OTHER,
        cause(
            kernel("futex_wake"),
            kernel("do_syscall_64"),
            jvm("Unsafe_Unpark"),
            java("java.util.zip.Inflater.inflate")));
  }

  @Test
  void an_interrupt_counts_for_what_it_interrupts() {
    assertEquals(
        Cause.JAR_IO,
        cause(
            kernel("finish_task_switch"),
            kernel("schedule"),
            kernel("irqentry_exit_to_user_mode"),
            kernel("asm_sysvec_apic_timer_interrupt"),
            java("java.util.zip.Inflater.inflate")));
  }

  @Test
  void a_page_fault_is_one_wherever_it_happens() {
    assertEquals(
        Cause.PAGE_FAULTS,
        cause(
            kernel("clear_page_erms"),
            kernel("handle_mm_fault"),
            kernel("asm_exc_page_fault"),
            jvm("ClassFileParser::parse_stream")));
  }

  private Cause cause(Frame... frames) {
    return classifier
        .onCpu(
            new ThreadSample(
                1, 1, ThreadSample.State.ON_CPU, 500_000, List.of(frames), ThreadSample.Wait.NONE))
        .cause();
  }

  private static Frame kernel(String symbol) {
    return new Frame.Kernel(symbol);
  }

  private static Frame jvm(String symbol) {
    return new Frame.Native("libjvm.so", symbol);
  }

  private static Frame java(String method) {
    int dot = method.lastIndexOf('.');
    return new Frame.Java(method.substring(0, dot), method.substring(dot + 1), 0);
  }
}
