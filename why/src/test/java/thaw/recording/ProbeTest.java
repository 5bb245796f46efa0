package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.FirstCases;
import thaw.fixture.StartsProcesses;
import thaw.fixture.Thorough;

/** What the probe sees of real JVMs. Its manners are in {@link ProbeMannersTest}. */
@Tag("jvm")
@StartsProcesses("It compares samples with what a program did in its time")
class ProbeTest {
  /** Loads, verifies and links many classes that no archive has, and runs lambdas. */
  static final String CLASSES =
      """
      import java.io.*;
      import java.util.stream.*;
      public class Work {
        public interface Greeter { String greet(String name); }
        public static void main(String[] arguments) throws Exception {
          String xml = IntStream.range(0, 2000).mapToObj(k -> "<i n='" + k + "'/>").collect(Collectors.joining());
          var in = new ByteArrayInputStream(("<r>" + xml + "</r>").getBytes());
          var document = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
          var transformer = javax.xml.transform.TransformerFactory.newInstance().newTransformer();
          transformer.transform(new javax.xml.transform.dom.DOMSource(document), new javax.xml.transform.stream.StreamResult(new StringWriter()));
          for (int i = 0; i < 300; i++) {
            ClassLoader loader = new ClassLoader(Work.class.getClassLoader()) {};
            Greeter greeter = (Greeter) java.lang.reflect.Proxy.newProxyInstance(loader, new Class<?>[] {Greeter.class}, (p, m, a) -> "hello " + a[0]);
            greeter.greet("you");
          }
          javax.net.ssl.SSLContext.getDefault();
        }
      }
      """;

  /** Uses half a second of CPU time, in a lambda, so that a hidden class is on the stack. */
  static final String SPIN =
      """
      import java.util.function.*;
      public class Work {
        static volatile long sink;
        public static void main(String[] arguments) throws Exception {
          LongUnaryOperator step = value -> value * 31 + 7;
          long end = onCpu() + 500_000_000L;
          while (onCpu() < end) {
            for (int i = 0; i < 20; i++) spin(step);
          }
        }
        static long onCpu() throws java.io.IOException {
          byte[] text = new byte[64];
          try (var in = new java.io.FileInputStream("/proc/thread-self/schedstat")) {
            in.read(text);
          }
          long nanos = 0;
          for (int i = 0; text[i] != ' '; i++) nanos = 10 * nanos + text[i] - '0';
          return nanos;
        }
        static void spin(LongUnaryOperator step) {
          long value = 1;
          for (int i = 0; i < 100_000; i++) {
            value = step.applyAsLong(value);
          }
          sink = value;
        }
      }
      """;

