package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NativeTest {
  /** Signal 0 only asks whether it could be sent. */
  private static final int NONE = 0;

  @Test
  void signals_go_to_one_process_or_group_and_never_to_our_own_or_to_all() {
    assertTrue(Native.kill(ProcessHandle.current().pid(), NONE));
    assertFalse(Native.kill(0, NONE));
    assertFalse(Native.kill(-1, NONE));
  }
}
