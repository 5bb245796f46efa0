package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.TaskState;

class HungProcessTest {
  private static TaskState task(long id, String name, char state, String call, String place) {
    return new TaskState(
        id, id, name, state, Optional.of(call), Optional.empty(), Optional.of(place));
  }

  @Test
  void a_jvm_that_does_not_answer_is_told_by_its_threads_in_the_kernel() {
    List<TaskState> tasks = new ArrayList<>();
    tasks.add(task(1, "java", 'S', "futex", "futex_do_wait"));
    tasks.add(task(2, "java", 'S', "clock_nanosleep", "hrtimer_nanosleep"));
    for (int i = 3; i < 20; i++) {
      tasks.add(task(i, "C2 CompilerThre", 'S', "futex", "futex_do_wait"));
    }
    tasks.add(task(20, "loader", 'D', "read", "request_wait_answer"));
    HungProcess hung = new HungProcess("it did not tell where it is: late", tasks, "");
    assertEquals(
        """
        thaw: when time was up it did not tell where it is: late; in the kernel its threads were at
        \tthread "java": waited, in futex (futex_do_wait)
        \tthread "java": waited, in clock_nanosleep (hrtimer_nanosleep)
        \tthread "loader": waited, and could not be interrupted, in read (request_wait_answer)
        \tand 17 more waited\
        """,
        hung.words(true));
    assertEquals(
        "it did not tell where it is: late, and thread \"loader\" waited, and could not be"
            + " interrupted, in read (request_wait_answer)",
        hung.waitsFor());
  }

  @Test
  void without_a_thread_that_is_at_something_it_is_the_one_that_runs_main() {
    assertEquals(
        "silent, and thread \"main\" waited, in read (pipe_read)",
        new HungProcess(
                "silent",
                List.of(
                    task(1, "java", 'S', "futex", "futex_do_wait"),
                    task(2, "main", 'S', "read", "pipe_read"),
                    task(3, "GC Thread#0", 'S', "futex", "futex_do_wait")),
                "")
            .waitsFor());
  }

  @Test
  void a_restore_that_is_not_done_has_what_criu_wrote() {
    HungProcess hung =
        new HungProcess("CRIU has not ended the restore", List.of(), "Error (a.c:1): no");
    assertTrue(hung.words(true).endsWith("CRIU wrote: Error (a.c:1): no"), hung.words(true));
    assertEquals("CRIU has not ended the restore; CRIU wrote: Error (a.c:1): no", hung.waitsFor());
  }
}
