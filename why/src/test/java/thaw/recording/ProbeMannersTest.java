package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.FirstCases;
import thaw.fixture.StartsProcesses;

/** The function runs as it would without the probe, whatever the host lacks. */
@Tag("jvm")
@StartsProcesses("It compares samples with what a program did in its time")
class ProbeMannersTest {
  private static final String HELLO =
      """
      public class Work {
        public static void main(String[] arguments) throws Exception {
          System.out.println("hello");
        }
      }
      """;

  @TempDir Path folder;

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void the_functions_output_and_its_children_are_as_without(int feature) throws Exception {
    String work =
        """
        import java.io.*;
        public class Work {
          public static void main(String[] arguments) throws Exception {
            System.err.println("to standard error");
            Process child = new ProcessBuilder("sh", "-c", "ls /proc/self/fd; grep '^Sig[BIC]' /proc/self/status")
                .redirectErrorStream(true).start();
            System.out.println(new String(child.getInputStream().readAllBytes()) + child.waitFor());
          }
        }
        """;
    String with =
        new ProbedJvm(feature, folder.resolve("with"), work).jvm("-Xcheck:jni").run().output();
    String without =
        new ProbedJvm(feature, folder.resolve("without"), work)
            .bare()
            .jvm("-Xcheck:jni")
            .run()
            .output();
    assertTrue(without.contains("SigBlk"), without);
    assertEquals(without, with);
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void threads_that_end_leave_nothing(int feature) throws Exception {
    String work =
        """
        public class Work {
          public static void main(String[] arguments) throws Exception {
            run(20, 0);
            int before = descriptors();
            run(2_200, 0); // more than there are slots
            int after = descriptors();
            run(1, 300);
            System.out.println(after - before);
          }
          static void run(int count, int millis) throws Exception {
            for (int i = 0; i < count; i++) {
              Thread thread = new Thread(() -> {
                long end = System.nanoTime() + millis * 1_000_000L;
                while (System.nanoTime() < end) {
                  Math.sqrt(end);
                }
              }, millis == 0 ? "short" : "long");
              thread.start();
              thread.join();
            }
          }
          static int descriptors() {
            return new java.io.File("/proc/self/fd").list().length;
          }
        }
        """;
    ProbedJvm.Seen seen = new ProbedJvm(feature, folder, work).run();
    assertTrue(Integer.parseInt(seen.output().strip()) <= 2, seen.output());
    ProbeLog log = seen.log();
    assumeTrue(log.perf(), "perf events are forbidden");
    assertTrue(
        log.onCpu().stream().anyMatch(sample -> "long".equals(log.threads().get(sample.thread()))),
        "the last thread has a slot");
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void of_threads_that_start_at_once_no_more_than_its_quarter_have_a_descriptor(int feature)
      throws Exception {
    String work =
        """
        import java.nio.file.*;
        import java.util.concurrent.CountDownLatch;
        import java.util.stream.Stream;
        public class Work {
          public static void main(String[] arguments) throws Exception {
            CountDownLatch started = new CountDownLatch(800);
            CountDownLatch end = new CountDownLatch(1);
            for (int i = 0; i < 16; i++) {
              new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                  new Thread(null, () -> {
                    started.countDown();
                    try { end.await(); } catch (InterruptedException e) { }
                  }, "waiting", 256 << 10).start();
                }
                try { end.await(); } catch (InterruptedException e) { }
              }, "starting").start();
            }
            long most = 0;
            do { most = Math.max(most, events()); } while (started.getCount() > 0);
            System.out.println(most);
            end.countDown();
          }
          static long events() throws Exception {
            long events = 0;
            try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
              for (Path file : (Iterable<Path>) files::iterator) {
                try {
                  if (Files.readSymbolicLink(file).toString().contains("perf_event")) { events++; }
                } catch (java.io.IOException e) { } // closed meanwhile
              }
            }
            return events;
          }
        }
        """;
    ProbedJvm.Seen seen =
        new ProbedJvm(feature, folder, work).behind("prlimit", "--nofile=800:800").run();
    assumeTrue(seen.log().perf(), "perf events are forbidden");
    assertEquals("200", seen.output().strip());
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_function_with_many_threads_keeps_its_file_descriptors(int feature) throws Exception {
    String work =
        """
        import java.io.*;
        import java.util.*;
        import java.util.concurrent.CountDownLatch;
        public class Work {
          public static void main(String[] arguments) throws Exception {
            CountDownLatch end = new CountDownLatch(1);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
              Thread thread = new Thread(null, () -> {
                try { end.await(); } catch (InterruptedException e) { }
              }, "waiting", 256 << 10);
              thread.start();
              threads.add(thread);
            }
            List<InputStream> open = new ArrayList<>();
            try {
              for (int i = 0; i < 700; i++) open.add(new FileInputStream("/dev/null"));
            } finally {
              System.out.println(open.size());
            }
            end.countDown();
            for (Thread thread : threads) thread.join();
          }
        }
        """;
    ProbedJvm.Seen seen =
        new ProbedJvm(feature, folder, work).behind("prlimit", "--nofile=1024:1024").run();
    assertEquals("700", seen.output().strip());
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void without_its_file_it_says_so_and_the_function_runs(int feature) throws Exception {
    ProbedJvm.Seen seen =
        new ProbedJvm(feature, folder, HELLO).writing(folder.resolve("missing/samples")).run();
    assertEquals(
        List.of("thaw probe: could not make its file: No such file or directory", "hello"),
        seen.output().lines().toList());
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_jvm_that_the_function_starts_leaves_the_file_alone(int feature) throws Exception {
    String work =
        """
        import java.util.*;
        public class Work {
          public static void main(String[] arguments) throws Exception {
            ProcessHandle.Info self = ProcessHandle.current().info();
            if (arguments.length == 0) {
              List<String> command = new ArrayList<>(List.of(self.command().get()));
              command.addAll(List.of(self.arguments().get()));
              command.add("child");
              System.out.println(new ProcessBuilder(command).inheritIO().start().waitFor());
            }
          }
        }
        """;
    ProbedJvm.Seen seen = new ProbedJvm(feature, folder, work).run();
    assertTrue(seen.output().contains("could not make its file"), seen.output());
    assertEquals("0", seen.output().lines().toList().getLast());
    assertTrue(
        seen.log().marks().stream()
            .anyMatch(mark -> mark.kind() == ProbeLog.Mark.Kind.AGENT_LOADED));
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void on_a_full_disk_samples_are_dropped_and_counted(int feature) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "mounting needs root");
    Path disk = Files.createDirectories(folder.resolve("disk"));
    String work =
        ProbeTest.SPIN
            .replace("500_000_000L", "1_500_000_000L")
            .replace(
                "static void spin(",
                """
                static void grow(int deep) {
                  if (deep > 0) grow(deep - 1); else for (int i = 0; i < 300_000; i++) sink += i;
                }
                static void spin(\
                """)
            .replace("spin(step);", "grow(900);");
    work =
        work.replace(
            "LongUnaryOperator step =",
            """
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
              try (var file = new java.io.RandomAccessFile("disk/samples", "r")) {
                file.seek(40);
                System.out.println(Long.reverseBytes(file.readLong()));
              } catch (java.io.IOException e) { System.out.println(e); }
            }));
            LongUnaryOperator step =\
            """);
    ProbedJvm jvm =
        new ProbedJvm(feature, folder, work)
            .writing(disk.resolve("samples"))
            .every(Duration.ofNanos(100_000))
            .behind(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=6m none '" + disk + "' && exec \"$@\"",
                "sh");
    String output = jvm.run().output().strip();
    assertTrue(output.matches("\\d+") && Long.parseLong(output) > 0, output);
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_user_without_capabilities_gets_samples_without_kernel_frames(int feature)
      throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "becoming another user needs root");
    int paranoid =
        Integer.parseInt(Files.readString(Path.of("/proc/sys/kernel/perf_event_paranoid")).strip());
    assumeTrue(paranoid == 2, "perf_event_paranoid is " + paranoid);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    ProfiledRun seen =
        new ProbedJvm(feature, folder, ProbeTest.SPIN)
            .behind("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
            .behind("--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")
            .run()
            .profiled();
    assertTrue(seen.coverage().perf());
    assertFalse(seen.coverage().kernelFrames());
    assertEquals(13, seen.coverage().perfError(), "EACCES");
    List<ThreadSample> main = ProbeTest.main(seen);
    assertTrue(main.size() > 20, main.size() + " samples");
    assertTrue(
        ProbeTest.share(
                main, sample -> sample.frames().stream().anyMatch(Frame.Java.class::isInstance))
            > 0.5);
  }
}
