package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.InstalledCriu;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.SandboxHost;

/** Process test: hooks that do not end are told by what they wait for, each in its own words. */
@Tag("linux")
@Thorough("It waits for seven hooks that hang; SnapshotTest has one that is ended")
@SideBySide
class HangingHookTest {
  private static final String SOURCE =
      """
      package com.example;
      import com.amazonaws.services.lambda.crac.Context;
      import com.amazonaws.services.lambda.crac.Core;
      import com.amazonaws.services.lambda.crac.Resource;
      import java.io.FileInputStream;
      import java.net.InetAddress;
      import java.net.ServerSocket;
      import java.net.Socket;
      import java.util.concurrent.CountDownLatch;
      import java.util.concurrent.CyclicBarrier;
      public class Hook implements Resource {
        private static final Object LOCK = new Object();
        private static Late late; // a resource that nobody else has is collected
        public Hook() { Core.getGlobalContext().register(this); }
        public void beforeCheckpoint(Context<? extends Resource> context) {
          if (System.getenv("WAIT").equals("late")) { late = new Late(); }
        }
        public void afterRestore(Context<? extends Resource> context) throws Exception {
          switch (System.getenv("WAIT")) {
            case "socket" -> {
              ServerSocket mute = new ServerSocket(5432, 1, InetAddress.getLoopbackAddress());
              new Socket(mute.getInetAddress(), mute.getLocalPort()).getInputStream().read();
            }
            case "lock" -> {
              CountDownLatch held = new CountDownLatch(1);
              Thread keeper = new Thread(() -> keep(held), "keeper");
              keeper.setDaemon(true);
              keeper.start();
              held.await();
              synchronized (LOCK) { System.out.println("never"); }
            }
            case "sleep", "mute" -> Thread.sleep(600_000);
            case "file" -> {
              new ProcessBuilder("mkfifo", "/tmp/unread").start().waitFor();
              new FileInputStream("/tmp/unread").read();
            }
            case "late" -> {}
            default -> {
              long n = 1;
              while (n != 0) { n = n * 31 | 1; }
            }
          }
        }
        private static void keep(CountDownLatch held) {
          synchronized (LOCK) {
            held.countDown();
            try { Thread.sleep(600_000); } catch (InterruptedException e) { throw new IllegalStateException(e); }
          }
        }
        public String run() { return "done"; }
        /** Made while the hooks run, as a context of Spring's by a priming hook: its own first hook never runs. */
        static class Late implements Resource {
          private final CyclicBarrier barrier = new CyclicBarrier(2);
          Late() { Core.getGlobalContext().register(this); }
          public void beforeCheckpoint(Context<? extends Resource> context) {
            Thread meets = new Thread(() -> {
              try { barrier.await(); } catch (Exception e) { throw new IllegalStateException(e); }
            });
            meets.setDaemon(true);
            meets.start();
          }
          public void afterRestore(Context<? extends Resource> context) throws Exception { barrier.await(); }
        }
      }
      """;

  private static final String FUNCTION =
      """
        %s:
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: classes
            Handler: com.example.Hook::run
            Runtime: java25
            MemorySize: 1769
            AutoPublishAlias: live
            SnapStart: {ApplyOn: PublishedVersions}
            Environment: {Variables: {WAIT: %s, JAVA_TOOL_OPTIONS: "%s"}}
      """;

  @TempDir static Path folder;

  @BeforeAll
  static void functions() throws Exception {
    InstalledCriu.required(!"root".equals(System.getProperty("user.name")));
    assumeTrue(SandboxHost.probe().canMakeCells(), "this host permits no cells");
    InstalledCriu.linkFrom(Path.of("target/test-home"));
    Sources.compile(folder.resolve("classes"), SOURCE);
    StringBuilder template = new StringBuilder("Resources:\n");
    for (String wait : new String[] {"socket", "lock", "sleep", "late", "file", "mute", "loop"}) {
      template.append(
          FUNCTION.formatted(
              wait.toUpperCase(java.util.Locale.ROOT), wait, wait.equals("mute") ? "-Xrs" : ""));
    }
    Files.writeString(folder.resolve("template.yaml"), template);
  }

  @Test
  void each_kind_of_wait_is_named() {
    Transcript bench = Transcript.of("bench", folder, "--out", folder.resolve("out"), "--runs", 1);
    assertEquals(2, bench.exit(), bench.err());
    String told = bench.err();
    String hook = "main thread, in afterRestore of the resource com.example.Hook, ";
    assertTrue(
        told.contains(
            "SOCKET:1: thaw: when time was up the "
                + hook
                + "waited for a socket (connected: 127.0.0.1:5432), at"),
        told);
    assertTrue(
        told.contains(hook + "waited for a lock, a java.lang.Object, which thread \"keeper\" held"),
        told);
    assertTrue(told.contains(hook + "slept, at"), told);
    assertTrue(
        told.contains(
            "main thread, in afterRestore of the resource com.example.Hook$Late, waited for a"
                + " java.util.concurrent.CyclicBarrier, which no other thread released, at"),
        told);
    assertTrue(told.contains(hook + "computed: it may never end, at"), told);
    assertTrue(
        told.contains(
            hook
                + "was in a native method, and in the kernel it waited, in openat (wait_for_partner"),
        told);
    assertTrue(
        told.contains(
            "MUTE:1: thaw: when time was up it did not tell where it is: no JVM that takes SIGQUIT"
                + " runs here; in the kernel its threads were at"),
        told);
    assertTrue(
        told.contains(
            "cannot be restored: restore and hooks did not end within 10 s: it did not tell"),
        told);
    assertTrue(
        told.contains("LOOP cannot start from a snapshot: ") || told.contains("LOOP is left out: "),
        told);
  }
}
