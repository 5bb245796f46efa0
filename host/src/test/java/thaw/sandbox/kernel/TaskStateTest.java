package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.fixture.StartsProcesses;

/** Process test, of processes of our own: those may be traced. */
@Tag("linux")
@StartsProcesses
class TaskStateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static TaskState seen(Process process, Predicate<TaskState> wanted) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      List<TaskState> tasks = TaskState.of(process.pid());
      if (tasks.stream().anyMatch(wanted)) {
        return tasks.stream().filter(wanted).findFirst().orElseThrow();
      }
      assertTrue(System.nanoTime() < deadline, tasks::toString);
      Thread.onSpinWait();
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).start();
  }

  @Test
  void a_read_is_told_with_what_it_reads() throws Exception {
    Process reader = start("cat");
    try {
      TaskState task = seen(reader, each -> each.call().equals(Optional.of("read")));
      assertEquals("cat", task.name());
      assertEquals(reader.pid(), task.id());
      assertTrue(task.isIdle());
      assertTrue(task.words().startsWith("waited, in read of pipe:["), task.words());
      assertTrue(Path.of(task.file().orElseThrow()).toString().startsWith("pipe:"), task.words());
    } finally {
      reader.destroyForcibly();
    }
  }

  @Test
  void a_process_that_was_stopped_is_told_as_such() throws Exception {
    Process sleeper = start("sleep", "100");
    try {
      start("kill", "-STOP", Long.toString(sleeper.pid())).waitFor();
      TaskState task = seen(sleeper, each -> each.state() == 'T');
      assertTrue(task.words().startsWith("was stopped by a signal"), task.words());
      assertTrue(!task.isIdle());
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void a_loop_is_told_as_one_that_runs() throws Exception {
    Process loop = start("sh", "-c", "while :; do :; done");
    try {
      assertTrue(
          seen(loop, each -> each.state() == 'R').words().startsWith("ran, or waited for a CPU"));
    } finally {
      loop.destroyForcibly();
    }
  }

  @Test
  void a_process_that_has_ended_has_no_threads() throws Exception {
    Process ended = start("true");
    ended.waitFor();
    assertEquals(List.of(), TaskState.of(ended.pid()));
  }
}