  @TempDir Path folder;

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_cold_start_is_seen_from_the_jvms_boot_on(int feature) throws Exception {
    ProfiledRun seen = new ProbedJvm(feature, folder, CLASSES).run().profiled();
    ProfiledRun.Coverage coverage = seen.coverage();
    assumeTrue(coverage.perf(), "perf events are forbidden: errno " + coverage.perfError());
    long ready = seen.vmReady().nanos();
    List<ThreadSample> main = main(seen);
    assertTrue(main.stream().filter(sample -> sample.nanos() < ready).count() > 5, "JVM boot");
    assertTrue(seen.agentLoaded().nanos() <= main.getFirst().nanos());
    List<ThreadSample> later = main.stream().filter(sample -> sample.nanos() >= ready).toList();
    assertTrue(later.size() > 100, later.size() + " samples");
    double walked = share(later, sample -> sample.frames().stream().anyMatch(ProbeTest::isJava));
    assertTrue(walked >= 0.98, () -> walked + " have Java frames, " + without(later));
    assertEquals(0, coverage.dropped());
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void frames_of_the_jvm_and_of_the_kernel_have_names(int feature) throws Exception {
    ProfiledRun seen = new ProbedJvm(feature, folder, CLASSES).run().profiled();
    assumeTrue(seen.coverage().jvmSymbols(), "libjvm has no symbol table");
    assertTrue(
        symbols(seen, Frame.Native.class).stream().anyMatch(s -> s.contains("ClassFileParser")));
    assumeTrue(seen.coverage().kernelFrames(), "no kernel frames here");
    assumeTrue(seen.coverage().kernelSymbols(), "the kernel keeps its symbols to itself");
    assertTrue(
        symbols(seen, Frame.Kernel.class).contains("entry_SYSCALL_64_after_hwframe")
            || symbols(seen, Frame.Kernel.class).stream().anyMatch(s -> s.contains("sys")));
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void samples_stand_for_the_cpu_time_that_was_used(int feature) throws Exception {
    ProfiledRun seen = new ProbedJvm(feature, folder, SPIN).run().profiled();
    assumeTrue(seen.coverage().perf(), "perf events are forbidden");
    long ready = seen.vmReady().nanos();
    List<ThreadSample> main =
        main(seen).stream().filter(sample -> sample.nanos() >= ready).toList();
    double sampled = main.stream().mapToLong(ThreadSample::weightNanos).sum();
    double wall = main.getLast().nanos() - ready;
    assertTrue(sampled < wall * 1.05, sampled + " of " + wall); // less, as others use the CPU too
    assertTrue(
        share(
                main,
                sample ->
                    sample.frames().stream()
                        .anyMatch(frame ->
                            frame instanceof Frame.Java java && java.method().equals("spin")))
            > 0.8);
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void hidden_classes_have_the_same_name_in_every_run(int feature) throws Exception {
    Set<String> first =
        hidden(new ProbedJvm(feature, folder.resolve("1"), SPIN).jvm("-Xint").run());
    Set<String> second =
        hidden(new ProbedJvm(feature, folder.resolve("2"), SPIN).jvm("-Xint").run());
    assertTrue(first.contains("Work$$Lambda"), first.toString());
    assertTrue(second.contains("Work$$Lambda"), second.toString());
    assertTrue(first.stream().noneMatch(name -> name.contains("0x")), first.toString());
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void collections_are_marked(int feature) throws Exception {
    String work =
        "public class Work { public static void main(String[] a) { for (int i = 0; i < 3; i++) System.gc(); } }";
    ProfiledRun seen =
        new ProbedJvm(feature, folder, work).jvm("-XX:+UseSerialGC").run().profiled();
    assertEquals(3, seen.collections().size());
    assertTrue(seen.collections().stream().allMatch(span -> span.endNanos() > span.beginNanos()));
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void the_stack_that_loads_a_class_is_recorded(int feature) throws Exception {
    String work =
        """
        public class Work {
          static class Wanted { static int x = 1; }
          static class Other { static int x = 2; }
          public static void main(String[] a) throws Exception {
            Thread thread = new Thread(() -> touch());
            thread.start();
            thread.join();
          }
          static void touch() { Wanted.x += Other.x; }
        }
        """;
    ProfiledRun seen = new ProbedJvm(feature, folder, work).asking("Work$Wanted").run().profiled();
    assertEquals(1, seen.requested().size());
    ProfiledRun.Requested requested = seen.requested().getFirst();
    assertEquals("Work$Wanted", requested.className());
    List<String> frames = requested.frames().stream().map(Frame::text).toList();
    assertTrue(frames.contains("Work.touch"), frames.toString());
    assertEquals("java.lang.Thread.run", frames.getLast());
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_killed_process_leaves_a_file_that_can_be_read(int feature) throws Exception {
    String work = SPIN.replace("500_000_000L", "60_000_000_000L");
    ProbedJvm jvm = new ProbedJvm(feature, folder, work);
    Process process = jvm.start();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (enough(jvm.samples()) < 1 << 16 && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    ProbeLog log = ProbeLog.read(jvm.samples());
    assertTrue(log.onCpu().size() > 20, log.onCpu().size() + " samples, " + jvm.output());
    assertTrue(log.methods().values().stream().anyMatch(method -> method.name().equals("spin")));
  }

  @FirstCases(value = 1, rest = "on JDK 17 the probe is the same library")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void without_perf_events_the_main_thread_is_sampled_still(int feature) throws Exception {
    ProfiledRun seen = new ProbedJvm(feature, folder, SPIN).probe("perf=no").run().profiled();
    assertFalse(seen.coverage().perf());
    assertFalse(seen.coverage().kernelFrames());
    assertNotEquals(0, seen.coverage().perfError());
    List<ThreadSample> main = main(seen);
    assertTrue(main.size() > 20, main.size() + " samples");
    assertEquals(main.size(), seen.samples().size(), "no other threads");
    assertTrue(
        share(
                main,
                sample ->
                    sample.frames().stream()
                        .anyMatch(frame ->
                            frame instanceof Frame.Java java && java.method().equals("spin")))
            > 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {25})
  void virtual_threads_are_seen_on_their_carriers(int feature) throws Exception {
    String work =
        SPIN.replace("public static void main", "static void spinning")
            .replace(
                "static void spin(",
                """
                public static void main(String[] a) throws Exception {
                  Runnable task = () -> { try { spinning(a); } catch (Exception e) { throw new RuntimeException(e); } };
                  ((Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task)).join();
                }
                static void spin(\
                """);
    ProfiledRun seen = new ProbedJvm(feature, folder, work).run().profiled();
    assumeTrue(seen.coverage().perf(), "perf events are forbidden");
    assertTrue(
        seen.samples().stream()
            .filter(sample -> sample.thread() != seen.mainThread())
            .anyMatch(sample ->
                sample.frames().stream().anyMatch(frame -> frame.text().equals("Work.spin"))));
  }

  @Thorough(
      "Some twenty JVMs are sampled for crashes only; all other tests of the probe would crash, too")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void every_collector_and_the_shortest_interval_are_survived(int feature) throws Exception {
    Duration patience = severalTimes(new ProbedJvm(feature, folder.resolve("bare"), CLASSES));
    Duration shortest = Duration.ofNanos(50_000);
    for (String collector : List.of("Serial", "Parallel", "G1", "Z")) {
      ProbedJvm jvm =
          new ProbedJvm(feature, folder.resolve(collector), CLASSES)
              .jvm("-XX:+Use" + collector + "GC", "-Xmx128m");
      ProbeLog log = jvm.runAsOftenAsItCan(shortest, patience).log();
      assertEquals(log.samples(), log.onCpu().size() + log.dropped(), collector);
      shortest = jvm.interval();
    }
  }

  /** The JVM's boot has moments in which a signal handler must not read what is not aligned. */
  @Thorough(
      "Some thirty boots are sampled for crashes only; all other tests of the probe would crash, too")
  @ParameterizedTest
  @ValueSource(ints = {25, 17})
  void a_boot_is_survived_wherever_it_is_sampled(int feature) throws Exception {
    String work = "public class Work { public static void main(String[] a) {} }";
    ProbedJvm jvm =
        new ProbedJvm(feature, folder, work).jvm("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    Duration patience = severalTimes(new ProbedJvm(feature, folder.resolve("bare"), work));
    jvm.runAsOftenAsItCan(Duration.ofNanos(10_000), patience);
    for (int i = 1; i < 10; i++) {
      jvm.run();
    }
  }

  /**
   * Returns what a JVM has that is sampled as often as it can: then most of the time is samples.
   */
  private static Duration severalTimes(ProbedJvm jvm) throws Exception {
    long begin = System.nanoTime();
    jvm.bare().run();
    return Duration.ofNanos(3 * (System.nanoTime() - begin));
  }

  private static long enough(Path samples) throws IOException {
    return Files.exists(samples) && Files.size(samples) > 0
        ? ProbeLog.progress(samples).resolved()
        : 0;
  }

  private static boolean isJava(Frame frame) {
    return frame instanceof Frame.Java;
  }

  static List<ThreadSample> main(ProfiledRun seen) {
    return seen.samples().stream().filter(sample -> sample.thread() == seen.mainThread()).toList();
  }

  static double share(
      List<ThreadSample> samples, java.util.function.Predicate<ThreadSample> those) {
    return (double) samples.stream().filter(those).count() / samples.size();
  }

  private static String without(List<ThreadSample> samples) {
    return samples.stream()
        .filter(sample -> sample.frames().stream().noneMatch(ProbeTest::isJava))
        .map(sample -> sample.frames().stream().limit(4).map(Frame::text).toList().toString())
        .collect(Collectors.joining("\n"));
  }

  private static Set<String> hidden(ProbedJvm.Seen seen) throws IOException {
    return seen.profiled().samples().stream()
        .flatMap(sample -> sample.frames().stream())
        .filter(Frame.Java.class::isInstance)
        .map(frame -> ((Frame.Java) frame).className())
        .filter(name -> name.contains("Lambda") || name.contains("0x"))
        .collect(Collectors.toSet());
  }

  private static Set<String> symbols(ProfiledRun seen, Class<? extends Frame> kind) {
    return seen.samples().stream()
        .flatMap(sample -> sample.frames().stream())
        .filter(kind::isInstance)
        .map(Frame::text)
        .collect(Collectors.toSet());
  }
}
