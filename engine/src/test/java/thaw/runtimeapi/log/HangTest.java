package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HangTest {
  private static final String BEGIN =
      """
      0
      2026-11-29 16:00:00
      Full thread dump OpenJDK 64-Bit Server VM (25):

      Threads class SMR info:
      _java_thread_list=0x1, length=3, elements={
      0x2
      }

      """;

  private static final String OTHERS =
      """

      "keeper" #20 [31] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x3 nid=31 waiting on condition
         java.lang.Thread.State: TIMED_WAITING (sleeping)
      \tat java.lang.Thread.sleep0(java.base@25/Native Method)
      \tat com.example.Keeper.run(Keeper.java:5)

      "VM Thread" os_prio=0 cpu=3.00ms elapsed=9.00s tid=0x4 nid=9 runnable

      JNI global refs: 7, weak refs: 0
      """;

  private static String dump(String name, String method) {
    return BEGIN
        + """
        "%s" #3 [7] prio=5 os_prio=0 cpu=80.10ms elapsed=10.00s tid=0x1 nid=7 [0x2]
           java.lang.Thread.State: TIMED_WAITING (sleeping)
        \tat java.lang.Thread.sleep0(java.base@25/Native Method)
        \t- locked <0x00000001> (a java.lang.Object)
        \tat app//com.example.Pool.%s(Pool.java:41)
        \tat org.crac.impl.Wrapper.%2$s(Wrapper.java:7)
        """
            .formatted(name, method)
        + OTHERS;
  }

  @Test
  void a_hook_that_hangs_is_told_with_its_resource_and_the_main_threads_stack() {
    Hang hang = Hang.of(dump("main", "afterRestore")).orElseThrow();
    assertEquals(Optional.of("afterRestore of the resource com.example.Pool"), hang.hook());
    assertEquals(
        """
        thaw: when time was up the main thread was in afterRestore of the resource com.example.Pool \
        (docs/snapstart-failures.md has hangs of public libraries), at
        \tjava.lang.Thread.State: TIMED_WAITING (sleeping)
        \tat java.lang.Thread.sleep0(java.base@25/Native Method)
        \t- locked <0x00000001> (a java.lang.Object)
        \tat app//com.example.Pool.afterRestore(Pool.java:41)
        \tat org.crac.impl.Wrapper.afterRestore(Wrapper.java:7)\
        """,
        hang.words(true));
    assertTrue(hang.remedy().orElseThrow().contains("docs/snapstart-failures.md"));
  }

  @Test
  void a_main_thread_that_was_renamed_is_known_by_the_hook_or_main_that_it_runs() {
    assertTrue(Hang.of(dump("warm-up", "beforeCheckpoint")).orElseThrow().hook().isPresent());
    Hang main = Hang.of(dump("warm-up", "main")).orElseThrow();
    assertEquals(
        "at org.crac.impl.Wrapper.main(Wrapper.java:7)", main.lines().getLast(), main::toString);
    assertEquals(Optional.empty(), main.hook());
    assertEquals(Optional.empty(), main.remedy());
  }

  @Test
  void without_a_main_thread_there_is_nothing_to_tell() {
    assertEquals(Optional.empty(), Hang.of(BEGIN + OTHERS));
  }

  @Test
  void a_jvm_that_does_not_tell_is_told_with_the_reason() {
    Hang silent = Hang.silent("it did not tell where it is: the JVM lets nobody attach");
    assertEquals(List.of(), silent.lines());
    assertEquals(
        "thaw: when time was up it did not tell where it is: the JVM lets nobody attach",
        silent.words(true));
    assertTrue(silent.words(false).startsWith("thaw: the init phase or a hook takes long; it did"));
  }
}
