package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class HungThreadTest {
  private static final String HEAD =
      """
      0
      Full thread dump OpenJDK 64-Bit Server VM (25):

      """;

  private static final String OTHERS =
      """

      "keeper" #20 [31] daemon prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x3 nid=31 waiting on condition
         java.lang.Thread.State: TIMED_WAITING (sleeping)
      \tat java.lang.Thread.sleep0(java.base@25/Native Method)
      \tat com.example.Keeper.run(Keeper.java:5)
      \t- locked <0x00000007> (a java.lang.Object)

         Locked ownable synchronizers:
      \t- <0x00000008> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

      "Reference Handler" #9 [10] daemon prio=10
      \tat java.lang.ref.Reference.waitForReferencePendingList(java.base@25/Native Method)
      """;

  private static final LongFunction<Optional<String>> IN_KERNEL =
      id -> id == 7 ? Optional.of("waited, in read of pipe:[4711]") : Optional.empty();

  private static String main(String state, String frames) {
    return HEAD
        + "\"main\" #3 [7] prio=5 os_prio=0 cpu=80.10ms elapsed=10.00s tid=0x1 nid=7 [0x2]\n"
        + "   java.lang.Thread.State: "
        + state
        + "\n"
        + frames.indent(1).replaceAll("(?m)^ ", "\t")
        + OTHERS;
  }

  private static HungThread hung(String state, String frames) {
    return HungThread.of(main(state, frames), List.of("connected: 10.0.0.5:5432"), IN_KERNEL)
        .orElseThrow();
  }

  @Test
  void a_hook_that_hangs_is_told_with_its_resource_and_the_main_threads_stack() {
    HungThread sleeps =
        hung(
            "TIMED_WAITING (sleeping)",
            """
            at java.lang.Thread.sleep0(java.base@25/Native Method)
            at java.lang.Thread.sleep(java.base@25/Thread.java:509)
            - locked <0x00000001> (a java.lang.Object)
            at com.example.Pool.afterRestore(Pool.java:41)
            at org.crac.impl.Wrapper.afterRestore(Wrapper.java:7)\
            """);
    assertEquals(4, sleeps.frames().size());
    assertEquals("at java.lang.Thread.sleep0(java.base@25/Native Method)", sleeps.frames().get(0));
    String words = sleeps.words(true);
    assertTrue(
        words.startsWith(
            "thaw: when time was up the main thread, in afterRestore of the resource"
                + " com.example.Pool, slept, at\n"),
        words);
    assertTrue(words.contains("\tat com.example.Pool.afterRestore(Pool.java:41)"), words);
  }

  @Test
  void a_lock_is_told_with_the_thread_that_has_it() {
    assertEquals(
        "waited for a lock, a java.lang.Object, which thread \"keeper\" held"
            + " at java.lang.Thread.sleep0(java.base@25/Native Method)",
        hung(
                "BLOCKED (on object monitor)",
                """
                at com.example.Pool.afterRestore(Pool.java:41)
                - waiting to lock <0x00000007> (a java.lang.Object)\
                """)
            .waitsFor());
    assertEquals(
        "waited for a lock, a java.util.concurrent.locks.ReentrantLock$NonfairSync, which thread"
            + " \"keeper\" held at java.lang.Thread.sleep0(java.base@25/Native Method)",
        hung(
                "WAITING (parking)",
                """
                at jdk.internal.misc.Unsafe.park(java.base@25/Native Method)
                - parking to wait for  <0x00000008> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
                at com.example.Pool.afterRestore(Pool.java:41)\
                """)
            .waitsFor());
  }

  /** The stack of spring-cloud-function#1450. */
  private static final String SPRING =
      """
      at jdk.internal.misc.Unsafe.park(java.base@25/Native Method)
      - parking to wait for  <0x0000000a> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)
      at java.util.concurrent.ForkJoinPool.managedBlock(java.base@25/ForkJoinPool.java:4310)
      at java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@25/AbstractQueuedSynchronizer.java:1752)
      at java.util.concurrent.CyclicBarrier.dowait(java.base@25/CyclicBarrier.java:236)
      at java.util.concurrent.CyclicBarrier.await(java.base@25/CyclicBarrier.java:364)
      at org.springframework.context.support.DefaultLifecycleProcessor$CracResourceAdapter.awaitBarrier(DefaultLifecycleProcessor.java:755)
      at org.springframework.context.support.DefaultLifecycleProcessor$CracResourceAdapter.afterRestore(DefaultLifecycleProcessor.java:739)\
      """;

  @Test
  void what_other_threads_must_release_is_named_and_not_the_lock_inside_it() {
    HungThread barrier = hung("WAITING (parking)", SPRING);
    assertEquals(
        "waited for a java.util.concurrent.CyclicBarrier, which no other thread released",
        barrier.waitsFor());
    assertEquals(
        "waited for a java.util.concurrent.CompletableFuture, which no other thread released",
        hung(
                "WAITING (parking)",
                """
                at jdk.internal.misc.Unsafe.park(java.base@25/Native Method)
                - parking to wait for  <0x0000000b> (a java.util.concurrent.CompletableFuture$Signaller)
                at java.util.concurrent.CompletableFuture$Signaller.block(java.base@25/CompletableFuture.java:1885)
                at com.example.Pool.afterRestore(Pool.java:41)\
                """)
            .waitsFor());
  }

  @Test
  void a_hang_that_others_have_reported_has_its_remedy() {
    String remedy = hung("WAITING (parking)", SPRING).remedy().orElseThrow();
    assertTrue(remedy.contains("beforeCheckpoint"), remedy);
    assertEquals(
        Optional.empty(),
        hung("WAITING (parking)", SPRING.replace("springframework", "example")).remedy());
  }

  @Test
  void a_socket_is_told_with_where_it_leads_to() {
    assertEquals(
        "waited for a socket (connected: 10.0.0.5:5432)",
        hung(
                "RUNNABLE",
                """
                at sun.nio.ch.Net.poll(java.base@25/Native Method)
                at sun.nio.ch.NioSocketImpl.park(java.base@25/NioSocketImpl.java:191)
                at com.example.Pool.afterRestore(Pool.java:41)\
                """)
            .waitsFor());
  }

  @Test
  void a_name_server_and_a_loop_are_told_apart_from_other_waits() {
    assertEquals(
        "waited for a name server (DNS)",
        hung(
                "RUNNABLE",
                """
                at java.net.Inet6AddressImpl.lookupAllHostAddr(java.base@25/Native Method)
                at com.example.Pool.afterRestore(Pool.java:41)\
                """)
            .waitsFor());
    assertEquals(
        "computed: it may never end",
        hung("RUNNABLE", "at com.example.Pool.afterRestore(Pool.java:41)").waitsFor());
    assertEquals(
        "waited to be notified",
        hung(
                "WAITING (on object monitor)",
                """
                at java.lang.Object.wait0(java.base@25/Native Method)
                - waiting on <0x00000007> (a java.lang.Object)
                at com.example.Pool.afterRestore(Pool.java:41)\
                """)
            .waitsFor());
  }

  @Test
  void a_call_of_native_code_is_told_with_what_the_kernel_knows_of_it() {
    assertEquals(
        "was in a native method, and in the kernel it waited, in read of pipe:[4711]",
        hung(
                "RUNNABLE",
                """
                at java.io.FileInputStream.readBytes(java.base@25/Native Method)
                at com.example.Pool.afterRestore(Pool.java:41)\
                """)
            .waitsFor());
  }

  /** A hook that has another thread make something that registers itself as a resource. */
  private static final String WAITS_FOR_A_CONTEXT =
      """
      at jdk.internal.misc.Unsafe.park(java.base@25/Native Method)
      - parking to wait for  <0x0000000c> (a java.util.concurrent.CountDownLatch$Sync)
      at java.util.concurrent.CountDownLatch.await(java.base@25/CountDownLatch.java:276)
      at org.springframework.cloud.function.serverless.web.ServerlessMVC.waitForContext(ServerlessMVC.java:190)
      at com.example.Pool.beforeCheckpoint(Pool.java:41)
      - locked <0x0000000d> (a com.amazonaws.services.lambda.crac.ContextImpl)\
      """;

  private static final String REGISTERS =
      """
      "Thread-1" #21 [32] prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x3 nid=32 waiting on monitor
         java.lang.Thread.State: BLOCKED (on object monitor)
      \tat com.amazonaws.services.lambda.crac.ContextImpl.register(ContextImpl.java:65)
      \t- waiting to lock <0x0000000d> (a com.amazonaws.services.lambda.crac.ContextImpl)
      """;

  @Test
  void a_thread_that_needs_a_lock_of_the_one_that_waits_for_it_is_named_with_its_line() {
    HungThread latch =
        HungThread.of(
                main("WAITING (parking)", WAITS_FOR_A_CONTEXT) + "\n" + REGISTERS,
                List.of(),
                IN_KERNEL)
            .orElseThrow();
    assertEquals(
        "waited for a java.util.concurrent.CountDownLatch, which no other thread released, while"
            + " thread \"Thread-1\" waited for a lock that it held, a"
            + " com.amazonaws.services.lambda.crac.ContextImpl, at"
            + " com.amazonaws.services.lambda.crac.ContextImpl.register(ContextImpl.java:65)",
        latch.waitsFor());
    assertTrue(latch.remedy().orElseThrow().contains("static initialiser"));
  }

  @Test
  void a_main_thread_that_was_renamed_is_known_by_the_hook_that_it_runs() {
    String dump =
        main("RUNNABLE", "at com.example.Pool.afterRestore(Pool.java:41)")
            .replace("\"main\"", "\"warm-up\"");
    HungThread hung = HungThread.of(dump, List.of(), IN_KERNEL).orElseThrow();
    assertEquals(Optional.of("afterRestore of the resource com.example.Pool"), hung.hook());
    dump = dump.replace("Pool.afterRestore(", "Pool.main(");
    assertEquals(
        List.of("at com.example.Pool.main(Pool.java:41)"),
        HungThread.of(dump, List.of(), IN_KERNEL).orElseThrow().frames());
  }

  @Test
  void without_a_main_thread_there_is_nothing_to_tell() {
    assertEquals(Optional.empty(), HungThread.of(HEAD + OTHERS, List.of(), IN_KERNEL));
  }
}
