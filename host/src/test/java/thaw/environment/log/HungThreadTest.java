package thaw.environment.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class HungThreadTest {
  private static final String DUMP =
      """
      0
      Full thread dump OpenJDK 64-Bit Server VM (25):

      "main" #3 [7] prio=5 os_prio=0 cpu=80.10ms elapsed=10.00s tid=0x1 nid=7 sleeping [0x2]
         java.lang.Thread.State: TIMED_WAITING (sleeping)
      \tat java.lang.Thread.sleep0(java.base@25/Native Method)
      \tat java.lang.Thread.sleep(java.base@25/Thread.java:509)
      \t- locked <0x1> (a java.lang.Object)
      \tat com.example.Pool.afterRestore(Pool.java:41)
      \tat org.crac.impl.Wrapper.afterRestore(Wrapper.java:7)

      "Reference Handler" #9 daemon
      \tat java.lang.ref.Reference.waitForReferencePendingList(java.base@25/Native Method)
      """;

  @Test
  void a_hook_that_hangs_is_told_with_its_resource_and_the_main_threads_stack() {
    List<String> frames = HungThread.frames(DUMP);
    assertEquals(4, frames.size());
    assertEquals("at java.lang.Thread.sleep0(java.base@25/Native Method)", frames.getFirst());
    String words = HungThread.words(frames);
    assertTrue(words.contains("in afterRestore of the resource com.example.Pool, at\n"), words);
    assertTrue(words.contains("\tat com.example.Pool.afterRestore(Pool.java:41)"), words);
  }

  @Test
  void without_a_main_thread_there_is_nothing_to_tell() {
    assertEquals(List.of(), HungThread.frames("0\nFull thread dump"));
  }
}
