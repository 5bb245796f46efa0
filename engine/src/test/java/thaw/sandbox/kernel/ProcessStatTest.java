package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;

@SideBySide
class ProcessStatTest {
  @Test
  void a_jvm_handles_the_signal_by_which_it_is_asked_to_listen_and_a_shell_does_not()
      throws IOException {
    assertTrue(ProcessStat.handles(ProcessHandle.current().pid(), Native.SIGQUIT));
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      assertFalse(ProcessStat.handles(sleep.pid(), Native.SIGQUIT));
    } finally {
      sleep.destroyForcibly();
    }
    assertFalse(ProcessStat.handles(Long.MAX_VALUE, Native.SIGQUIT));
  }
}
